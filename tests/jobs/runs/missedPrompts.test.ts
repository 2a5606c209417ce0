import { getReport } from '../../../bot/src/services/reports/getDailyReport.ts';
import { explainWhyPrompted } from '../../../bot/src/services/reports/explainWhyPrompted.ts';
import { activityText } from '../../../bot/src/services/core/activityLogStepsAndTexts.ts';
import { inOrg } from '../../../bot/src/store/recordKindsAndAccess.ts';
import { teamActivity } from '../../../bot/src/store/kinds/core/activityLogAndActionIndex.ts';
import { prefixRange } from '../../../bot/src/store/tableStorePort.ts';
import { translateFor } from '../../../bot/src/translate.ts';
import { aDate, aMeetingId } from '../../support/data/idDateAndRecordBuilders.ts';
import { liveUntilKilled } from '../../support/worlds/processKilledWhileSending.ts';
import { answerAs, friday, promptsTo, rowsOf, runOf } from '../../support/worlds/saveAnswersAndReadMessages.ts';
import { aWorld } from '../../support/worlds/teamWorldWithEngine.ts';
import type { World } from '../../support/worlds/teamWorldWithEngine.ts';

// Tests members whose opening is within a downtime: they are recorded as missed in the run, the activity log and the
// reply of `why`. 10:00 is 01:00 UTC in Tokyo, 10:00 in London, 15:00 in New York, for two hours.

const zones = { ann: 'Asia/Tokyo', bob: 'Europe/London', cy: 'Europe/London' };

const restarted = async (at: string, people: Readonly<Record<string, string>> = zones): Promise<World> => {
  const world = await aWorld({ start: '2026-11-20T00:00:00Z', people: Object.keys(people), zones: people });
  await world.meeting({ timeBasis: 'MEMBER', isReminderEnabled: true });
  await world.runUntil('2026-11-20T08:00:00Z');
  world.clock.set(Date.parse(at));
  await world.runUntil(at);
  return world;
};

const promptOf = async (world: World, name: string) =>
  (await rowsOf(world)).deliveries.get(`${world.member(name)}|prompt`)?.value;

const logged = async (world: World): Promise<string[]> => {
  const meetingId = aMeetingId();
  const key = { teamId: world.teamId, objectId: meetingId, ms: 0, eventKey: '' };
  const rows = await inOrg(world.store, world.orgId).list(teamActivity, key, prefixRange(`L|${meetingId}|`));
  return rows
    .map(({ value }) => activityText(translateFor('en'), 'en', value))
    .filter((text) => text.includes('not asked'));
};

describe.each([
  ['that ends after the last close', '2026-11-20T13:00:00Z', zones],
  ['that ends in the moment of the last close', '2026-11-20T12:00:00Z', zones],
  [
    'that ends after their close while others are still to be asked',
    '2026-11-20T13:00:00Z',
    { ...zones, dan: 'America/New_York' },
  ],
  ['that ends before their close, more than an hour after their opening', '2026-11-20T11:00:01Z', zones],
])('a downtime over an opening %s', (_when, at, people) => {
  it('leaves a record for each member without a prompt', async () => {
    const world = await restarted(at, people);
    for (const name of ['bob', 'cy'])
      expect(await promptOf(world, name)).toMatchObject({ state: 'SKIPPED', reason: 'TOO_LATE', round: 1 });
    expect(promptsTo(world).filter((line) => line.includes('09:'))).toEqual([]);
  });

  it('is shown by the report, and only for those members', async () => {
    const world = await restarted(at, people);
    const request = { teamId: world.teamId, date: aDate(friday), meetingId: aMeetingId() };
    const { reports } = await getReport(world.deps, world.actor('ann'), request);
    const notAsked = reports[0]?.members.filter((member) => member.wasNotAsked).map((member) => member.name);
    expect(notAsked?.sort()).toEqual(['bob', 'cy']);
  });

  it('is logged in the activity once', async () => {
    const world = await restarted(at, people);
    await world.runUntil('2026-11-20T18:00:00Z', 300);
    const [line, ...others] = await logged(world);
    expect(line).toMatch(/^In the run of .* 2 people were not asked/);
    expect(others).toEqual([]);
  });

  it('is the reply to why', async () => {
    const world = await restarted(at, people);
    const request = { meetingId: aMeetingId(), memberId: world.member('bob'), date: aDate(friday) };
    const meetingId = await explainWhyPrompted(world.answering, world.actor('bob'), request);
    expect(meetingId).toMatchObject({ isAsked: false, reason: 'TOO_LATE' });
    expect(meetingId.text).toContain('it was too late');
  });
});

