import { zoneId as zoneIdSchema } from '#contracts/ids.ts';
import type { LocalDate, ZoneId } from '#contracts/ids.ts';
import { localDateAt } from './time.ts';

const utc = zoneIdSchema.parse('UTC');

export interface Muting {
  readonly isMuted: boolean;
  /** The day of their own on which reminders come again; null = when they say so. */
  readonly mutedUntil: LocalDate | null;
  readonly timezone: ZoneId | null;
}

/** Whether a member gets no reminders at this moment. */
export const isMutedAt = ({ isMuted, mutedUntil, timezone }: Muting, now: number): boolean =>
  isMuted && (mutedUntil === null || localDateAt(now, timezone ?? utc) < mutedUntil);
