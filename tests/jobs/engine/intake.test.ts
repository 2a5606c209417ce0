import type { Claimed } from '../../../bot/src/jobs/delivery/claims.ts';
import { createIntake } from '../../../bot/src/jobs/delivery/immediateSends.ts';
import { jobSettings } from '../../../bot/src/jobs/core/jobDeps.ts';
import { messageOf } from '../../../bot/src/jobs/delivery/messages.ts';
import type { Message } from '../../../bot/src/jobs/delivery/messages.ts';
import { inOrder } from '../../../bot/src/jobs/delivery/sendWindows.ts';
import type { OutboxRow } from '../../../bot/src/services/runs/outboxRows.ts';
import { outbox } from '../../../bot/src/store/kinds/work.ts';
import { aDate, aMeetingId, anInstant, anOrgId, aTeamId } from '../../support/data/builders.ts';

// Which messages are claimed as they are written, and in which order those of a tenant go.

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
  Array.from({ length: count }, (_, at) => aMessage({ who: `person ${at}`, ...change }));
const written = (rows: readonly OutboxRow[]) => rows.map((row) => ({ row, key: outbox.at(null, row) }));

const anIntake = ({ mayClaim = true } = {}) => {
  const sent: (readonly Claimed[])[] = [];
  const over: (() => void)[] = [];
  const send = (claimed: readonly Claimed[]): Promise<void> => {
    sent.push(claimed);
    return new Promise((resolve) => over.push(resolve));
  };
  const deps = { clock: { now: () => now }, settings: jobSettings };
  return {
    intake: createIntake(deps, { mayClaim: () => mayClaim, send }),
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
  it('that are due hold a lease from their insertion', () => {
    expect(leases(anIntake().intake.claim(many(11)))).toEqual([lease]);
  });

  it.each<[string, OutboxRow]>([
    ['what is due later', aMessage({ notBefore: anInstant('2026-11-20T09:00:01Z') })],
    ['what is kept right rather than sent', aMessage({ kind: 'sum' })],
    ['mail', aMessage({ kind: 'mail.1' })],
  ])('hold none: %s', (_what, row) => {
    expect(anIntake().intake.claim([row])).toEqual([row]);
  });

  it('hold none when nothing is to be begun', () => {
    expect(leases(anIntake({ mayClaim: false }).intake.claim(many(2)))).toEqual([null]);
  });

  it('of a tenant with many are left to who claims a lot when its turn comes, and hold up nobody else', () => {
    const other = aMessage({ orgId: anOrgId('other') });
    const rows = anIntake().intake.claim([...many(251), other]);
    expect(leases(rows.slice(0, -1))).toEqual([null]);
    expect(leases(rows.slice(-1))).toEqual([lease]);
  });

  it('count against their tenant until they are over', async () => {
    const { intake, sent, end } = anIntake();
    intake.send(written(intake.claim(many(200))));
    expect(sent.map((item) => item.length)).toEqual([200]);
    expect(leases(intake.claim(many(51)))).toEqual([null]);
    end();
    await intake.done();
    expect(leases(intake.claim(many(51)))).toEqual([lease]);
  });

  it('are sent only if they were written with a lease', () => {
    const { intake, sent } = anIntake();
    intake.send(written(many(3)));
    expect(sent).toEqual([]);
  });
});

const messagesOf = (runs: number): Message[] =>
  Array.from({ length: runs }, (_, run) => aMeetingId(`meeting ${run}`)).flatMap((meetingId) =>
    [aMessage({ meetingId, kind: 'bcast.1', who: '!ch' }), aMessage({ meetingId })].flatMap(
      (row) => messageOf({ row, key: outbox.at(null, row), lease }) ?? [],
    ),
  );
const kindsOf = (turns: readonly (readonly (readonly Message[])[])[]): string[] =>
  turns.map((runs) => runs.map((run) => run.map((message) => message.kind).join('+')).join(' '));

describe('the messages of a tenant', () => {
  it('go run by run', () => {
    expect(kindsOf(inOrder(messagesOf(2), { perTenant: 8, mostAtOnce: 10 }))).toEqual(['bcast+prompt', 'bcast+prompt']);
  });

  it('go questions first when the words to channels would hold them up, and those share waves', () => {
    const turns = kindsOf(inOrder(messagesOf(11), { perTenant: 8, mostAtOnce: 10 }));
    expect(turns.slice(0, 11)).toEqual(Array.from({ length: 11 }, () => 'prompt'));
    expect(turns.slice(11)).toEqual([Array(8).fill('bcast').join(' '), 'bcast bcast bcast']);
  });
});
