import type { MemberId, OrgId, TeamId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { openSqliteStore } from '../../store/sqlite/openSqlite.ts';
import { inOrg } from '../../store/recordKindsAndAccess.ts';
import type { ValueOf } from '../../store/recordKindsAndAccess.ts';
import { teamMember } from '../../store/kinds/people/teamMember.ts';
import {
  createMessageRecord,
  pendingOf,
  recordAcceptedMessage,
  withPending,
  withoutPending,
} from './messageRecordWithSendCounts.ts';
import type { MessageId, MessageRecordRules, MessageResult, Pending } from './messageRecordWithSendCounts.ts';
import { UnrecordedError } from './unrecordedMessageError.ts';

const [orgId, teamId, ann] = ['O' as OrgId, 'T' as TeamId, '01ARZ3NDEKTSV4RRFFQ69G5FAV' as MemberId];
const now = Date.parse('2026-11-20T09:00:00Z');
const id: MessageId = { who: ann, number: 1 };
const sent = { conversationId: 'chat', activityId: '7' };

const goneMember: ValueOf<typeof teamMember> = {
  ...{ memberId: ann, name: 'Ann', email: '', thumbnailUrl: null, isEnabled: true, leftOn: null },
  ...{ timezone: null, timezoneFrom: null, locale: null, localeFrom: null, isMuted: false, mutedUntil: null },
  ...{ tid: null, oid: null, teamsUserId: null, serviceUrl: null, conversationId: null },
  ...{ unreachable: 'GONE', unreachableSince: null },
};

interface Sample {
  readonly pending: Pending[];
  readonly results: readonly (MessageId & MessageResult)[];
}

/** Keeps one record in a variable. `stored` undefined: the record does not exist. */
const aRecord = (stored: Sample | undefined = { pending: [], results: [] }) => {
  const state: { stored: Sample | undefined; isRefusing: boolean } = { stored, isRefusing: false };
  const rules: MessageRecordRules<Sample> = {
    records: inOrg(openSqliteStore({ file: ':memory:' }), orgId),
    teamId,
    read: () => Promise.resolve(state.stored),
    change: (change) => {
      if (state.isRefusing) return Promise.reject(new Error('refused'));
      state.stored = change(state.stored ?? { pending: [], results: [] }) ?? state.stored;
      return Promise.resolve();
    },
    find: pendingOf,
    hasSent: ({ results }, { who, number }) =>
      results.some((result) => result.who === who && result.number === number && result.reason === null),
    withPending,
    withResult: (before, message, result) => {
      const rest = withoutPending(before, message);
      return { ...rest, results: [...rest.results, { ...message, ...result }] };
    },
  };
  return { state, rules, record: createMessageRecord(rules) };
};

describe('the record of the messages of a maintenance row', () => {
  it('counts three sends and refuses the fourth', async () => {
    const { record, state } = aRecord();
    const counts = [];
    for (let send = 0; send < 4; send += 1) counts.push(await record.countSend(id, now));
    expect(counts).toEqual([1, 2, 3, undefined]);
    expect(state.stored?.pending).toEqual([{ ...id, sends: 3, notBefore: '2026-11-20T09:00:00.000Z' }]);
  });

  it('keeps the instant of the next attempt, and the count that the caller gives', async () => {
    const { record } = aRecord();
    expect(await record.waitsUntil(id)).toBeUndefined();
    await record.countSend(id, now);
    await record.postpone(id, 0, now + 5_000);
    expect(await record.waitsUntil(id)).toBe(now + 5_000);
    expect(await record.countSend(id, now)).toBe(1);
  });

  it('counts another message of the same recipient from one, and another recipient apart', async () => {
    const { record, state } = aRecord();
    const bob = { who: 'bob' as MemberId, number: 1 };
    await record.countSend(id, now);
    await record.countSend(bob, now);
    expect(await record.countSend({ ...id, number: 2 }, now)).toBe(1);
    expect(state.stored?.pending.map(({ who, number }) => [who, number])).toEqual([
      ['bob', 1],
      [ann, 2],
    ]);
  });

  it('removes the count when the message has a result', async () => {
    const { record, state } = aRecord();
    await record.countSend(id, now);
    const result = { conversationId: null, activityId: null, digest: '', reason: 'MUTED' as const };
    await record.noteResult(id, result);
    expect(state.stored).toEqual({ pending: [], results: [{ ...id, ...result }] });
  });

  it('records a sent message once, and marks the recipient as reachable', async () => {
    const { record, rules, state } = aRecord();
    const key = { teamId, memberId: ann };
    await rules.records.insert(teamMember, key, goneMember);
    await record.recordSent(id, sent, 'first');
    await record.recordSent(id, sent, 'second');
    expect(state.stored?.results).toEqual([{ ...id, ...sent, digest: 'first', reason: null }]);
    const member = await rules.records.get(teamMember, key);
    expect(member?.value).toMatchObject({ conversationId: 'chat', unreachable: null, unreachableSince: null });
  });

  it('throws the ids of a sent message whose record is refused', async () => {
    const { record, state } = aRecord();
    state.isRefusing = true;
    const failure = await record.recordSent(id, sent, '').catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(UnrecordedError);
    expect(failure).toMatchObject({ sent: { ...sent, ...id }, isLate: false });
  });

  it('records a message of an earlier claim without a digest, unless the record was deleted', async () => {
    const accepted = { ...sent, ...id, isLate: false };
    const { rules, state } = aRecord({
      pending: [{ ...id, sends: 1, notBefore: 'then' as Pending['notBefore'] }],
      results: [],
    });
    await recordAcceptedMessage(rules, null);
    expect(state.stored?.results).toEqual([]);
    await recordAcceptedMessage(rules, accepted);
    expect(state.stored).toEqual({ pending: [], results: [{ ...id, ...sent, digest: '', reason: null }] });
    state.stored = undefined;
    await recordAcceptedMessage(rules, accepted);
    expect(state.stored).toBeUndefined();
  });
});
