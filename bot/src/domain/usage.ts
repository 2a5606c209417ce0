import type { Instant, LocalDate } from '#contracts/ids.ts';
import { toInstant } from './time.ts';

/** Billing months are UTC (decisions.md D8): yyyyMM of an instant in epoch ms. */
export const monthOf = (ms: number): string => toInstant(ms).slice(0, 7).replace('-', '');

export const firstDateOf = (month: string): LocalDate => `${month.slice(0, 4)}-${month.slice(4)}-01` as LocalDate;

export const monthStart = (month: string): Instant => `${firstDateOf(month)}T00:00:00.000Z` as Instant;
