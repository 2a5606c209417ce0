import type { Instant, LocalDate, MemberId, ZoneId } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { Run, SnapshotMember } from '#contracts/runs/runSchema.ts';
import type { PersonAddress } from '../core/chatAddressTypes.ts';
import { personAddress } from '../core/chatAddressParts.ts';
import { whyNotAsked } from './whyMemberIsNotAsked.ts';
import { isOwnInstant } from './memberMessageInstants.ts';
import type { ToMember } from './memberMessageInstants.ts';
import { whyNotMailed } from './whySummaryOrEmailIsNotSent.ts';
import type { ToMail } from './whySummaryOrEmailIsNotSent.ts';
import { isBeforeRestore, isLatePrompt, lastSendInstant, lastSummaryInstant } from './lastSendInstants.ts';
import { whyRunIsNotSent } from './whyRunIsNotSent.ts';
import type { RunNow } from './whyRunIsNotSent.ts';
import { whyNotNotified } from './reachableMembers.ts';
import type { Reachable } from './reachableMembers.ts';
import { isOwnFault, skipReasons } from './skipReasons.ts';

const zone = 'Europe/Berlin' as ZoneId;
const ann = 'ann' as MemberId;
const at = (time: string): Instant => `2026-11-20T${time}:00.000Z` as Instant;
const ms = (time: string): number => Date.parse(at(time));

const set = {
  ...{ zone, opensAt: at('09:00'), closesAt: at('11:00'), graceEndsAt: at('20:00') },
  ...{ firstReminderAt: at('10:00'), secondReminderAt: at('10:45') },
};
const member = (change: Partial<SnapshotMember> = {}): SnapshotMember => ({
  ...{ memberId: ann, name: 'Ann', zone, away: null, dropped: false, ...change },
});
const run = (change: Partial<Run> = {}): Run =>
  ({
    ...{ state: 'OPEN', reason: null, round: 1, members: [member()], instants: [set] },
    ...{ opensAt: at('09:00'), closesAt: at('12:00'), graceEndsAt: at('20:00'), ...change },
  }) as Run;
const chat = personAddress({ tenant: 'contoso', endpoint: 'https://chat.test', user: '29:ann', chat: null });
const reachable = (change: Partial<Reachable> = {}): Reachable => ({
  ...{ memberId: ann, isEnabled: true, leftOn: null, unreachable: null, unreachableSince: null },
  ...{ isMuted: false, mutedUntil: null, timezone: null },
  ...change,
});
const meeting = { isEnabled: true, members: [ann] };
const now = (change: Partial<RunNow> = {}): RunNow => ({
  ...{ meeting, isConnected: true, run: run(), round: 1, notAfter: null, now: ms('09:00'), ...change },
});
const toMember = (change: Partial<ToMember> = {}): ToMember => ({
  ...{ ...now(), kind: 'prompt', memberId: ann, member: reachable(), hasAnswered: false, isOnVacation: false },
  ...{ hasSkipped: false, snoozedUntil: undefined },
  ...{ address: chat, prompt: undefined, ...change },
});

describe('a run is silent', () => {
  it.each<[string, Partial<RunNow>, string | null]>([
    ['not while it is open', {}, null],
    ['without its report', { meeting: undefined }, 'MEETING_GONE'],
    ['without its row', { run: undefined }, 'MEETING_GONE'],
    ['while the report is off', { meeting: { ...meeting, isEnabled: false } }, 'DEACTIVATED'],
    ['in another round', { round: 2 }, 'RUN_OVER'],
    ['after its window', { run: run({ state: 'COMPLETED', reason: 'WINDOW_OVER' }) }, 'TOO_LATE'],
    ['once everybody answered', { run: run({ state: 'COMPLETED', reason: 'ALL_ANSWERED' }) }, 'RUN_OVER'],
    ['after it was cancelled', { run: run({ state: 'CANCELLED' }) }, 'RUN_OVER'],
    ['not at the last moment of a message', { notAfter: ms('09:00') }, null],
    ['after the last moment of a message', { notAfter: ms('09:00') - 1 }, 'TOO_LATE'],
    ['not just before its close', { now: ms('12:00') - 1 }, null],
    ['from its close on', { now: ms('12:00') }, 'TOO_LATE'],
    ['while the bot is not in the team', { isConnected: false }, 'DISCONNECTED'],
  ])('%s', (_what, change, reason) => {
    expect(whyRunIsNotSent(now(change))).toBe(reason);
  });
});

