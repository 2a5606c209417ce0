import { aDate, aMeeting, aMemberId, anInstant } from '../../support/data/idDateAndRecordBuilders.ts';
import { newRun } from '../../../bot/src/domain/runs/runOpening.ts';
import { whyNotAsked } from '../../../bot/src/domain/runs/whyMemberIsNotAsked.ts';
import { isLatePrompt, lastSendInstant, lastSummaryInstant } from '../../../bot/src/domain/runs/lastSendInstants.ts';
import type { ToMember } from '../../../bot/src/domain/runs/memberMessageInstants.ts';
import type { Reachable } from '../../../bot/src/domain/runs/reachableMembers.ts';
import {
  settledRun,
  summaryDueAt,
  withDroppedMembers,
} from '../../../bot/src/domain/runs/runClosingAndDroppedMembers.ts';
import { personAddress } from '../../../bot/src/domain/core/chatAddressParts.ts';

const at = (time: string): number => Date.parse(`2026-11-20T${time}:00Z`);
const people = ['ann', 'bob'].map((name) => ({
  memberId: aMemberId(name),
  name,
  timezone: null,
  isEnabled: true,
  leftOn: null,
}));
const run = newRun({
  meeting: aMeeting(),
  date: aDate('2026-11-20'),
  source: 'SCHEDULE',
  openMs: null,
  round: 1,
  people,
  isHoliday: false,
  isOnVacation: (member) => member === aMemberId('bob'),
  answered: new Set(),
  now: at('09:00'),
});
const ann: Reachable = {
  memberId: aMemberId('ann'),
  isEnabled: true,
  leftOn: null,
  isMuted: false,
  mutedUntil: null,
  timezone: null,
  unreachable: null,
  unreachableSince: null,
};
const message = (change: Partial<ToMember> = {}): ToMember => ({
  meeting: aMeeting(),
  isConnected: true,
  run,
  round: 1,
  notAfter: null,
  now: at('09:00'),
  kind: 'prompt',
  memberId: aMemberId('ann'),
  member: ann,
  address: personAddress({ tenant: 'contoso', endpoint: 'http://127.0.0.1/', user: 'ann', chat: null }),
  hasAnswered: false,
  hasSkipped: false,
  snoozedUntil: undefined,
  isOnVacation: false,
  prompt: undefined,
  ...change,
});
const promptAt = (time: string, isLate = false): ToMember['prompt'] => ({ isSent: true, at: at(time), isLate });

it('is sent if all conditions hold', () => {
  expect(whyNotAsked(message())).toBeNull();
});

it.each<[string, Partial<ToMember>]>([
  ['MEETING_GONE', { meeting: undefined }],
  ['DEACTIVATED', { meeting: aMeeting({ isEnabled: false }) }],
  ['RUN_OVER', { run: { ...run, state: 'CANCELLED' } }],
  ['RUN_OVER', { round: 2 }],
  ['TOO_LATE', { notAfter: at('09:30'), now: at('09:31') }],
  ['TOO_LATE', { now: at('11:00') }],
  // If a downtime covered the opening and the close, the engine handles the close first.
  ['TOO_LATE', { run: { ...run, state: 'COMPLETED', reason: 'WINDOW_OVER' }, now: at('13:00') }],
  ['RUN_OVER', { run: { ...run, state: 'COMPLETED', reason: 'WINDOW_OVER' }, round: 2, now: at('13:00') }],
  ['RUN_OVER', { run: { ...run, state: 'COMPLETED', reason: 'ALL_ANSWERED' } }],
  ['DISCONNECTED', { isConnected: false }],
  ['NOT_ASKED', { meeting: aMeeting({ members: [aMemberId('bob')] }) }],
  ['NOT_ASKED', { memberId: aMemberId('bob') }],
  ['NOT_ASKED', { member: { ...ann, isEnabled: false } }],
  ['NOT_ASKED', { member: { ...ann, leftOn: anInstant('2026-11-20T08:00:00Z') } }],
  ['ANSWERED', { hasAnswered: true }],
  ['VACATION', { isOnVacation: true }],
  ['VACATION', { kind: 'reminder1', isOnVacation: true }],
  ['MUTED', { kind: 'reminder1', member: { ...ann, isMuted: true } }],
  ['UNREACHABLE', { member: { ...ann, unreachable: 'BLOCKED', unreachableSince: '2026-11-19T09:00:00.000Z' } }],
  ['NO_ADDRESS', { address: null }],
])('is not sent for %s (%#)', (reason, change) => {
  expect(whyNotAsked(message(change))).toBe(reason);
});

