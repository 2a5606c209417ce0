import type { Instant, ZoneId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { times } from '#contracts/core/limitsAndProductConstants.ts';
import { isZoneWithoutPlace } from '#contracts/core/isZoneWithoutPlace.ts';
import { hourMs, isSameZone, msOf, toInstant } from '../core/zonedTimeAndCalendarDates.ts';

// Rules for a zone that the chat or a browser reports for a member (docs/product-rules.md, Zones of members).

export type ZoneSource = 'CHAT' | 'BROWSER';

export interface ZoneReport {
  readonly zone: ZoneId;
  readonly source: ZoneSource;
  /** Epoch ms at which the zone was reported. */
  readonly at: number;
}

/** Fields of a member row that the rules for reported zones read or change. */
export interface MemberZone {
  timezone: ZoneId | null;
  timezoneFrom: 'ACTIVITY' | 'PERSON' | null;
  browserZone?: ZoneId | null | undefined;
  zoneMovedAt?: Instant | null | undefined;
  zoneMovedBy?: ZoneSource | null | undefined;
}

/**
 * True if the last change of the zone is less than `zoneHoldHours` before or after the report. A change after the
 * report is possible if a clock was wrong. Without the limit for such a change, one far in the future would block all
 * reports until then.
 */
const isHeld = ({ zoneMovedAt }: MemberZone, at: number): boolean =>
  zoneMovedAt != null && Math.abs(at - msOf(zoneMovedAt)) < times.zoneHoldHours * hourMs;

const moved = ({ zone, source, at }: ZoneReport): Partial<MemberZone> => ({
  timezone: zone,
  timezoneFrom: 'ACTIVITY',
  zoneMovedAt: toInstant(at),
  zoneMovedBy: source,
});

const fromChat = (member: MemberZone, report: ZoneReport): Partial<MemberZone> => {
  const { zone, at } = report;
  if (member.timezone !== null && isSameZone(member.timezone, zone))
    return { timezone: zone, timezoneFrom: 'ACTIVITY' };
  return member.zoneMovedBy === 'BROWSER' && isHeld(member, at) ? {} : moved(report);
};

const fromBrowser = (member: MemberZone, report: ZoneReport): Partial<MemberZone> => {
  const { zone, at } = report;
  const { timezone, browserZone } = member;
  // A browser that repeats its zone has not moved: the clock of a laptop can stay in the old zone while the phone has
  // moved.
  if (isZoneWithoutPlace(zone) || (browserZone != null && isSameZone(browserZone, zone))) return {};
  if (timezone !== null && isSameZone(timezone, zone)) return { browserZone: zone };
  return isHeld(member, at) ? {} : { ...moved(report), browserZone: zone };
};

/** Returns the fields of the member row that a reported zone changes. Empty if the reported zone is ignored. */
export const zoneFieldsOf = (member: MemberZone, report: ZoneReport): Partial<MemberZone> => {
  if (member.timezoneFrom === 'PERSON') return {};
  return report.source === 'CHAT' ? fromChat(member, report) : fromBrowser(member, report);
};

/** Field values that remove all data about earlier reports of zones, so that these cannot block the next report. */
export const noZoneReports = { browserZone: null, zoneMovedAt: null, zoneMovedBy: null } as const;