describe('a member is not asked', () => {
  it.each<[string, Partial<ToMember>, string | null]>([
    ['for no reason', {}, null],
    ['in a run that is silent', { isConnected: false }, 'DISCONNECTED'],
    ['outside the run', { memberId: 'eve' as MemberId }, 'NOT_ASKED'],
    ['while away', { run: run({ members: [member({ away: 'VACATION' })] }) }, 'NOT_ASKED'],
    ['after they were taken off the report', { meeting: { ...meeting, members: [] } }, 'NOT_ASKED'],
    ['without a place in the team', { member: undefined }, 'NOT_ASKED'],
    ['while disabled', { member: reachable({ isEnabled: false }) }, 'NOT_ASKED'],
    ['after they left', { member: reachable({ leftOn: '2026-11-20' }) }, 'NOT_ASKED'],
    ['after they answered', { hasAnswered: true }, 'ANSWERED'],
    ['on vacation', { isOnVacation: true }, 'VACATION'],
    ['after a block', { member: reachable({ unreachable: 'BLOCKED', unreachableSince: at('08:00') }) }, 'UNREACHABLE'],
    ['without an address', { address: null }, 'NO_ADDRESS'],
  ])('%s', (_what, change, reason) => {
    expect(whyNotAsked(toMember(change))).toBe(reason);
  });

  it('a member is not asked while they have muted messages, except for the prompt', () => {
    const muted = reachable({ isMuted: true });
    expect(whyNotAsked(toMember({ member: muted }))).toBeNull();
    expect(whyNotAsked(toMember({ member: muted, kind: 'reminder1' }))).toBe('MUTED');
  });

  it('again within a week after they blocked the bot', () => {
    const since = (time: string | null) =>
      whyNotAsked(toMember({ member: reachable({ unreachable: 'BLOCKED', unreachableSince: time }) }));
    expect(since('2026-11-13T09:00:00.001Z')).toBe('UNREACHABLE');
    expect(since('2026-11-13T09:00:00.000Z')).toBeNull();
    expect(since(null)).toBeNull();
  });
});

describe('a reminder is left out', () => {
  const sent = (time: string, isLate: boolean, isSent = true) => ({ isSent, isLate, at: ms(time) });
  const reminded = (change: Partial<ToMember>) =>
    whyNotAsked(toMember({ kind: 'reminder1', now: ms('10:00'), ...change }));

  it('a reminder is left out while its prompt may still be sent', () => {
    expect(reminded({})).toBe('JUST_PROMPTED');
    expect(reminded({ now: ms('10:00') + 1 })).toBeNull();
  });

  it('a reminder is left out within a quarter of the window after a late prompt', () => {
    expect(reminded({ prompt: sent('09:30', true) })).toBeNull();
    expect(reminded({ prompt: sent('09:31', true) })).toBe('JUST_PROMPTED');
    expect(reminded({ prompt: sent('09:31', false) })).toBeNull();
    expect(reminded({ prompt: sent('09:31', true, false) })).toBeNull();
  });

  it('a reminder is left out when the next reminder is due as well', () => {
    const prompt = sent('09:00', false);
    expect(reminded({ prompt, now: ms('10:45') - 1 })).toBeNull();
    expect(reminded({ prompt, now: ms('10:45') })).toBe('NEXT_REMINDER_DUE');
    expect(reminded({ prompt, now: ms('10:45'), kind: 'reminder2' })).toBeNull();
  });

  it('a reminder that the run does not have is never left out', () => {
    const none = run({ instants: [{ ...set, firstReminderAt: null, secondReminderAt: null }] });
    expect(reminded({ run: none })).toBeNull();
    const currentRun = run({ instants: [{ ...set, secondReminderAt: null }] });
    expect(reminded({ run: currentRun, prompt: sent('09:00', false), now: ms('10:50') })).toBeNull();
  });
});

describe('a separate message for a member', () => {
  it.each<[string, Reachable | undefined, string | null, PersonAddress | null]>([
    ['is sent by default', reachable(), null, chat],
    ['is not sent to a person outside the team', undefined, 'NOT_ASKED', chat],
    ['is not sent while disabled', reachable({ isEnabled: false }), 'NOT_ASKED', chat],
    ['is not sent after they left', reachable({ leftOn: '2026-11-20' }), 'NOT_ASKED', chat],
    ['is not sent while muted', reachable({ isMuted: true }), 'MUTED', chat],
    [
      'is not sent before a dated mute ends',
      reachable({ isMuted: true, mutedUntil: '2026-11-21' as LocalDate }),
      'MUTED',
      chat,
    ],
    [
      'is sent after a dated mute ended',
      reachable({ isMuted: true, mutedUntil: '2026-11-20' as LocalDate }),
      null,
      chat,
    ],
    [
      'is not sent after a block',
      reachable({ unreachable: 'BLOCKED', unreachableSince: at('08:00') }),
      'UNREACHABLE',
      chat,
    ],
    ['is not sent without an address', reachable(), 'NO_ADDRESS', null],
  ])('%s', (_what, of, reason, address) => {
    expect(whyNotNotified(of, address, ms('09:00'))).toBe(reason);
  });
});

