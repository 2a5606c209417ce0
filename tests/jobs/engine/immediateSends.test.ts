import type { Claimed } from '../../../bot/src/jobs/delivery/claimAndRescheduleOutboxRows.ts';
import { createImmediateSends } from '../../../bot/src/jobs/delivery/immediateSends.ts';
import { jobSettings } from '../../../bot/src/jobs/core/jobDepsAndSettings.ts';
import type { JobDeps } from '../../../bot/src/jobs/core/jobDepsAndSettings.ts';
import type { Message } from '../../../bot/src/jobs/delivery/judgeRunMessage.ts';
import { messageOf, sendWindowsOf } from '../../../bot/src/jobs/delivery/batchSender.ts';
import type { SenderState } from '../../../bot/src/jobs/delivery/sendRunMessagesAndSenderState.ts';
import type { OutboxRow } from '../../../bot/src/services/runs/outboxRowAndRunRef.ts';
import { outbox } from '../../../bot/src/store/kinds/outbox/outboxRow.ts';
import { aDate, aMeetingId, anInstant, anOrgId, aTeamId } from '../../support/data/idDateAndRecordBuilders.ts';

// Tests messages that are claimed (reserved for this instance) in the write that creates them, and the order of a
// tenant's messages.

const now = Date.parse('2026-11-20T09:00:00Z');
const lease = '2026-11-20T09:01:00.000Z';

const aMessage = (change: Partial<OutboxRow> = {}): OutboxRow => ({
  orgId: anOrgId('some'),
  teamId: aTeamId(),
  at: anInstant('2026-11-20T09:00:00Z'),
  kind: 'prompt.1',
  meetingId: aMeetingId(),
  date: aDate('2026-11-20'),
  who: 'ann',
  notBefore: anInstant('2026-11-20T09:00:00Z'),
  notAfter: null,
  lease: null,
  touched: null,
  failures: null,
  parkedReason: null,
  ...change,
});
const many = (count: number, change: Partial<OutboxRow> = {}): OutboxRow[] =>
  Array.from({ length: count }, (_, index) => aMessage({ who: `person ${index}`, ...change }));
const written = (rows: readonly OutboxRow[]) => rows.map((row) => ({ row, key: outbox.at(null, row) }));

const someSends = ({ mayClaim = true } = {}) => {
  const sent: (readonly Claimed[])[] = [];
  const over: (() => void)[] = [];
  const send = (_deps: JobDeps, _state: SenderState, claimed: readonly Claimed[]): Promise<number> => {
    sent.push(claimed);
    return new Promise((resolve) =>
      over.push(() => {
        resolve(claimed.length);
      }),
    );
  };
  const deps = { clock: { now: () => now }, settings: jobSettings } as JobDeps;
  const state = { isStopping: () => !mayClaim, stoppedUntil: 0 } as SenderState;
  return {
    immediateSends: createImmediateSends(deps, state, send),
    sent,
    end: () => {
      over.forEach((item) => {
        item();
      });
    },
  };
};

const leases = (rows: readonly OutboxRow[]): unknown[] => [...new Set(rows.map((row) => row.lease))];

describe('new messages', () => {
  it('hold a lease from their insertion if they are due', () => {
    expect(leases(someSends().immediateSends.claim(many(11)))).toEqual([lease]);
  });

  it.each<[string, OutboxRow]>([
    ['a message that is due later', aMessage({ notBefore: anInstant('2026-11-20T09:00:01Z') })],
    ['a maintenance row', aMessage({ kind: 'summary' })],
    ['an email', aMessage({ kind: 'summaryEmail.1' })],
  ])('hold no lease: %s', (_what, row) => {
    expect(someSends().immediateSends.claim([row])).toEqual([row]);
  });

  it('hold no lease if no send may begin', () => {
    expect(leases(someSends({ mayClaim: false }).immediateSends.claim(many(2)))).toEqual([null]);
  });

  it('new messages of a large tenant wait for the next batch and delay no other tenant', () => {
    const other = aMessage({ orgId: anOrgId('other') });
    const rows = someSends().immediateSends.claim([...many(251), other]);
    expect(leases(rows.slice(0, -1))).toEqual([null]);
    expect(leases(rows.slice(-1))).toEqual([lease]);
  });

  it('count against their tenant until they are finished', async () => {
    const { immediateSends, sent, end } = someSends();
    immediateSends.send(written(immediateSends.claim(many(200))));
    expect(sent.map((item) => item.length)).toEqual([200]);
    expect(leases(immediateSends.claim(many(51)))).toEqual([null]);
    end();
    await immediateSends.done();
    expect(leases(immediateSends.claim(many(51)))).toEqual([lease]);
  });

  it('are sent only if they were written with a lease', () => {
    const { immediateSends, sent } = someSends();
    immediateSends.send(written(many(3)));
    expect(sent).toEqual([]);
  });
});

const messagesOf = (runs: number): Message[] =>
  Array.from({ length: runs }, (_, run) => aMeetingId(`meeting ${run}`)).flatMap((meetingId) =>
    [aMessage({ meetingId, kind: 'announcement.1', who: 'channel' }), aMessage({ meetingId })].flatMap(
      (row) => messageOf({ row, key: outbox.at(null, row), lease }) ?? [],
    ),
  );
const kindsOf = (turns: readonly (readonly (readonly Message[])[])[]): string[] =>
  turns.map((runs) => runs.map((run) => run.map((message) => message.kind).join('+')).join(' '));

describe('the messages of a tenant', () => {
  it('are sent run by run', () => {
    expect(kindsOf(sendWindowsOf(messagesOf(2), { perTenant: 8, mostAtOnce: 10 }))).toEqual([
      'announcement+prompt',
      'announcement+prompt',
    ]);
  });

  it('contain prompts first if the announcements would delay them, and announcements in parallel', () => {
    const turns = kindsOf(sendWindowsOf(messagesOf(11), { perTenant: 8, mostAtOnce: 10 }));
    expect(turns.slice(0, 11)).toEqual(Array.from({ length: 11 }, () => 'prompt'));
    expect(turns.slice(11)).toEqual([
      Array(8).fill('announcement').join(' '),
      'announcement announcement announcement',
    ]);
  });
});
