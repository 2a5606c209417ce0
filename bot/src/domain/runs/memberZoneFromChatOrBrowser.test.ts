import { zoneId } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { ZoneId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { hourMs, toInstant } from '../core/zonedTimeAndCalendarDates.ts';
import { zoneFieldsOf } from './memberZoneFromChatOrBrowser.ts';
import type { MemberZone, ZoneSource } from './memberZoneFromChatOrBrowser.ts';

const aZone = (zone: string): ZoneId => zoneId.parse(zone);
const noon = Date.parse('2026-11-20T12:00:00Z');
const berlin: MemberZone = { timezone: aZone('Europe/Berlin'), timezoneFrom: 'ACTIVITY' };

const report = (source: ZoneSource, zone: string, hours = 0) => ({
  ...{ zone: aZone(zone), source, at: noon + hours * hourMs },
});

/** Returns the member after these zones were reported, in this order. */
const after = (member: MemberZone, ...reports: readonly ReturnType<typeof report>[]): MemberZone => {
  let now = member;
  for (const item of reports) now = { ...now, ...zoneFieldsOf(now, item) };
  return now;
};

describe('zoneFieldsOf', () => {
  it.each(['CHAT', 'BROWSER'] as const)('moves a member to the zone that the %s reports', (source) => {
    expect(after(berlin, report(source, 'Asia/Tokyo'))).toMatchObject({
      ...{ timezone: 'Asia/Tokyo', timezoneFrom: 'ACTIVITY', zoneMovedAt: toInstant(noon), zoneMovedBy: source },
    });
  });

  it.each(['CHAT', 'BROWSER'] as const)('gives a member without a zone the zone of the %s', (source) => {
    expect(after({ timezone: null, timezoneFrom: null }, report(source, 'Asia/Tokyo')).timezone).toBe('Asia/Tokyo');
  });

  it.each(['CHAT', 'BROWSER'] as const)('keeps a zone set by hand, whatever the %s reports', (source) => {
    expect(zoneFieldsOf({ ...berlin, timezoneFrom: 'PERSON' }, report(source, 'Asia/Tokyo'))).toEqual({});
  });

  it.each(['UTC', 'Etc/UTC', 'Etc/GMT+5', 'Atlantic/Reykjavik'])(
    'ignores %s from a browser, not from the chat',
    (zone) => {
      expect(zoneFieldsOf(berlin, report('BROWSER', zone))).toEqual({});
      expect(zoneFieldsOf(berlin, report('CHAT', zone))).toMatchObject({ timezone: zone });
    },
  );

  it('does not move a member back when a browser repeats the zone that it reported before the chat moved the member', () => {
    const laptop = report('BROWSER', 'Europe/Berlin');
    const phone = report('CHAT', 'America/New_York', 1);
    const now = after(berlin, laptop, phone);
    expect(now.timezone).toBe('America/New_York');
    for (const days of [1, 2, 30]) expect(zoneFieldsOf(now, report('BROWSER', 'Europe/Berlin', 24 * days))).toEqual({});
  });

  it('takes a zone from a browser again as soon as the browser reports another one', () => {
    const now = after(berlin, report('BROWSER', 'Europe/Berlin'), report('CHAT', 'America/New_York', 1));
    expect(after(now, report('BROWSER', 'Asia/Tokyo', 20)).timezone).toBe('Asia/Tokyo');
  });

  it.each(['CHAT', 'BROWSER'] as const)(
    'holds for twelve hours a zone that a browser moved, against the %s',
    (source) => {
      const moved = after(berlin, report('BROWSER', 'America/New_York'));
      expect(after(moved, report(source, 'Europe/Paris', 11.99)).timezone).toBe('America/New_York');
      expect(after(moved, report(source, 'Europe/Paris', 12)).timezone).toBe('Europe/Paris');
    },
  );

  it('holds against a browser a zone that the chat moved, but follows the chat through every stop of a journey', () => {
    const london = after(berlin, report('CHAT', 'Europe/London'));
    expect(after(london, report('BROWSER', 'Europe/Berlin', 1)).timezone).toBe('Europe/London');
    expect(after(london, report('CHAT', 'America/New_York', 9)).timezone).toBe('America/New_York');
  });

  it('remembers no report of a browser during the hold, so that the report counts afterwards', () => {
    const london = after(berlin, report('CHAT', 'Europe/London'));
    const early = after(london, report('BROWSER', 'Asia/Tokyo', 1));
    expect(after(early, report('BROWSER', 'Asia/Tokyo', 13)).timezone).toBe('Asia/Tokyo');
  });

  it('takes another name of the same zone for no move', () => {
    const kolkata = { ...berlin, timezone: aZone('Asia/Kolkata') };
    expect(zoneFieldsOf(kolkata, report('BROWSER', 'Asia/Calcutta'))).toEqual({ browserZone: 'Asia/Calcutta' });
    expect(zoneFieldsOf(kolkata, report('CHAT', 'Asia/Calcutta')).zoneMovedAt).toBeUndefined();
  });

  it('ends the hold although the clock was far ahead when the zone moved', () => {
    const moved = after(berlin, report('BROWSER', 'America/New_York', 24 * 365));
    expect(after(moved, report('CHAT', 'Europe/Paris')).timezone).toBe('Europe/Paris');
  });
});
