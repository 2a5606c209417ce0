import { gunzipSync } from 'node:zlib';
import { saveMeeting } from '#contracts/meetings/meetingSchemasAndCalls.ts';
import { getReport as getReportCall } from '#contracts/reports/dailyReport.ts';
import type { DailyReport } from '#contracts/reports/dailyReport.ts';
import { getReport } from '../../../bot/src/services/reports/getDailyReport.ts';
import { inOrg } from '../../../bot/src/store/recordKindsAndAccess.ts';
import { delivery } from '../../../bot/src/store/kinds/runs/delivery.ts';
import { runKind } from '../../../bot/src/store/kinds/runs/run.ts';
import { channel } from '../../../bot/src/store/kinds/organisations/teamAndChannel.ts';
import type { TableStore } from '../../../bot/src/store/tableStorePort.ts';
import { aDate, aMeetingDraft, aMeetingId, aMemberId, aTeamId } from '../../support/data/idDateAndRecordBuilders.ts';
import { useTestApp } from '../../support/apps/testApp.ts';
import { bearer, send } from '../../support/http/rawHttpClient.ts';
import { answerAs, friday } from '../../support/worlds/saveAnswersAndReadMessages.ts';
import { aWorld } from '../../support/worlds/teamWorldWithEngine.ts';
import type { World } from '../../support/worlds/teamWorldWithEngine.ts';

// A report is cached as long as its rows do not change. Each test compares the cached report with the report that a
// store without a cache gives.

type Input = Parameters<typeof getReport>[2];

const aDay = async (): Promise<World> => {
  const world = await aWorld({ people: ['ann', 'bob', 'cem'], zones: { cem: 'Asia/Tokyo' } });
  await world.meeting({ isReminderEnabled: false });
  await world.runUntil('2026-11-20T09:05:00Z', 300);
  await answerAs(world, 'ann', { change: { blocked: 'Yes', what: 'No test data' } });
  return world;
};

const kept = (world: World, name: string, change: Partial<Input> = {}): Promise<DailyReport> =>
  getReport(world.answering, world.actor(name), { teamId: world.teamId, date: friday, ...change });

const expectExact = async (world: World): Promise<DailyReport> => {
  for (const name of ['ann', 'bob', 'cem', 'ann'])
    for (const change of [{}, { meetingId: aMeetingId() }]) {
      const input = { teamId: world.teamId, date: friday, ...change } as Input;
      const uncached = await getReport({ ...world.answering, store: { ...world.store } }, world.actor(name), input);
      expect(await kept(world, name, change)).toEqual(uncached);
    }
  return kept(world, 'ann');
};

it('returns the cached report until a row is written', async () => {
  const world = await aDay();
  const first = await expectExact(world);
  expect(await kept(world, 'ann')).toBe(first);
  expect(() => first.reports.pop()).toThrow(TypeError);
});

it('is shared by all readers with the same content, and separate otherwise', async () => {
  const world = await aDay();
  const [ann, bob, cem] = [await kept(world, 'ann'), await kept(world, 'bob'), await kept(world, 'cem')];
  expect(cem).toBe(bob);
  expect([ann, bob].map(({ reports: [report] }) => [report?.owes, report?.canEdit])).toEqual([
    [false, true],
    [true, false],
  ]);
});

it.each<[string, (world: World) => Promise<unknown>]>([
  ['somebody answers', (world) => answerAs(world, 'bob')],
  ['an answer is changed', (world) => answerAs(world, 'ann', { change: { done: 'Another one' } })],
  ['a blocker is resolved', (world) => answerAs(world, 'ann')],
  ['somebody leaves', (world) => world.changeMember('bob', { leftOn: '2026-11-20T09:06:00.000Z' as never })],
  ['somebody cannot be reached', (world) => world.changeMember('bob', { unreachable: 'BLOCKED' })],
  ['the day becomes a holiday', (world) => world.holiday(friday)],
])('is rebuilt when %s', async (_what, change) => {
  const world = await aDay();
  const before = await expectExact(world);
  await change(world);
  const after = await expectExact(world);
  expect(after).not.toEqual(before);
});

