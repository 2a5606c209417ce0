import { zoneId as zoneIdSchema } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { LocalDate, ZoneId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { localDateAt } from '../core/zonedTimeAndCalendarDates.ts';

const utc = zoneIdSchema.parse('UTC');

export interface Muting {
  readonly isMuted: boolean;
  /** The day, in the member's zone, on which the mute ends; null = it lasts until the member ends it. */
  readonly mutedUntil: LocalDate | null;
  readonly timezone: ZoneId | null;
}

/**
 * True if the member is muted at `now` (epoch ms). A muted member gets no reminders and, in the chat, no digests and no
 * messages about blockers and timesheet weeks. `zone`: the zone of the report or the digest, for a member without a
 * zone.
 */
export const isMutedAt = ({ isMuted, mutedUntil, timezone }: Muting, now: number, zone: ZoneId = utc): boolean =>
  isMuted && (mutedUntil === null || localDateAt(now, timezone ?? zone) < mutedUntil);
