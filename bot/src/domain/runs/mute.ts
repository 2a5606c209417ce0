import { zoneId as zoneIdSchema } from '#contracts/core/ids.ts';
import type { LocalDate, ZoneId } from '#contracts/core/ids.ts';
import { localDateAt } from '../core/zonedTime.ts';

const utc = zoneIdSchema.parse('UTC');

export interface Muting {
  readonly isMuted: boolean;
  /** The day, in the member's zone, on which reminders begin again; null = the member must end the mute. */
  readonly mutedUntil: LocalDate | null;
  readonly timezone: ZoneId | null;
}

/** True if the member gets no reminders at `now` (epoch ms). */
export const isMutedAt = ({ isMuted, mutedUntil, timezone }: Muting, now: number): boolean =>
  isMuted && (mutedUntil === null || localDateAt(now, timezone ?? utc) < mutedUntil);