it('is made again when the channel of a run is renamed, and when the run itself is written', async () => {
  const world = await aDay();
  const records = inOrg(world.store, world.orgId);
  const key = { teamId: world.teamId, meetingId: aMeetingId(), date: aDate(friday) };
  const run = await records.get(runKind, key);
  if (run === undefined) throw new Error('The run has opened.');
  await expectExact(world);
  const threadId = '19:elsewhere@thread.tacv2';
  await records.replace(runKind, key, { ...run.value, channelId: threadId }, run.etag);
  await expectExact(world);
  const announcement = { ...key, who: 'channel', kind: 'announcement' } as const;
  await records.touch(delivery, announcement, { postedTo: threadId });
  for (const name of ['Early', 'Late']) {
    await records.touch(
      channel,
      { teamId: world.teamId, threadId },
      { threadId, name, isDeleted: false, isGeneral: false },
    );
    expect((await expectExact(world)).reports[0]?.channelName).toBe(name);
  }
});

it('computes the report again after an instant of a run has passed', async () => {
  const world = await aDay();
  const { instants } = (
    await inOrg(world.store, world.orgId).get(runKind, {
      ...{ teamId: world.teamId, meetingId: aMeetingId(), date: aDate(friday) },
    })
  )?.value ?? { instants: [] };
  const moments = instants
    .flatMap((instant) => [instant.closesAt, instant.graceEndsAt])
    .map((item) => Date.parse(item));
  await expectExact(world);
  for (const at of [...new Set(moments)].sort((a, b) => a - b).flatMap((moment) => [moment - 1, moment])) {
    world.clock.set(at);
    await expectExact(world);
  }
  expect((await kept(world, 'bob')).reports[0]?.members.find((member) => member.name === 'bob')?.state).toBe('MISSING');
});

it('asks for the versions of all rows each time, and for nothing else while they are the same', async () => {
  const world = await aDay();
  const requested: string[] = [];
  const { store } = world;
  const watched: TableStore = {
    ...store,
    get: (table, key) => {
      requested.push(`get ${key.rk}`);
      return store.get(table, key);
    },
    scan: (table, pk, range, page) => {
      requested.push(`${page?.keysOnly === true ? 'versions' : 'rows'} ${range.from}`);
      return store.scan(table, pk, range, page);
    },
  };
  const readsOfReport = async () => {
    requested.length = 0;
    await getReport({ ...world.answering, store: watched }, world.actor('ann'), {
      teamId: world.teamId,
      date: friday,
    });
    return requested.slice(1).map((text) => text.split('|', 2).join('|').replace(/ $/, ''));
  };
  const meeting = `G|${aMeetingId()}`;
  // Ann may edit the report, so the call also reads the state of the organisation.
  const rows = ['rows M|', `rows D|${friday}`, `rows B|${aMeetingId()}`, `get ${meeting}`];
  expect(await readsOfReport()).toEqual([...rows, 'get org']);
  expect(await readsOfReport()).toEqual([
    'versions M|',
    `versions D|${friday}`,
    `versions B|${aMeetingId()}`,
    `versions ${meeting}`,
    'get org',
  ]);
});

describe('over HTTP', () => {
  const app = useTestApp();

  it('is compressed for clients that accept it, once it is sent again', async () => {
    const { id } = await app().get(
      'ann',
      saveMeeting,
      aMeetingDraft({ members: [aMemberId('ann'), aMemberId('bob')] }),
    );
    await app().beatAt('2026-11-20T09:00:00Z');
    const target = `/api/meeting/getreport/${aTeamId()}/meeting/${id}?date=${friday}`;
    const token = bearer(await app().token('ann'));
    const ask = (headers = {}) => send(app().port, { target, headers: { ...token, ...headers } });
    const gzip = { 'Accept-Encoding': 'br, gzip' };
    const replies = [await ask(gzip), await ask(gzip), await ask(), await ask({ 'Accept-Encoding': 'gzip;q=0, *' })];
    expect(replies.map(({ headers }) => headers['content-encoding'])).toEqual([
      undefined,
      'gzip',
      undefined,
      undefined,
    ]);
    expect(replies.map(({ headers }) => headers['vary'])).toEqual(replies.map(() => 'Accept-Encoding'));
    const [plain, packed, ...others] = replies.map(({ body }) => body);
    expect(gunzipSync(packed ?? '')).toEqual(plain);
    for (const other of others) expect(other).toEqual(plain);
    const { data } = JSON.parse(String(plain)) as { data: unknown };
    expect(getReportCall.output.parse(data).reports).toHaveLength(1);
  });
});
