import type { SummaryModel } from '../../../../bot/src/domain/reports/buildReportAndSummary.ts';
import * as meetingState from '../../../../bot/src/services/meetings/deactivateDeleteOrCancelMeeting.ts';
import { activateOrg } from '../../../../bot/src/services/organisations/listAndChangeOrganisations.ts';
import type { AnnouncementModel } from '../../../../bot/src/services/core/cardPresenterPort.ts';
import { startCommand } from '../../../../bot/src/services/chatCommands/startCommand.ts';
import * as vacations from '../../../../bot/src/services/daysOff/changeAndListDaysOff.ts';
import { aDate, aMeetingId, aZone } from '../../../support/data/idDateAndRecordBuilders.ts';
import { aReader } from '../../../support/data/cardModelBuilders.ts';
import { modelIn, shows } from '../../../support/fakes/fakePresenterAndShownModels.ts';
import { channelUpdates, friday, rowsOf } from '../../../support/worlds/saveAnswersAndReadMessages.ts';
import { aWorld } from '../../../support/worlds/teamWorldWithEngine.ts';
import type { World } from '../../../support/worlds/teamWorldWithEngine.ts';

const meetingId = aMeetingId();
const admin = (world: World) => world.actor('ann', { role: 'admin' });

const opened = async (): Promise<World> => {
  const world = await aWorld();
  await world.meeting();
  await world.runUntil('2026-11-20T09:10:00Z');
  return world;
};

const callOff = (world: World) => meetingState.cancelToday(world.answering, admin(world), { meetingId });

const announced = (world: World) =>
  world.messenger.calls.find((call) => call.do === 'send' && shows(call.message) === 'announcement');

const reasons = (world: World) =>
  channelUpdates(world).map(({ message }) => modelIn<AnnouncementModel>(message).cancelled?.reason);

it.each<[string, (world: World) => Promise<unknown>, string]>([
  ['cancelled by hand', callOff, 'CANCELLED_TODAY'],
  [
    'met by a holiday that is added on the day',
    (world) =>
      vacations.saveVacation(world.answering, admin(world), {
        ...{ objectType: 'Team', objectId: world.teamId, dates: [aDate(friday)] },
      }),
    'HOLIDAY',
  ],
  [
    'ended with its report',
    (world) => meetingState.deactivateMeeting(world.answering, admin(world), { meetingId, flag: false }),
    'DEACTIVATED',
  ],
  [
    'of a deleted report',
    (world) => meetingState.deleteMeeting(world.answering, admin(world), { meetingId }),
    'DELETED',
  ],
  [
    'of an organisation that is deactivated',
    (world) => activateOrg(world.answering, admin(world), { isActive: false }),
    'DEACTIVATED',
  ],
])('the announcement of a run %s gives the reason, once', async (_what, change, reason) => {
  const world = await opened();
  expect(announced(world)).toBeDefined();
  await change(world);
  await world.runUntil('2026-11-20T09:20:00Z', 5);
  expect(channelUpdates(world).map((call) => call.activityId)).toEqual([announced(world)?.activityId]);
  expect(reasons(world)).toEqual([reason]);
});

it('an announcement that is sent while its run is being cancelled is updated as well', async () => {
  const world = await aWorld();
  await world.meeting();
  let isFirst = true;
  world.messenger.during(async ({ message }) => {
    if (shows(message) !== 'announcement' || !isFirst) return;
    isFirst = false;
    await callOff(world);
  });
  await world.runUntil('2026-11-20T09:05:00Z', 5);
  expect(isFirst).toBe(false);
  expect(reasons(world)).toEqual(['CANCELLED_TODAY']);
});

it('two instances update the announcement once', async () => {
  const world = await opened();
  const other = world.instance('two');
  await callOff(world);
  await Promise.all([world.engine.poll(), other.poll()]);
  await world.runUntil('2026-11-20T09:15:00Z', 5, other);
  expect(reasons(world)).toEqual(['CANCELLED_TODAY']);
});

it('retries the update after 429, and does not repost a deleted announcement', async () => {
  const throttled = await opened();
  let tries = 0;
  throttled.messenger.failWhen(({ do: what, message }) => {
    if (what !== 'update' || shows(message) !== 'announcement') return undefined;
    tries += 1;
    return tries < 3 ? { kind: 'THROTTLED', retryAfterMs: 1000 } : undefined;
  });
  await callOff(throttled);
  await throttled.runUntil('2026-11-20T09:20:00Z', 5);
  expect(reasons(throttled)).toEqual(['CANCELLED_TODAY']);

  const gone = await opened();
  gone.messenger.failWhen(({ do: what, message }) =>
    what === 'update' && shows(message) === 'announcement' ? { kind: 'GONE' } : undefined,
  );
  await callOff(gone);
  await gone.runUntil('2026-11-20T09:20:00Z', 5);
  expect(gone.messenger.calls.filter((call) => shows(call.message) === 'announcement')).toHaveLength(1);
  expect((await rowsOf(gone)).deliveries.get('channel|announcement')?.value.digest).toBe('CANCELLED');
});

it('a restarted run announces itself again, and the new announcement shows it as open', async () => {
  const world = await opened();
  await callOff(world);
  await world.runUntil('2026-11-20T09:12:00Z', 5);
  await startCommand(world.starting, admin(world), aReader(), { query: '', thread: null });
  await world.runUntil('2026-11-20T09:20:00Z', 5);
  const shown = world.messenger.calls.filter((call) => shows(call.message) === 'announcement');
  expect(shown.map((call) => [call.do, modelIn<AnnouncementModel>(call.message).cancelled])).toEqual([
    ['send', null],
    ['update', { reason: 'CANCELLED_TODAY' }],
    ['send', null],
  ]);
});

it('a summary that was posted before later zones closed shows the run as cancelled', async () => {
  const zones = { ann: 'Asia/Tokyo', bob: 'America/Los_Angeles' };
  const world = await aWorld({ start: '2026-11-20T00:00:00Z', people: Object.keys(zones), zones });
  await world.meeting({ timeBasis: 'MEMBER', isReminderEnabled: false, timezone: aZone('Europe/Berlin') });
  await world.runUntil('2026-11-20T11:01:00Z', 30);
  await callOff(world);
  await world.runUntil('2026-11-20T11:05:00Z', 5);
  const summaries = channelUpdates(world).filter(({ message }) => shows(message) === 'summary');
  expect(summaries.map(({ message }) => modelIn<SummaryModel>(message).header.state)).toEqual(['CANCELLED']);
  await world.runUntil('2026-11-20T21:00:00Z', 300);
  expect(channelUpdates(world).filter(({ message }) => shows(message) === 'summary')).toHaveLength(1);
});

it('a cancelled run posts no summary that was not posted before', async () => {
  const world = await opened();
  await callOff(world);
  await world.runUntil('2026-11-20T13:00:00Z', 60);
  expect(world.messenger.calls.filter(({ message }) => shows(message) === 'summary')).toEqual([]);
});
