/**
 * Moorings with instruments: reads their records, checks them and joins them
 * into series. Nothing here talks to the network but the Station at the end.
 */
import { EventEmitter } from "node:events";
import * as path from "node:path";
import type { Reading as RawReading, Unit } from "./readings";
import defaultClock, { Clock } from "./clock";
import "./polyfill";

export type Depth = number;
export type Result<T, E extends Error = Error> = { ok: true; value: T } | { ok: false; error: E };

/** What went wrong with a record, in the order of how bad it is. */
export enum Flaw {
  None = 0,
  Drift,
  Spike,
  Missing = 9,
}

export const enum Mode { Fast, Exact }

/** Metres below the surface at which light is one percent. */
export const EUPHOTIC: Depth = 38.5;
const SPIKE_FACTOR = 4;
let opened = 0;

declare global {
  interface Window {
    moorings?: Mooring[];
  }
}

declare function fetchText(url: string): Promise<string>;

// Anything that has a place below the surface.
export interface Located {
  readonly depth: Depth;
  position?: [latitude: number, longitude: number];
  distanceTo(other: Located): number;
}

interface Calibrated<T> extends Located {
  calibrate(by: (value: T) => T): this;
}

/** An error of one record, with the line it stands on. */
export class RecordError extends Error {
  constructor(readonly line: number, message: string) {
    super(`line ${line}: ${message}`);
    this.name = "RecordError";
  }
}

function logged(target: unknown, context: ClassMethodDecoratorContext) {
  return function (this: unknown, ...args: unknown[]) {
    console.debug(String(context.name), args.length);
    return (target as (...a: unknown[]) => unknown).apply(this, args);
  };
}

export abstract class Sensor<T extends number = number> implements Calibrated<T> {
  static readonly families = new Map<string, new (depth: Depth) => Sensor>();
  #readings: T[] = [];
  protected offset = 0;

  constructor(public readonly depth: Depth, private readonly unit: Unit) {}

  /** The name that the manufacturer gave it. */
  abstract get model(): string;
  abstract set model(name: string);

  protected abstract decode(raw: RawReading): T;

  static register(name: string, family: new (depth: Depth) => Sensor): void {
    Sensor.families.set(name, family);
  }

  push(raw: RawReading): void;
  push(raw: RawReading[]): void;
  push(raw: RawReading | RawReading[]): void {
    for (const one of Array.isArray(raw) ? raw : [raw]) {
      this.#readings.push(this.decode(one));
    }
  }

  calibrate(by: (value: T) => T): this {
    this.#readings = this.#readings.map(by);
    return this;
  }

  distanceTo(other: Located): number {
    return Math.abs(this.depth - other.depth);
  }

  *[Symbol.iterator](): Iterator<T> {
    yield* this.#readings;
  }

  get length(): number {
    return this.#readings.length;
  }
}

/** A thermistor whose resistance falls as it gets warm. */
export class Thermistor extends Sensor {
  model = "NTC-10";

  @logged
  protected decode(raw: RawReading): number {
    const kelvin = 1 / (1 / 298.15 + Math.log(raw.value / 10_000) / 3950);
    return kelvin - 273.15;
  }
}

export namespace Quality {
  export interface Limits {
    lowest: number;
    highest: number;
  }

  export const usual: Limits = { lowest: -2, highest: 32 };

  /** Says what is wrong with a value, given the one before it. */
  export function judge(value: number, before: number | undefined, limits: Limits = usual): Flaw {
    if (Number.isNaN(value)) return Flaw.Missing;
    if (value < limits.lowest || value > limits.highest) return Flaw.Spike;
    return before !== undefined && Math.abs(value - before) > SPIKE_FACTOR ? Flaw.Drift : Flaw.None;
  }
}

export class Mooring extends EventEmitter {
  private readonly sensors: Sensor[] = [];

  constructor(readonly name: string, private clock: Clock = defaultClock) {
    super();
    opened++;
  }

  add<S extends Sensor>(sensor: S): S {
    this.sensors.push(sensor);
    this.emit("added", sensor);
    return sensor;
  }

  // Arrow functions keep `this` where they are handed out as listeners.
  onTide = (height: number): void => {
    this.emit("tide", height, this.clock.now());
  };

  at(depth: Depth): Sensor | undefined {
    const nearer = (a: Sensor, b: Sensor) => Math.abs(a.depth - depth) - Math.abs(b.depth - depth);
    return [...this.sensors].sort(nearer)[0];
  }
}

/** Reads one line of a logger: time, channel and value. */
export function parseLine(line: string, number: number): Result<RawReading, RecordError> {
  const [time, channel, value] = line.split(/[;,]/);
  if (value === undefined) {
    return { ok: false, error: new RecordError(number, "has no value") };
  }
  function toNumber(text: string): number {
    return text.trim() === "" ? NaN : Number(text);
  }
  return { ok: true, value: { time: Date.parse(time), channel, value: toNumber(value) } as RawReading };
}

export async function* readings(file: AsyncIterable<string>): AsyncGenerator<RawReading> {
  let number = 0;
  for await (const line of file) {
    const read = parseLine(line, ++number);
    if (read.ok) yield read.value;
  }
}

export const median = <T extends number>(values: readonly T[]): number => {
  const sorted = [...values].sort((a, b) => a - b);
  const half = sorted.length >> 1;
  return sorted.length % 2 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
};

export default class Station {
  constructor(private readonly base: string) {}

  async load(name: string): Promise<Mooring> {
    const text = await fetchText(path.posix.join(this.base, `${name}.csv`));
    const mooring = new Mooring(name);
    const sensor = mooring.add(new Thermistor(EUPHOTIC, "ohm" as Unit));
    text.split("\n").forEach((line, i) => {
      const read = parseLine(line, i + 1);
      if (read.ok) sensor.push(read.value);
    });
    return mooring;
  }
}

export { median as middle };
export * from "./readings";