// The window is from 09:00 to 11:00; reminders are due at 10:00 and 10:45.
it.each<[ReturnType<typeof whyNotAsked>, string, Partial<ToMember>]>([
  [null, 'the prompt was sent on time', { now: at('10:00'), prompt: promptAt('09:00') }],
  ['JUST_PROMPTED', 'the prompt may still be sent', { now: at('10:00'), prompt: undefined }],
  [null, 'the prompt can no longer be sent', { now: at('10:01'), prompt: undefined }],
  [null, 'the prompt failed', { now: at('10:00'), prompt: { isSent: false, at: at('09:00'), isLate: false } }],
  ['JUST_PROMPTED', 'a late prompt was sent 29 minutes before', { now: at('10:00'), prompt: promptAt('09:31', true) }],
  [
    null,
    'a late prompt was sent a quarter of the window before',
    { now: at('10:00'), prompt: promptAt('09:30', true) },
  ],
  ['NEXT_REMINDER_DUE', 'the second reminder is due as well', { now: at('10:45'), prompt: promptAt('09:00') }],
  [null, 'the second reminder is due a minute later', { now: at('10:44'), prompt: promptAt('09:00') }],
])('the first reminder: %s when %s', (reason, _when, change) => {
  expect(whyNotAsked(message({ kind: 'reminder1', ...change }))).toBe(reason);
});

it('sends the second reminder whatever happened to the first', () => {
  expect(whyNotAsked(message({ kind: 'reminder2', now: at('10:45'), prompt: promptAt('09:00') }))).toBeNull();
  expect(whyNotAsked(message({ kind: 'reminder2', now: at('10:45'), prompt: promptAt('10:20', true) }))).toBe(
    'JUST_PROMPTED',
  );
});

it('tries an unreachable person once a week, and prompts a person who muted reminders', () => {
  expect(
    whyNotAsked(message({ member: { ...ann, unreachable: 'BLOCKED', unreachableSince: '2026-11-13T09:00:00.000Z' } })),
  ).toBeNull();
  expect(whyNotAsked(message({ member: { ...ann, isMuted: true } }))).toBeNull();
});

it('may be sent until an hour after it is due or until the close, and is late after a minute', () => {
  expect(lastSendInstant('prompt', at('09:00'), at('11:00'))).toBe(at('10:00'));
  expect(lastSendInstant('prompt', at('10:30'), at('11:00'))).toBe(at('11:00'));
  expect(lastSendInstant('reminder1', at('10:00'), at('11:00'))).toBe(at('11:00'));
  expect([isLatePrompt(run, ann.memberId, at('09:01')), isLatePrompt(run, ann.memberId, at('09:02'))]).toEqual([
    false,
    true,
  ]);
});

it('posts a summary up to a day late, and updates it until an hour after the grace period', () => {
  expect(lastSummaryInstant(run, false)).toBe(Date.parse('2026-11-21T11:00:00Z'));
  expect(lastSummaryInstant(run, true)).toBe(Date.parse('2026-11-23T10:00:00Z'));
  expect(summaryDueAt(run)).toBe(at('11:00'));
});

it('completes when no member owes an answer, at the latest at the close', () => {
  expect(settledRun(run, [], at('10:59'))).toBe(run);
  expect(settledRun(run, [], at('11:00'))).toMatchObject({ state: 'COMPLETED', reason: 'WINDOW_OVER' });
  const left = withDroppedMembers(
    run,
    people.filter((person) => person.name !== 'ann'),
    aMeeting(),
  );
  expect(settledRun(left, [], at('09:10'))).toMatchObject({ reason: 'ALL_ANSWERED' });
  const completed = settledRun(run, [], at('11:00'));
  expect(withDroppedMembers(completed, [], { members: [] })).toBe(completed);
});
