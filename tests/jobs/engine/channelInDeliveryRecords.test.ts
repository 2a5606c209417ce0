import { getReport as getReportCall } from '#contracts/reports/dailyReport.ts';
import { getReport } from '../../../bot/src/services/reports/getDailyReport.ts';
import { inOrg } from '../../../bot/src/store/recordKindsAndAccess.ts';
import { channel } from '../../../bot/src/store/kinds/organisations/teamAndChannel.ts';
import { delivery } from '../../../bot/src/store/kinds/runs/delivery.ts';
import { aDate, aMeetingId } from '../../support/data/idDateAndRecordBuilders.ts';
import { channelPlatform, teamsPlatform } from '../../support/fakes/fakeChatPlatforms.ts';
import { answerAs, channelUpdates, friday } from '../../support/worlds/saveAnswersAndReadMessages.ts';
import { aWorld } from '../../support/worlds/teamWorldWithEngine.ts';
import type { World } from '../../support/worlds/teamWorldWithEngine.ts';

// Tests that the delivery record names the channel of a post, because a conversation of another platform does not
// contain the channel's id.

const key = (world: World) => ({ teamId: world.teamId, meetingId: aMeetingId(), date: aDate(friday) });

const postedTo = async (world: World) => {
  const records = inOrg(world.store, world.orgId);
  const kinds = ['announcement', 'summary'] as const;
  const rows = kinds.map((kind) => records.get(delivery, { ...key(world), who: 'channel', kind }));
  return (await Promise.all(rows)).map((row) => row?.value.postedTo ?? null);
};

const channelName = async (world: World): Promise<string | null | undefined> => {
  const input = getReportCall.input.parse({ teamId: world.teamId, date: friday });
  const { reports } = getReportCall.output.parse(await getReport(world.answering, world.actor('bob'), input));
  return reports[0]?.channelName;
};

describe.each([
  ['Teams', teamsPlatform, '19:standup@thread.tacv2'],
  ['channels', channelPlatform, 'C200'],
] as const)('on %s', (_name, platform, chosen) => {
  const inChannel = async (change: { readonly isDeleted?: boolean; readonly isReportSummaryInChat?: boolean } = {}) => {
    const { isDeleted = false, ...meeting } = change;
    const world = await aWorld({ people: ['ann', 'bob'], platform });
    const row = { threadId: chosen, name: 'Standup', isDeleted, isGeneral: false };
    await inOrg(world.store, world.orgId).touch(channel, { teamId: world.teamId, threadId: chosen }, row);
    await world.meeting({ channelId: chosen, isReminderEnabled: false, ...meeting });
    return world;
  };

  it('the records name the chosen channel, and so does the report', async () => {
    const world = await inChannel();
    await world.runUntil('2026-11-20T11:05:00Z', 60);
    expect(await postedTo(world)).toEqual([chosen, chosen]);
    expect(await channelName(world)).toBe('Standup');
  });

  it('the records name General if the chosen channel was deleted', async () => {
    const world = await inChannel({ isDeleted: true });
    await world.runUntil('2026-11-20T11:05:00Z', 60);
    expect(await postedTo(world)).toEqual(['GENERAL', 'GENERAL']);
    expect(await channelName(world)).toBeNull();
  });

  it('the records name General if the platform reports the chosen channel as gone', async () => {
    const world = await inChannel();
    world.messenger.failWhen(({ to }) => (to === chosen ? { kind: 'GONE' } : undefined));
    await world.runUntil('2026-11-20T11:05:00Z', 60);
    expect(await postedTo(world)).toEqual(['GENERAL', 'GENERAL']);
    expect(await channelName(world)).toBeNull();
  });

  it('an update of the summary keeps its channel', async () => {
    const world = await inChannel();
    await world.runUntil('2026-11-20T11:05:00Z', 60);
    await answerAs(world, 'ann');
    await world.runUntil('2026-11-20T11:10:00Z', 5);
    expect(channelUpdates(world)).toHaveLength(1);
    expect(await postedTo(world)).toEqual([chosen, chosen]);
  });
});

it('a record of an earlier version names its channel by its conversation', async () => {
  const chosen = '19:standup@thread.tacv2';
  // Only Teams has records of earlier versions.
  const world = await aWorld({ people: ['ann', 'bob'], platform: teamsPlatform });
  const records = inOrg(world.store, world.orgId);
  const row = { threadId: chosen, name: 'Standup', isDeleted: false, isGeneral: false };
  await records.touch(channel, { teamId: world.teamId, threadId: chosen }, row);
  await world.meeting({ channelId: chosen });
  await world.runUntil('2026-11-20T09:05:00Z', 60);
  const announcement = { ...key(world), who: 'channel', kind: 'announcement' } as const;
  for (const [conversationId, name] of [
    [`${chosen};messageid=1`, 'Standup'],
    ['19:general@thread.tacv2', null],
  ] as const) {
    const stored = await records.get(delivery, announcement);
    if (stored === undefined) throw new Error('The announcement was posted.');
    await records.replace(delivery, announcement, { ...stored.value, postedTo: null, conversationId }, stored.etag);
    expect(await channelName(world)).toBe(name);
  }
});
