import type { OrgId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { shardOf } from '../../../bot/src/domain/core/shardOf.ts';
import { outboxPages, readyRows } from '../../../bot/src/jobs/delivery/readReadyOutboxRows.ts';
import { writeOutbox } from '../../../bot/src/services/runs/writeOutboxAndDueRows.ts';
import type { OutboxRow } from '../../../bot/src/services/runs/outboxRowAndRunRef.ts';
import { openSqliteStore } from '../../../bot/src/store/sqlite/openSqlite.ts';
import { isRunEmail } from '../../../bot/src/store/kinds/messages/messageKindsAndRecipients.ts';
import { aDate, aMeetingId, anInstant, anOrgId, aTeamId } from '../../support/data/idDateAndRecordBuilders.ts';
import { fakeClock } from '../../support/data/fakeClock.ts';
import { aWorld, quietLog } from '../../support/worlds/teamWorldWithEngine.ts';
import { rowsLeft } from '../../support/worlds/saveAnswersAndReadMessages.ts';

// Tests that the engine reads only the earliest waiting messages of a large tenant, in the same order as if it read all
// of them.

const nine = anInstant('2026-11-20T09:00:00Z');
const large = anOrgId('large');
const shard = shardOf(large);

/** An organisation of the same shard whose rows come after those of the large organisation. */
const other = Array.from({ length: 1_000 }, (_, index) => anOrgId(`other ${index}`)).find(
  (orgId) => orgId > large && shardOf(orgId) === shard,
) as OrgId;

const message = (change: Partial<OutboxRow>): OutboxRow => ({
  ...{ orgId: large, teamId: aTeamId(), meetingId: aMeetingId(), date: aDate('2026-11-20') },
  ...{ at: nine, notBefore: nine, notAfter: null, kind: 'prompt.1', who: 'ann' },
  ...{ lease: null, touched: null, failures: null, parkedReason: null },
  ...change,
});
const person = (index: number): string => `person ${String(index).padStart(4, '0')}`;
const many = (count: number, change: Partial<OutboxRow> = {}): OutboxRow[] =>
  Array.from({ length: count }, (_, index) => message({ who: person(index), ...change }));

const depsWith = async (rows: readonly OutboxRow[]) => {
  const store = openSqliteStore({ file: ':memory:' });
  await writeOutbox(store, rows);
  return { store, clock: fakeClock('2026-11-20T09:05:00Z'), log: quietLog() };
};
const namesOf = (rows: readonly { readonly value: OutboxRow }[]): string[] =>
  rows.map(({ value }) => `${value.orgId === large ? 'large' : 'other'} ${value.kind} ${value.who}`);

const prompts = many(2_500);
const ofOthers = many(3, { orgId: other });

it('reads the oldest 2,000 messages of a large tenant, and all messages of the tenants behind it', async () => {
  const later = anInstant('2026-11-20T09:01:00Z');
  const deps = await depsWith([
    ...prompts,
    ...ofOthers,
    ...many(2, { kind: 'reminder1.1' }),
    ...many(2, { at: later, notBefore: later }),
  ]);
  const { rows, isLimited, waiting } = await readyRows(deps, shard);
  const oldest = Array.from({ length: 2_000 }, (_, index) => `large prompt.1 ${person(index)}`);
  expect(namesOf(rows)).toEqual([...oldest, ...namesOf(ofOthers.map((value) => ({ value })))]);
  expect(isLimited).toBe(true);
  expect(waiting.oldestAt).toBe(Date.parse(nine));
  expect(waiting.count).toBeGreaterThanOrEqual(2_003);
});

it('reads all messages of a tenant that has no more than 2,000, and does not read again at once', async () => {
  const { rows, isLimited } = await readyRows(await depsWith(prompts.slice(0, 1_999)), shard);
  expect(rows).toHaveLength(1_999);
  expect(isLimited).toBe(false);
});

it('takes no message of a busy tenant, even if the tenant becomes idle during the read', async () => {
  const deps = await depsWith([...prompts, ...ofOthers]);
  let calls = 0;
  const isBusy = (orgId: OrgId): boolean => {
    calls += 1;
    return orgId === large && calls === 1;
  };
  expect(namesOf((await readyRows(deps, shard, isBusy)).rows)).toEqual(namesOf(ofOthers.map((value) => ({ value }))));
});

it('takes the announcements of a large tenant only with the prompts of their runs', async () => {
  const runs = Array.from({ length: 300 }, (_, index) => aMeetingId(`meeting ${index}`));
  const announcements = runs.map((meetingId) => message({ kind: 'announcement.1', who: 'channel', meetingId }));
  const deps = await depsWith([...announcements, ...runs.flatMap((meetingId) => many(10, { meetingId }))]);
  const { rows } = await readyRows(deps, shard);
  const meetingsOf = (kind: string): Set<string> =>
    new Set(rows.filter(({ value }) => value.kind === kind).map(({ value }) => value.meetingId));
  expect(rows).toHaveLength(2_200);
  expect(meetingsOf('announcement.1')).toEqual(meetingsOf('prompt.1'));
});

it('reads all announcements of a tenant whose other messages are few', async () => {
  const runs = Array.from({ length: 2_100 }, (_, index) => aMeetingId(`meeting ${index}`));
  const deps = await depsWith(runs.map((meetingId) => message({ kind: 'announcement.1', who: 'channel', meetingId })));
  expect((await readyRows(deps, shard)).rows).toHaveLength(2_100);
});

it('reads all maintenance rows', async () => {
  const { rows, isLimited } = await readyRows(await depsWith(many(2_100, { kind: 'ledger' })), shard);
  expect(rows).toHaveLength(2_100);
  expect(isLimited).toBe(false);
});

it('finds an email behind many messages without reading all of them', async () => {
  const deps = await depsWith([...prompts, message({ kind: 'summaryEmail.1', at: anInstant('2026-11-20T09:01:00Z') })]);
  const keys: string[] = [];
  for await (const page of outboxPages(deps, shard, { canSkip: () => true, keysOnly: true }))
    keys.push(...page.map(({ rk }) => rk));
  expect(keys.filter(isRunEmail)).toHaveLength(1);
  expect(keys.length).toBeLessThanOrEqual(1_001);
});

it('handles all messages of a large tenant in one heartbeat if nothing limits their rate', async () => {
  const world = await aWorld();
  const { orgId, teamId, clock } = world;
  clock.set('2026-11-20T09:05:00Z');
  // The report does not exist, so the engine skips every message.
  await writeOutbox(world.store, many(4_100, { orgId, teamId, meetingId: aMeetingId('gone') }));
  world.plants(/gone|delivery/i);
  await world.engine.poll();
  expect(await rowsLeft(world, 'Outbox')).toEqual([]);
});
