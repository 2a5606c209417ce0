import type { LocalDate, ZoneId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { isMutedAt } from './isMutedAt.ts';

const friday = '2026-11-20' as LocalDate;
const at = (instant: string): number => Date.parse(instant);

describe('reminders are off', () => {
  it('reminders are off until the member switches them on, if no day is set', () => {
    const member = { isMuted: true, mutedUntil: null, timezone: null };
    expect(isMutedAt(member, at('2036-01-01T00:00:00Z'))).toBe(true);
    expect(isMutedAt({ ...member, isMuted: false }, at('2026-01-01T00:00:00Z'))).toBe(false);
  });

  it.each([
    ['UTC', '2026-11-19T23:59:59Z', true],
    ['UTC', '2026-11-20T00:00:00Z', false],
    ['Pacific/Auckland', '2026-11-19T10:59:59Z', true],
    ['Pacific/Auckland', '2026-11-19T11:00:00Z', false],
    ['America/New_York', '2026-11-20T04:59:59Z', true],
    ['America/New_York', '2026-11-20T05:00:00Z', false],
  ])('reminders are off until the day begins in the member’s zone: %s at %s', (zone, now, isMuted) => {
    const member = { isMuted: true, mutedUntil: friday, timezone: zone as ZoneId };
    expect(isMutedAt(member, at(now))).toBe(isMuted);
  });

  it('reminders are never off because of a day alone', () => {
    const member = { isMuted: false, mutedUntil: friday, timezone: null };
    expect(isMutedAt(member, at('2026-11-01T00:00:00Z'))).toBe(false);
  });
});
