'use strict';

// Draws tide and temperature charts of the field station on a canvas, with
// nothing but what a browser has.

const fs = require('fs');
const { join, basename: nameOf } = require('path');
const scales = require('./scales');

const MARGIN = { left: 48, right: 12, top: 16, bottom: 32 };
const DAY = 24 * 60 * 60 * 1000;
var drawn = 0;

/**
 * A series of points that share a unit.
 * @param {string} name as it stands in the legend
 * @param {Array<{t: number, y: number}>} points in order of time
 */
function Series(name, points) {
  this.name = name;
  this.points = points || [];
}

/** The lowest and highest value. */
Series.prototype.extent = function () {
  let low = Infinity;
  let high = -Infinity;
  for (const p of this.points) {
    low = Math.min(low, p.y);
    high = Math.max(high, p.y);
  }
  return [low, high];
};

Series.fromRows = (name, rows) => new Series(name, rows.map(([t, y]) => ({ t, y })));

class Axis {
  static #counter = 0;
  #ticks = null;

  constructor(scale, label) {
    this.scale = scale;
    this.label = label;
    this.id = ++Axis.#counter;
  }

  static of(values, label) {
    return new Axis(scales.linear(Math.min(...values), Math.max(...values)), label);
  }

  /** Round numbers between the ends of the axis. */
  get ticks() {
    this.#ticks ??= this.#findTicks(6);
    return this.#ticks;
  }

  set ticks(list) {
    this.#ticks = list;
  }

  #findTicks(most) {
    const step = niceStep((this.scale.high - this.scale.low) / most);
    const out = [];
    for (let v = Math.ceil(this.scale.low / step) * step; v <= this.scale.high; v += step) {
      out.push(v);
    }
    return out;
  }

  *[Symbol.iterator]() {
    for (const tick of this.ticks) yield { at: this.scale(tick), text: this.format(tick) };
  }

  format(value) {
    return String(value);
  }
}

// Days and hours where the others have numbers.
class TimeAxis extends Axis {
  format(value) {
    const date = new Date(value);
    return value % DAY === 0 ? `${date.getUTCDate()}.` : `${date.getUTCHours()} h`;
  }

  async zoomTo(from, to) {
    await scales.animate(this.scale, from, to);
    this.ticks = null;
  }
}

/** One, two or five times a power of ten. */
function niceStep(raw) {
  const power = 10 ** Math.floor(Math.log10(raw));
  return [1, 2, 5, 10].find((n) => n * power >= raw) * power;
}

const withPen = (context, style, draw) => {
  context.save();
  Object.assign(context, style);
  draw(context);
  context.restore();
};

const painters = {
  line(context, series, x, y) {
    context.beginPath();
    series.points.forEach((p, i) => (i ? context.lineTo(x(p.t), y(p.y)) : context.moveTo(x(p.t), y(p.y))));
    context.stroke();
  },

  dots: function (context, series, x, y) {
    for (const p of series.points) {
      context.fillRect(x(p.t) - 1, y(p.y) - 1, 3, 3);
    }
  },

  area: (context, series, x, y) => {
    painters.line(context, series, x, y);
    context.fill();
  },
};

class Chart extends EventTarget {
  constructor(canvas, options = {}) {
    super();
    this.context = canvas.getContext('2d');
    this.size = [canvas.width, canvas.height];
    this.options = { painter: 'line', ...options };
    this.series = [];
  }

  add(series) {
    this.series.push(series);
    return this;
  }

  draw() {
    const [width, height] = this.size;
    const all = this.series.flatMap((s) => s.points);
    if (all.length === 0) {
      this.#say('no data');
      return;
    }
    const x = new TimeAxis(scales.time(all[0].t, all[all.length - 1].t, MARGIN.left, width - MARGIN.right));
    const y = Axis.of(all.map((p) => p.y), this.options.unit);
    for (const series of this.series) {
      withPen(this.context, { strokeStyle: colourOf(series.name) }, (c) => {
        painters[this.options.painter](c, series, x.scale, (v) => height - MARGIN.bottom - y.scale(v));
      });
    }
    drawn += 1;
    this.dispatchEvent(new Event('drawn'));
  }

  #say(text) {
    this.context.fillText(text, MARGIN.left, MARGIN.top);
  }
}

// The same name has the same colour on every chart.
const colourOf = function hash(name) {
  let n = 0;
  for (const c of name) n = (n * 31 + c.codePointAt(0)) >>> 0;
  return `hsl(${n % 360} 60% 40%)`;
};

function* lines(text) {
  for (const line of text.split('\n')) {
    if (line && !line.startsWith('#')) yield line;
  }
}

/** Reads a file of the tide gauge: seconds and centimetres. */
async function readGauge(folder, file) {
  const text = await fs.promises.readFile(join(folder, file), 'utf8');
  const points = [];
  for (const line of lines(text)) {
    const [t, y] = line.split(/\s+/).map(Number);
    points.push({ t: t * 1000, y });
  }
  return new Series(nameOf(file, '.txt'), points);
}

module.exports = { Chart, Series, readGauge, niceStep };
module.exports.reset = function () {
  drawn = 0;
};
