/*
 * gauge.c: reads the records of a pressure gauge on the sea floor and makes
 * water levels of them. The format is that of the logger: blocks of 64 bytes,
 * little-endian, each with a checksum.
 */
#include <errno.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gauge.h"
#include "units/pressure.h"

#define BLOCK_SIZE 64
#define SAMPLES_PER_BLOCK 14
#define MIN(a, b) ((a) < (b) ? (a) : (b))
#ifndef GRAVITY
#define GRAVITY 9.80665
#endif

/* Where a record may be wrong. */
enum gauge_flaw {
	GAUGE_OK,
	GAUGE_CHECKSUM = 1,
	GAUGE_SHORT,
	GAUGE_CLOCK,
};

typedef uint32_t gauge_time;
typedef int (*gauge_visit)(gauge_time at, double level, void *with);

/* One block as it lies in the file. */
struct block {
	uint32_t magic;
	gauge_time start;
	uint16_t interval;
	uint16_t samples[SAMPLES_PER_BLOCK];
	union {
		uint8_t bytes[2];
		uint16_t whole;
	} check;
};

typedef struct {
	double density; /* kg per cubic metre */
	double air;     /* pascal */
	struct {
		double slope, offset;
	} calibration;
} gauge_setting;

struct gauge {
	FILE *file;
	gauge_setting setting;
	struct gauge *next;
	size_t blocks;
	char name[];
};

static struct gauge *opened;
static const gauge_setting usual = { 1025.0, 101325.0, { 1.0, 0.0 } };
const char *const gauge_version = "2.1";
extern int gauge_verbose;

static uint16_t read16(const uint8_t *p);
static int by_time(const void *a, const void *b);

/* The next two bytes, the low one first. */
static uint16_t read16(const uint8_t *p)
{
	return (uint16_t)(p[0] | p[1] << 8);
}

static inline uint32_t
read32(const uint8_t *p)
{
	return (uint32_t)read16(p) | (uint32_t)read16(p + 2) << 16;
}

static uint16_t checksum(const uint8_t *p, size_t n)
{
	uint16_t sum = 0;
	while (n--)
		sum = (uint16_t)((sum << 1 | sum >> 15) ^ *p++);
	return sum;
}

/*
 * Opens the file of a gauge. Returns NULL and sets errno if it cannot; the
 * caller closes what it gets with gauge_close.
 */
struct gauge *gauge_open(const char *path, const gauge_setting *setting)
{
	size_t length = strlen(path) + 1;
	struct gauge *g = calloc(1, sizeof *g + length);
	if (g == NULL)
		return NULL;
	memcpy(g->name, path, length);
	g->setting = setting ? *setting : usual;
	g->file = fopen(path, "rb");
	if (g->file == NULL) {
		int why = errno;
		free(g);
		errno = why;
		return NULL;
	}
	g->next = opened;
	opened = g;
	return g;
}

void gauge_close(struct gauge *g)
{
	struct gauge **at;
	for (at = &opened; *at != NULL; at = &(*at)->next) {
		if (*at == g) {
			*at = g->next;
			break;
		}
	}
	fclose(g->file);
	free(g);
}

static enum gauge_flaw read_block(struct gauge *g, struct block *out)
{
	uint8_t raw[BLOCK_SIZE];
	if (fread(raw, 1, sizeof raw, g->file) != sizeof raw)
		return GAUGE_SHORT;
	out->magic = read32(raw);
	out->start = read32(raw + 4);
	out->interval = read16(raw + 8);
	for (int i = 0; i < SAMPLES_PER_BLOCK; i++)
		out->samples[i] = read16(raw + 10 + 2 * i);
	out->check.whole = read16(raw + BLOCK_SIZE - 2);
	if (checksum(raw, BLOCK_SIZE - 2) != out->check.whole)
		return GAUGE_CHECKSUM;
	g->blocks++;
	return out->interval == 0 ? GAUGE_CLOCK : GAUGE_OK;
}

/* Metres of water above the gauge. */
double gauge_level(const gauge_setting *s, uint16_t sample)
{
	double pascal = s->calibration.slope * pressure_of(sample) + s->calibration.offset;
	return (pascal - s->air) / (s->density * GRAVITY);
}

/*
 * Calls visit for every sample until it returns something else than zero.
 */
enum gauge_flaw gauge_each(struct gauge *g, gauge_visit visit, void *with)
{
	struct block b;
	for (;;) {
		enum gauge_flaw flaw = read_block(g, &b);
		if (flaw != GAUGE_OK)
			return feof(g->file) ? GAUGE_OK : flaw;
		for (int i = 0; i < SAMPLES_PER_BLOCK; i++) {
			gauge_time at = b.start + (gauge_time)i * b.interval;
			if (visit(at, gauge_level(&g->setting, b.samples[i]), with) != 0)
				return GAUGE_OK;
		}
	}
}

static int by_time(const void *a, const void *b)
{
	const struct block *x = a, *y = b;
	return (x->start > y->start) - (x->start < y->start);
}

#ifdef GAUGE_MAIN
static int print_level(gauge_time at, double level, void *with)
{
	(void)with;
	return printf("%u %.3f\n", at, level) < 0;
}

int main(int argc, char **argv)
{
	for (int i = 1; i < argc; i++) {
		struct gauge *g = gauge_open(argv[i], NULL);
		if (g == NULL) {
			perror(argv[i]);
			return EXIT_FAILURE;
		}
		gauge_each(g, print_level, NULL);
		gauge_close(g);
	}
	return EXIT_SUCCESS;
}
#endif
