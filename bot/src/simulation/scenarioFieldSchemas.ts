import { z } from 'zod';
import { localDate } from '#contracts/core/idDateAndZoneSchemas.ts';

/** An id that the author of the scenario chose. The output uses the same ids. */
export const id = z.union([z.string().min(1), z.number()]).transform(String);
export const text = z.union([z.string(), z.number(), z.boolean()]).transform(String);

/** An instant, converted to epoch ms. A date without a time means midnight in UTC. */
export const instant = z
  .union([z.iso.datetime({ offset: true }), z.iso.date()], 'must be an instant such as 2026-03-02T09:30:00Z')
  .transform((value) => Date.parse(value));

export const dates = z.array(localDate).default([]);
export const someDates = z.array(localDate).min(1, 'needs at least one date');

/** A period that includes its start but not its end. */
export const span = z.object({ from: instant, to: instant });
export type Span = z.output<typeof span>;

export const isWithin = ({ from, to }: Span, ms: number): boolean => from <= ms && ms < to;
