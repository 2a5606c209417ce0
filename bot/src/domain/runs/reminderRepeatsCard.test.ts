import type { Instant, ZoneId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { reminderRepeatsCard } from './reminderRepeatsCard.ts';

const at = (time: string): Instant => `2026-11-20T${time}Z` as Instant;

const set = (first: string | null, second: string | null) => ({
  zone: 'UTC' as ZoneId,
  opensAt: at('09:00:00'),
  firstReminderAt: first === null ? null : at(first),
  secondReminderAt: second === null ? null : at(second),
  closesAt: at('20:00:00'),
  graceEndsAt: at('20:00:00'),
});

it.each([
  ['the last one, three hours after the prompt', 'reminder2', '12:00:00', '09:00:00', true],
  ['the last one, three hours after a prompt that took some seconds', 'reminder2', '12:00:00', '09:00:59', true],
  ['the last one, a minute less after the prompt', 'reminder2', '11:59:00', '09:00:00', false],
  ['the last one, after a prompt that came late', 'reminder2', '12:00:00', '09:50:00', false],
] as const)('repeats the card or points to it: %s', (_name, kind, due, promptedAt, expected) => {
  expect(reminderRepeatsCard({ kind, set: set('10:00:00', due), promptedAt: at(promptedAt) })).toBe(expected);
});

it('points to the card from a first reminder, however old the card is, unless it is the only reminder', () => {
  expect(reminderRepeatsCard({ kind: 'reminder1', set: set('15:00:00', '19:45:00'), promptedAt: at('09:00:00') })).toBe(
    false,
  );
  expect(reminderRepeatsCard({ kind: 'reminder1', set: set('15:00:00', null), promptedAt: at('09:00:00') })).toBe(true);
});

it('repeats the card when the chat holds none', () => {
  expect(reminderRepeatsCard({ kind: 'reminder1', set: set('10:00:00', '10:45:00'), promptedAt: undefined })).toBe(
    true,
  );
});