describe('an email of a run', () => {
  const mail = (change: Partial<ToMail> = {}): ToMail => ({
    ...{ meeting, run: run(), round: 1, notAfter: null, now: ms('09:00'), kind: 'fallbackEmail', memberId: ann },
    ...{ address: 'ann@example.test', member: reachable(), hasAnswered: false, hasSkipped: false },
    ...{ isOnVacation: false, ...change },
  });

  it.each<[string, Partial<ToMail>, string | null]>([
    ['is sent', {}, null],
    ['has no address', { address: '' }, 'NO_ADDRESS'],
    ['has no report', { meeting: undefined }, 'MEETING_GONE'],
    ['has no run', { run: undefined }, 'MEETING_GONE'],
    ['is of a run that was cancelled', { run: run({ state: 'CANCELLED' }) }, 'RUN_OVER'],
    ['is of a run that was missed', { run: run({ state: 'MISSED' }) }, 'RUN_OVER'],
    ['is of a completed run', { run: run({ state: 'COMPLETED' }) }, null],
    ['is of another round', { round: 2 }, 'RUN_OVER'],
    ['is at its last moment', { notAfter: ms('09:00') }, null],
    ['is too late', { notAfter: ms('09:00') - 1 }, 'TOO_LATE'],
    ['is of a report that is off', { meeting: { ...meeting, isEnabled: false } }, null],
  ])('an email with the summary of a run %s', (_what, change, reason) => {
    expect(whyNotMailed(mail({ kind: 'summaryEmail', ...change }))).toBe(reason);
  });

  it.each<[string, Partial<ToMail>, string | null]>([
    ['is sent', {}, null],
    ['has no address', { address: '' }, 'NO_ADDRESS'],
    ['is of a run that is over', { run: run({ state: 'COMPLETED', reason: 'ALL_ANSWERED' }) }, 'RUN_OVER'],
    ['is for somebody outside the run', { memberId: 'eve' as MemberId }, 'NOT_ASKED'],
    ['is for somebody away', { run: run({ members: [member({ away: 'HOLIDAY' })] }) }, 'NOT_ASKED'],
    ['is for somebody off the report', { meeting: { ...meeting, members: [] } }, 'NOT_ASKED'],
    ['is for somebody without a place', { member: undefined }, 'NOT_ASKED'],
    ['is for somebody disabled', { member: { isEnabled: false, leftOn: null } }, 'NOT_ASKED'],
    ['is for somebody who left', { member: { isEnabled: true, leftOn: '2026-11-20' } }, 'NOT_ASKED'],
    ['is for somebody who answered', { hasAnswered: true }, 'ANSWERED'],
    ['is for somebody on vacation', { isOnVacation: true }, 'VACATION'],
  ])('an email to replace a card %s', (_what, change, reason) => {
    expect(whyNotMailed(mail(change))).toBe(reason);
  });
});

describe('moments', () => {
  it('a message due before the restore may have been sent', () => {
    expect(isBeforeRestore(10, 10)).toBe(true);
    expect(isBeforeRestore(11, 10)).toBe(false);
    expect(isBeforeRestore(0, undefined)).toBe(false);
  });

  it('a prompt may begin for an hour but not after the close, every other message until the close', () => {
    expect(lastSendInstant('prompt', ms('09:00'), ms('11:00'))).toBe(ms('10:00'));
    expect(lastSendInstant('prompt', ms('09:00'), ms('09:30'))).toBe(ms('09:30'));
    for (const kind of ['reminder1', 'reminder2', 'announcement'] as const)
      expect(lastSendInstant(kind, ms('09:00'), ms('11:00'))).toBe(ms('11:00'));
  });

  it('a summary may be posted for a day after the close, and updated for an hour after the grace', () => {
    expect(lastSummaryInstant(run(), false)).toBe(ms('12:00') + 24 * 3_600_000);
    expect(lastSummaryInstant(run(), true)).toBe(ms('21:00'));
  });

  it('a prompt is late more than a minute after the opening that applies', () => {
    expect(isLatePrompt(run(), ann, ms('09:01'))).toBe(false);
    expect(isLatePrompt(run(), ann, ms('09:01') + 1)).toBe(true);
    const other = run({ opensAt: at('08:00') });
    expect(isLatePrompt(other, 'eve' as MemberId, ms('08:01') + 1)).toBe(true);
    expect(isLatePrompt(other, ann, ms('08:30'))).toBe(false);
  });

  it('a message belongs to its member while it is due at one of their instants', () => {
    const theirs = (kind: 'prompt' | 'reminder1', time: string, memberId = ann) =>
      isOwnInstant(run(), { kind, memberId, at: at(time), snoozedUntil: undefined });
    expect(theirs('prompt', '09:00')).toBe(true);
    expect(theirs('prompt', '10:00')).toBe(false);
    expect(theirs('reminder1', '10:00')).toBe(true);
    expect(theirs('reminder1', '09:00')).toBe(false);
    expect(theirs('prompt', '10:00', 'eve' as MemberId)).toBe(true);
  });
});

it('the service is at fault only for messages that were late, refused, restored or parked', () => {
  const own = skipReasons.filter((reason) => isOwnFault(reason));
  expect(own).toEqual(['TOO_LATE', 'REJECTED', 'RESTORED', 'PARKED']);
  expect(isOwnFault(null)).toBe(false);
});