it('is no longer shown by the report for a member who has answered', async () => {
  const world = await restarted('2026-11-20T11:00:01Z');
  await answerAs(world, 'bob');
  const request = { teamId: world.teamId, date: aDate(friday), meetingId: aMeetingId() };
  const { reports } = await getReport(world.deps, world.actor('ann'), request);
  expect(reports[0]?.members.filter((member) => member.wasNotAsked).map((member) => member.name)).toEqual(['cy']);
});

it('is shown by the report for a prompt that may have been sent before a restore', async () => {
  const world = await restarted('2026-11-20T09:59:00Z');
  world.clock.set(Date.parse('2026-11-20T10:30:00Z'));
  const restoredAt = Date.parse('2026-11-20T10:15:00Z');
  await world.runUntil('2026-11-20T10:31:00Z', 30, world.instance('restored', { restoredAt }));
  expect(await promptOf(world, 'bob')).toMatchObject({ state: 'SKIPPED', reason: 'RESTORED' });
  const request = { teamId: world.teamId, date: aDate(friday), meetingId: aMeetingId() };
  const { reports } = await getReport(world.deps, world.actor('ann'), request);
  const notAsked = reports[0]?.members.filter((member) => member.wasNotAsked).map((member) => member.name);
  expect(notAsked?.sort()).toEqual(['bob', 'cy']);
});

it('records the members after a crash between the close and the records', async () => {
  const world = await restarted('2026-11-20T07:59:59Z');
  world.clock.set(Date.parse('2026-11-20T13:00:00Z'));
  // The store refuses every write to the outbox, so the close is stored without the prompts.
  const rest = { ...world.store };
  const isOutbox = (table: string): boolean => table === 'Outbox';
  const dying = world.instance('dying', {
    store: {
      ...rest,
      transact: (table, pk, steps) =>
        isOutbox(table) ? Promise.reject(new Error('killed')) : world.store.transact(table, pk, steps),
      insert: (table, row) => (isOutbox(table) ? Promise.reject(new Error('killed')) : world.store.insert(table, row)),
    },
  });
  await dying.poll();
  world.clock.advance({ minutes: 1 });
  await world.runUntil('2026-11-20T13:05:00Z');
  expect(await runOf(world)).toMatchObject({ state: 'COMPLETED', reason: 'WINDOW_OVER' });
  for (const name of ['bob', 'cy'])
    expect(await promptOf(world, name)).toMatchObject({ state: 'SKIPPED', reason: 'TOO_LATE' });
});

it.each([
  ['before the last moment for their prompt', '2026-11-20T10:59:00Z'],
  ['in the last moment for their prompt', '2026-11-20T11:00:00Z'],
])('logs nothing when the service returns %s, because all members are prompted', async (_when, at) => {
  const world = await restarted(at, { ann: 'Asia/Tokyo', bob: 'Europe/London' });
  await world.runUntil('2026-11-20T13:00:00Z', 300);
  expect(await logged(world)).toEqual([]);
  expect(await promptOf(world, 'bob')).toMatchObject({ state: 'SENT', isLate: true });
});

describe('a prompt that becomes too late while it waits to be sent', () => {
  const asked = async (): Promise<World> => {
    const world = await aWorld({ people: ['ann'] });
    await world.meeting({ isReminderEnabled: false, reportSummaryTime: 300 });
    return world;
  };

  it.each([{ kind: 'UNAUTHORIZED' }, { kind: 'THROTTLED', retryAfterMs: 30_000 }] as const)(
    'is logged in the activity after an hour of $kind',
    async (fault) => {
      const world = await asked();
      world.messenger.failWhen((call) => (call.at < '2026-11-20T10:20' ? fault : undefined));
      await world.runUntil('2026-11-20T10:40:00Z', 30);
      expect(await promptOf(world, 'ann')).toMatchObject({ state: 'SKIPPED', reason: 'TOO_LATE' });
      expect(await logged(world)).toHaveLength(1);
    },
  );

  it('is logged in the activity after a kill before the send', async () => {
    const world = await asked();
    world.clock.set('2026-11-20T09:00:00Z');
    expect(await liveUntilKilled(world, 'killed', { at: 1, moment: 'before' })).toBe(true);
    world.clock.set('2026-11-20T11:00:00Z');
    await world.runUntil('2026-11-20T11:10:00Z', 30, world.instance('next'));
    expect(await promptOf(world, 'ann')).toMatchObject({ state: 'SKIPPED', reason: 'TOO_LATE' });
    expect(await logged(world)).toHaveLength(1);
  });
});
