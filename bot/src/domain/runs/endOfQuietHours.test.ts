import fc from 'fast-check';
import type { ZoneId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { isQuietLength, sentQuietHours } from '#contracts/people/quietHours.ts';
import { endOfQuietHours } from './endOfQuietHours.ts';

const zone = (name: string): ZoneId => name as ZoneId;
const berlin = zone('Europe/Berlin');
const newYork = zone('America/New_York');
const night = { from: 22 * 60, to: 8 * 60 };
const lunch = { from: 12 * 60, to: 13 * 60 };

const endAt = (hours: typeof night, name: ZoneId, instant: string): string | null => {
  const end = endOfQuietHours(hours, name, Date.parse(instant));
  return end === null ? null : new Date(end).toISOString();
};

describe('the end of quiet hours', () => {
  it.each([
    ['before midnight', berlin, '2026-01-15T22:30:00Z', '2026-01-16T07:00:00.000Z'],
    ['after midnight', berlin, '2026-01-16T03:00:00Z', '2026-01-16T07:00:00.000Z'],
    ['at their first instant', berlin, '2026-01-15T21:00:00Z', '2026-01-16T07:00:00.000Z'],
    ['in another zone', newYork, '2026-01-16T12:59:59Z', '2026-01-16T13:00:00.000Z'],
  ])('is the time `to` on the member’s own clock %s', (_, name, instant, end) => {
    expect(endAt(night, name, instant)).toBe(end);
  });

  it.each([
    ['before they begin', '2026-01-15T20:59:59Z'],
    ['at their end', '2026-01-16T07:00:00Z'],
    ['during the day', '2026-01-16T12:00:00Z'],
  ])('is null %s', (_, instant) => {
    expect(endAt(night, berlin, instant)).toBeNull();
  });

  it('is on the same day if the hours do not cross midnight', () => {
    expect(endAt(lunch, berlin, '2026-07-01T10:30:00Z')).toBe('2026-07-01T11:00:00.000Z');
    expect(endAt(lunch, berlin, '2026-07-01T11:00:00Z')).toBeNull();
  });

  it('does not exist without quiet hours', () => {
    expect(endOfQuietHours(null, berlin, 0)).toBeNull();
    expect(endOfQuietHours(undefined, berlin, 0)).toBeNull();
  });

  it('moves forward by the gap if the clocks skip it', () => {
    const hours = { from: 22 * 60, to: 2 * 60 + 30 };
    expect(endAt(hours, berlin, '2026-03-29T00:30:00Z')).toBe('2026-03-29T01:30:00.000Z');
    expect(endAt(hours, berlin, '2026-03-29T01:10:00Z')).toBe('2026-03-29T01:30:00.000Z');
  });

  it('is the first of two instants if the clocks show it twice', () => {
    const hours = { from: 22 * 60, to: 2 * 60 + 30 };
    expect(endAt(hours, berlin, '2026-10-24T23:00:00Z')).toBe('2026-10-25T00:30:00.000Z');
    expect(endAt(hours, berlin, '2026-10-25T01:10:00Z')).toBeNull();
  });

  it('is at the usual time on the clock after a night in which the clocks change', () => {
    expect(endAt(night, berlin, '2026-03-28T22:00:00Z')).toBe('2026-03-29T06:00:00.000Z');
    expect(endAt(night, newYork, '2026-11-01T03:00:00Z')).toBe('2026-11-01T13:00:00.000Z');
  });

  it('is on the date after a date that the zone skips', () => {
    expect(endAt(night, zone('Pacific/Apia'), '2011-12-30T09:00:00Z')).toBe('2011-12-30T18:00:00.000Z');
    expect(endAt(night, zone('Pacific/Apia'), '2011-12-30T12:00:00Z')).toBe('2011-12-30T18:00:00.000Z');
  });
});

describe('quiet hours in any zone and season', () => {
  const minutes = fc.integer({ min: 0, max: 1439 });
  const hours = fc.record({ from: minutes, to: minutes }).filter(isQuietLength);
  const zones = fc.constantFrom(
    berlin,
    newYork,
    zone('Australia/Lord_Howe'),
    zone('Pacific/Apia'),
    zone('Asia/Kolkata'),
  );
  const instants = fc.oneof(
    fc.integer({ min: Date.UTC(2026, 0, 1), max: Date.UTC(2027, 0, 1) }),
    fc.integer({ min: Date.UTC(2011, 11, 27), max: Date.UTC(2012, 0, 3) }),
    fc.integer({ min: Date.UTC(2026, 2, 27), max: Date.UTC(2026, 3, 6) }),
  );

  it('end later than every instant in them, and outside quiet hours', () => {
    fc.assert(
      fc.property(hours, zones, instants, (quiet, name, instant) => {
        const end = endOfQuietHours(quiet, name, instant);
        if (end === null) return;
        expect(end).toBeGreaterThan(instant);
        expect(end - instant).toBeLessThanOrEqual(17 * 3_600_000);
        expect(endOfQuietHours(quiet, name, end)).toBeNull();
        expect(endOfQuietHours(quiet, name, end - 1)).toBe(end);
      }),
      { numRuns: 2000 },
    );
  });

  it('follow the clock on the wall wherever the clocks do not change', () => {
    fc.assert(
      fc.property(hours, fc.integer({ min: 0, max: 365 * 24 * 60 }), (quiet, minute) => {
        const kolkata = zone('Asia/Kolkata');
        const instant = Date.UTC(2026, 0, 1) + minute * 60_000;
        const clock = new Date(instant + 5.5 * 3_600_000);
        const now = clock.getUTCHours() * 60 + clock.getUTCMinutes();
        const isInside =
          quiet.from < quiet.to ? now >= quiet.from && now < quiet.to : now >= quiet.from || now < quiet.to;
        expect(endOfQuietHours(quiet, kolkata, instant) !== null).toBe(isInside);
      }),
      { numRuns: 2000 },
    );
  });
});

describe('the quiet hours that a client sends', () => {
  it.each([
    ['cross midnight', night, true],
    ['last 30 minutes', { from: 0, to: 30 }, true],
    ['last less', { from: 0, to: 29 }, false],
    ['last 16 hours', { from: 16 * 60, to: 8 * 60 }, true],
    ['last longer', { from: 16 * 60 - 1, to: 8 * 60 }, false],
    ['begin where they end', { from: 60, to: 60 }, false],
    ['end after the day', { from: 0, to: 1440 }, false],
    ['have part of a minute', { from: 0.5, to: 600 }, false],
  ])('may %s: %j → %s', (_, hours, isAccepted) => {
    expect(sentQuietHours.safeParse(hours).success).toBe(isAccepted);
  });
});
