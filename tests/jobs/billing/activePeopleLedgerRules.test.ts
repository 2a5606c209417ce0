import type { MeetingId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { closeBillingMonth } from '../../../bot/src/services/billing/issueInvoices.ts';
import { recordActiveMember, usageIntentSteps } from '../../../bot/src/services/billing/activeMemberIntents.ts';
import { inSequentialOrder, inOrg } from '../../../bot/src/store/recordKindsAndAccess.ts';
import { answer, history } from '../../../bot/src/store/kinds/answers/answerAndHistory.ts';
import { taskMark, usage } from '../../../bot/src/store/kinds/billing/usageLedger.ts';
import { StoreError } from '../../../bot/src/store/tableStorePort.ts';
import { openSqliteStore } from '../../../bot/src/store/sqlite/openSqlite.ts';
import type { SqliteStore } from '../../../bot/src/store/sqlite/openSqlite.ts';
import { november } from '../../support/data/seedActivePeopleAndCloseMonths.ts';
import {
  aDate,
  aMeetingId,
  aMemberId,
  aTeamId,
  anInstant,
  anOrgId,
} from '../../support/data/idDateAndRecordBuilders.ts';
import { rowsOf } from '../../support/data/readStoreRows.ts';
import { testDeps } from '../../support/data/testDepsAndLogs.ts';
import { aWorld } from '../../support/worlds/teamWorldWithEngine.ts';
import type { World } from '../../support/worlds/teamWorldWithEngine.ts';

// Tests the event that makes a person count in a month: a save writes an outbox row, which becomes a ledger row.

const month = '202611';
const daily = aMeetingId();
const second = aMeetingId('second');
const [orgId, teamId, ann] = [anOrgId(), aTeamId(), aMemberId('ann')];

interface Counting {
  readonly world: World;
  readonly store: SqliteStore;
  /** Writes the outbox row by which a save makes a person count in the month of the current time. */
  readonly intend: () => Promise<void>;
  readonly give: (date: string, answeredAt: string, meetingId?: MeetingId) => Promise<void>;
  readonly mark: (at: string) => Promise<void>;
  readonly ledger: (of?: string) => Promise<string | undefined>;
  readonly waiting: () => Promise<number>;
}

const counting = async (start = '2026-11-20T08:00:00Z'): Promise<Counting> => {
  const store = openSqliteStore({ file: ':memory:' });
  const world = await aWorld({ people: ['ann'], store, start });
  // The test writes rows without a meeting, so `verify` must ignore the faults that it would report.
  world.plants(/./);
  const records = inOrg(store, orgId);
  const place = { orgId, teamId, memberId: ann, meetingId: null };
  return {
    ...{ world, store },
    intend: async () => inSequentialOrder(store, [await usageIntentSteps({ store }, place, world.clock.now())]),
    give: async (date, answeredAt, meetingId = daily) => {
      const key = { teamId, date: aDate(date), meetingId, memberId: ann };
      await records.insert(history, key, { meetingId, date: key.date, hasBlocker: false, goals: [] });
      await records.insert(answer, key, {
        ...{ meetingId, memberId: ann, date: key.date, values: {}, goals: [], hasBlocker: false },
        ...{ isGoalAchieved: false, answeredAt: anInstant(answeredAt), editedAt: null, isLate: false, isAhead: false },
        ...{ sentFrom: null, givenTo: null },
      });
    },
    mark: async (at) => {
      const row = { memberId: ann, meetingId: null, at: anInstant(at) };
      await records.insert(taskMark, { month, teamId, memberId: ann }, row);
    },
    ledger: async (of = month) => {
      const row = (await records.get(usage, { month: of, memberId: ann }))?.value;
      return row === undefined ? undefined : `${row.event} ${row.at}`;
    },
    waiting: async () => (await rowsOf(store.admin, 'Outbox')).filter(({ rk }) => rk.includes('|used|')).length,
  };
};

describe('the ledger of a month', () => {
  it('names the first answer, whatever order the dates of the answers have', async () => {
    const { world, give, intend, ledger, waiting } = await counting();
    await give('2026-11-18', '2026-11-19T09:00:00.000Z');
    await give('2026-11-19', '2026-11-17T09:00:00.000Z');
    await give('2026-11-20', '2026-11-20T07:00:00.000Z', second);
    await intend();
    await world.engine.poll();
    expect(await ledger()).toBe('ANSWER 2026-11-17T09:00:00.000Z');
    expect(await waiting()).toBe(0);
  });

  it.each([
    ['ahead, for a date of the next month', '2026-12-03', '2026-11-30T09:00:00.000Z'],
    ['late, for a date of the month before', '2026-10-30', '2026-11-01T00:00:00.000Z'],
  ])('counts an answer that was saved %s', async (_what, date, answeredAt) => {
    const { world, give, intend, ledger } = await counting('2026-11-30T09:30:00Z');
    await give(date, answeredAt);
    await intend();
    await world.engine.poll();
    expect(await ledger()).toBe(`ANSWER ${answeredAt}`);
  });

  it('counts no answer of another month', async () => {
    const { world, give, intend, ledger } = await counting('2026-11-30T23:59:00Z');
    await give('2026-11-30', '2026-12-01T00:00:00.000Z');
    await give('2026-11-02', '2026-10-31T23:59:59.999Z', second);
    await intend();
    await world.engine.poll();
    expect(await ledger()).toBeUndefined();
  });

  it.each([
    ['the answer when it came first', '2026-11-18T09:00:00.000Z', 'ANSWER 2026-11-17T09:00:00.000Z'],
    ['the task when it came first', '2026-11-16T09:00:00.000Z', 'TASK 2026-11-16T09:00:00.000Z'],
    ['the answer when both came at once', '2026-11-17T09:00:00.000Z', 'ANSWER 2026-11-17T09:00:00.000Z'],
  ])('names %s', async (_what, savedAt, first) => {
    const { world, give, mark, intend, ledger } = await counting();
    await give('2026-11-17', '2026-11-17T09:00:00.000Z');
    await mark(savedAt);
    await intend();
    await world.engine.poll();
    expect(await ledger()).toBe(first);
  });

  it('deletes the mark of a task and the row that requested the entry', async () => {
    const { world, store, mark, intend, ledger, waiting } = await counting();
    await mark('2026-11-16T09:00:00.000Z');
    await intend();
    await world.engine.poll();
    expect(await ledger()).toBe('TASK 2026-11-16T09:00:00.000Z');
    expect(await inOrg(store, orgId).get(taskMark, { month, teamId, memberId: ann })).toBeUndefined();
    expect(await waiting()).toBe(0);
    expect(world.log.errors).toEqual([]);
  });

  it('waits two minutes for a save that is still under way, and then no longer', async () => {
    const { world, mark, intend, ledger, waiting } = await counting();
    await intend();
    await world.runUntil('2026-11-20T08:01:50Z', 10);
    expect(await waiting()).toBe(1);
    await mark('2026-11-20T08:00:00.000Z');
    await world.runUntil('2026-11-20T08:02:00Z', 10);
    expect(await ledger()).toBe('TASK 2026-11-20T08:00:00.000Z');

    const other = await counting();
    await other.intend();
    await other.world.runUntil('2026-11-20T08:02:10Z', 10);
    expect(await other.waiting()).toBe(0);
    expect(await other.ledger()).toBeUndefined();
  });
});

describe('the ledger row that another team wrote first', () => {
  const later = { memberId: ann, event: 'ANSWER', at: anInstant('2026-11-18T09:00:00Z'), meetingId: null } as const;
  const withRow = async () => {
    const counter = await counting();
    await counter.intend();
    await inOrg(counter.store, orgId).insert(usage, { month, memberId: ann }, later);
    return counter;
  };

  it('accepts only an earlier event in place of its own', async () => {
    const earlier = await withRow();
    await earlier.mark('2026-11-18T08:59:59.999Z');
    await earlier.world.engine.poll();
    expect(await earlier.ledger()).toBe('TASK 2026-11-18T08:59:59.999Z');
    for (const at of ['2026-11-18T09:00:00.000Z', '2026-11-18T09:00:00.001Z']) {
      const same = await withRow();
      await same.mark(at);
      await same.world.engine.poll();
      expect(await same.ledger()).toBe('ANSWER 2026-11-18T09:00:00.000Z');
      expect(await same.waiting()).toBe(0);
    }
  });

  it('stays the same once an invoice was made from it', async () => {
    const { world, store, mark, ledger, waiting } = await withRow();
    const deps = { ...testDeps(store, world.clock), payments: null };
    await closeBillingMonth(deps, orgId, november, november);
    await mark('2026-11-16T09:00:00.000Z');
    await world.engine.poll();
    expect(await ledger()).toBe('ANSWER 2026-11-18T09:00:00.000Z');
    expect(await waiting()).toBe(0);
  });
});

describe('an intent', () => {
  it('an intent of a withdrawn answer counts no person', async () => {
    const { world, store, give, intend, ledger } = await counting();
    await give('2026-11-18', '2026-11-18T09:00:00.000Z');
    const key = { teamId, date: aDate('2026-11-18'), meetingId: daily, memberId: ann };
    const meetingId = await inOrg(store, orgId).get(answer, key);
    if (meetingId !== undefined) await inOrg(store, orgId).delete(answer, key, meetingId.etag);
    await intend();
    await world.engine.poll();
    expect(await ledger()).toBeUndefined();
    expect(world.log.errors).toEqual([]);
  });

  it('is retried after ten seconds, and dropped two minutes after the save', async () => {
    const { world, store, intend, waiting } = await counting();
    await intend();
    await world.engine.poll();
    const [row] = (await rowsOf(store.admin, 'Outbox')).filter(({ rk }) => rk.includes('|used|'));
    expect(row?.values['notBefore']).toBe('2026-11-20T08:00:10.000Z');
    await world.runUntil('2026-11-20T08:02:00Z', 10);
    expect(await waiting()).toBe(0);
  });

  /**
   * Creates a world with an active member. During one poll, it fails all deletions of rows whose key contains `prefix`.
   */
  const refusing = async (prefix: string, fault: 'CONFLICT' | 'UNAVAILABLE') => {
    const counter = await counting();
    await counter.mark('2026-11-16T09:00:00.000Z');
    await counter.intend();
    const { store } = counter;
    const real = store.delete.bind(store);
    const spy = jest.spyOn(store, 'delete').mockImplementation((table, key, etag) => {
      if (!key.rk.startsWith(prefix) && !key.rk.includes(prefix)) return real(table, key, etag);
      return Promise.reject(new StoreError(fault, 'The test refuses this.'));
    });
    await counter.world.engine.poll();
    spy.mockRestore();
    expect(await counter.ledger()).toBe('TASK 2026-11-16T09:00:00.000Z');
    return counter;
  };

  it('completes if another server deleted the mark, and waits if the delete failed', async () => {
    const forgotten = await refusing('U|', 'CONFLICT');
    expect(await forgotten.waiting()).toBe(0);
    const failed = await refusing('U|', 'UNAVAILABLE');
    expect(await failed.waiting()).toBe(1);
    expect(failed.world.log.errors).not.toEqual([]);
  });

  it('waits if a second save renewed it', async () => {
    const renewed = await refusing('|used|', 'CONFLICT');
    expect(await renewed.waiting()).toBe(1);
    expect(renewed.world.log.errors).toEqual([]);
    const failed = await refusing('|used|', 'UNAVAILABLE');
    expect(failed.world.log.errors).not.toEqual([]);
  });
});

describe('a task that is saved', () => {
  const place = { orgId, teamId, memberId: ann, meetingId: null };

  it('leaves one mark a month: the first one remains', async () => {
    const { store } = await counting();
    const save = async (at: string): Promise<void> => {
      const { intents, steps } = await recordActiveMember({ store }, place, Date.parse(at));
      await inSequentialOrder(store, [intents, steps]);
    };
    await save('2026-11-20T08:00:00Z');
    await save('2026-11-20T08:00:01Z');
    const mark = await inOrg(store, orgId).get(taskMark, { month, teamId, memberId: ann });
    expect(mark?.value.at).toBe('2026-11-20T08:00:00.000Z');
  });

  it('leaves no mark when the ledger already has its person', async () => {
    const { store } = await counting();
    const row = { memberId: ann, event: 'ANSWER', at: anInstant('2026-11-02T09:00:00Z'), meetingId: null } as const;
    await inOrg(store, orgId).insert(usage, { month, memberId: ann }, row);
    expect(await recordActiveMember({ store }, place, Date.parse('2026-11-30T23:59:59Z'))).toEqual({
      intents: [],
      steps: [],
    });
    expect((await recordActiveMember({ store }, place, Date.parse('2026-12-01T00:00:00Z'))).intents).toHaveLength(1);
  });
});
