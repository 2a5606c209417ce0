import { aDate, aMeeting, aMemberId, anInstant } from '../support/builders.ts';
import { newOccurrence } from '../../bot/src/domain/opening.ts';
import { isLatePrompt, lastMoment, lastSummaryMoment, whyNotAsked } from '../../bot/src/domain/sending.ts';
import type { Reachable, ToMember } from '../../bot/src/domain/sending.ts';
import { settled, summaryDueAt, withDropped } from '../../bot/src/domain/settling.ts';

const at = (time: string): number => Date.parse(`2026-11-20T${time}:00Z`);
const people = ['ann', 'bob'].map((name) => ({
  memberId: aMemberId(name),
  name,
  timezone: null,
  isEnabled: true,
  leftOn: null,
}));
const run = newOccurrence({
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
  serviceUrl: 'http://127.0.0.1/',
  teamsUserId: 'ann',
};
const message = (change: Partial<ToMember> = {}): ToMember => ({
  meeting: aMeeting(),
  isConnected: true,
  occurrence: run,
  round: 1,
  notAfter: null,
  now: at('09:00'),
  kind: 'prompt',
  memberId: aMemberId('ann'),
  member: ann,
  hasAnswered: false,
  isOnVacation: false,
  ...change,
});

it('is sent when everything still holds', () => {
  expect(whyNotAsked(message())).toBeNull();
});

it.each<[string, Partial<ToMember>]>([
  ['MEETING_GONE', { meeting: undefined }],
  ['DEACTIVATED', { meeting: aMeeting({ isEnabled: false }) }],
  ['RUN_OVER', { occurrence: { ...run, state: 'CANCELLED' } }],
  ['RUN_OVER', { round: 2 }],
  ['TOO_LATE', { notAfter: at('09:30'), now: at('09:31') }],
  ['TOO_LATE', { now: at('11:00') }],
  ['DISCONNECTED', { isConnected: false }],
  ['NOT_ASKED', { meeting: aMeeting({ members: [aMemberId('bob')] }) }],
  ['NOT_ASKED', { memberId: aMemberId('bob') }],
  ['NOT_ASKED', { member: { ...ann, isEnabled: false } }],
  ['NOT_ASKED', { member: { ...ann, leftOn: anInstant('2026-11-20T08:00:00Z') } }],
  ['ANSWERED', { hasAnswered: true }],
  ['VACATION', { isOnVacation: true }],
  ['VACATION', { kind: 'r1', isOnVacation: true }],
  ['MUTED', { kind: 'r1', member: { ...ann, isMuted: true } }],
  ['UNREACHABLE', { member: { ...ann, unreachable: 'BLOCKED', unreachableSince: '2026-11-19T09:00:00.000Z' } }],
  ['NO_ADDRESS', { member: { ...ann, teamsUserId: null } }],
])('is not sent for %s (%#)', (reason, change) => {
  expect(whyNotAsked(message(change))).toBe(reason);
});

it('tries somebody out of reach once a week, and prompts who only muted reminders', () => {
  expect(
    whyNotAsked(message({ member: { ...ann, unreachable: 'BLOCKED', unreachableSince: '2026-11-13T09:00:00.000Z' } })),
  ).toBeNull();
  expect(whyNotAsked(message({ member: { ...ann, isMuted: true } }))).toBeNull();
});

it('may begin until an hour after it is due or the close, and is late after a minute', () => {
  expect(lastMoment('prompt', at('09:00'), at('11:00'))).toBe(at('10:00'));
  expect(lastMoment('prompt', at('10:30'), at('11:00'))).toBe(at('11:00'));
  expect(lastMoment('r1', at('10:00'), at('11:00'))).toBe(at('11:00'));
  expect([isLatePrompt(run, ann.memberId, at('09:01')), isLatePrompt(run, ann.memberId, at('09:02'))]).toEqual([
    false,
    true,
  ]);
});

it('posts a summary up to a day late, and updates it until an hour after the grace', () => {
  expect(lastSummaryMoment(run, false)).toBe(Date.parse('2026-11-21T11:00:00Z'));
  expect(lastSummaryMoment(run, true)).toBe(Date.parse('2026-11-23T10:00:00Z'));
  expect(summaryDueAt(run)).toBe(at('11:00'));
});

it('settles when nobody owes any more, at the latest at the close', () => {
  expect(settled(run, [], at('10:59'))).toBe(run);
  expect(settled(run, [], at('11:00'))).toMatchObject({ state: 'COMPLETED', reason: 'WINDOW_OVER' });
  const left = withDropped(
    run,
    people.filter((one) => one.name !== 'ann'),
    aMeeting().members,
  );
  expect(settled(left, [], at('09:10'))).toMatchObject({ reason: 'ALL_ANSWERED' });
  const completed = settled(run, [], at('11:00'));
  expect(withDropped(completed, [], [])).toBe(completed);
});
