import type { Run } from '#contracts/runs/runSchema.ts';
import type { SummaryModel } from '../../../bot/src/domain/reports/buildReportAndSummary.ts';
import { newRun } from '../../../bot/src/domain/runs/runOpening.ts';
import { meetingCloseAt, summaryDueAt } from '../../../bot/src/domain/runs/runClosingAndDroppedMembers.ts';
import { toInstant } from '../../../bot/src/domain/core/zonedTimeAndCalendarDates.ts';
import { aDate, aMeeting, aMemberId, anInstant, aZone } from '../../support/data/idDateAndRecordBuilders.ts';
import { modelIn, shows } from '../../support/fakes/fakePresenterAndShownModels.ts';
import { answerAs, channelUpdates, kindsLeft, runOf, story } from '../../support/worlds/saveAnswersAndReadMessages.ts';
import { aWorld } from '../../support/worlds/teamWorldWithEngine.ts';
import type { World } from '../../support/worlds/teamWorldWithEngine.ts';

// Tests the channel summary of a run by member time (docs/product-rules.md, Completing): it is sent at the close in the
// meeting's zone and updated after later closes. The window from 10:00 closes at 03:00 UTC in Tokyo, 11:00 in Berlin,
// 17:00 in New York, 20:00 in Los Angeles.

const zones = { ann: 'Asia/Tokyo', bob: 'America/Los_Angeles' };

const byMember = async (timezone: string, people: Readonly<Record<string, string>> = zones): Promise<World> => {
  const world = await aWorld({ start: '2026-11-20T00:00:00Z', people: Object.keys(people), zones: people });
  await world.meeting({ timeBasis: 'MEMBER', isReminderEnabled: false, timezone: aZone(timezone) });
  return world;
};

const inChannel = (world: World): string[] => story(world).filter((line) => line.includes('summary'));

/** Returns the members that each summary or update lists as missing. */
const missing = (world: World): string[][] =>
  world.messenger.calls
    .filter(({ message }) => shows(message) === 'summary')
    .map(({ message }) => modelIn<SummaryModel>(message).people.missing.map((summaryPerson) => summaryPerson.name));

it('posts at the close in the meeting’s zone, even without members there, and updates at later closes', async () => {
  const world = await byMember('Europe/Berlin');
  await world.runUntil('2026-11-20T10:59:00Z', 300);
  expect(inChannel(world)).toEqual([]);
  await world.runUntil('2026-11-20T11:01:00Z', 30);
  expect(inChannel(world)).toEqual(['11-20 11:00 summary channel']);
  expect((await runOf(world))?.state).toBe('OPEN');
  await world.runUntil('2026-11-20T19:59:00Z', 300);
  expect(channelUpdates(world)).toEqual([]);
  await world.runUntil('2026-11-20T20:05:00Z', 30);
  expect(inChannel(world)).toEqual(['11-20 11:00 summary channel', '11-20 20:00 summary-update channel']);
  expect(missing(world)).toEqual([['ann'], ['ann', 'bob']]);
  expect(await runOf(world)).toMatchObject({ state: 'COMPLETED', reason: 'WINDOW_OVER' });
  expect((await kindsLeft(world, 'Due')).filter((row) => !row.endsWith('prompt'))).toEqual([]);
});

it('posts at the first close if the meeting’s own close is before the first prompt', async () => {
  const world = await byMember('Asia/Tokyo', { ann: 'Europe/Berlin', bob: 'America/Los_Angeles' });
  await world.runUntil('2026-11-20T20:05:00Z', 60);
  expect(inChannel(world)).toEqual(['11-20 11:00 summary channel', '11-20 20:00 summary-update channel']);
});

it('posts when the run is over though the zone of the meeting closes later, and nothing more then', async () => {
  const world = await byMember('America/Los_Angeles', { ann: 'Asia/Tokyo', bob: 'Europe/Berlin' });
  await world.runUntil('2026-11-20T22:00:00Z', 60);
  expect(inChannel(world)).toEqual(['11-20 11:00 summary channel']);
});

it('posts as soon as everyone has answered', async () => {
  const world = await byMember('Europe/Berlin', { ann: 'Asia/Tokyo', bob: 'Asia/Kathmandu' });
  await world.runUntil('2026-11-20T04:20:00Z', 300);
  for (const name of ['ann', 'bob']) await answerAs(world, name);
  await world.runUntil('2026-11-20T12:00:00Z', 60);
  expect(inChannel(world)).toEqual(['11-20 04:20 summary channel']);
});

const runIn = (timezone: string, zones: readonly string[], date = '2026-11-20'): Run =>
  newRun({
    meeting: aMeeting({
      timeBasis: 'MEMBER',
      timezone: aZone(timezone),
      members: zones.map((zone) => aMemberId(zone)),
    }),
    date: aDate(date),
    source: 'SCHEDULE',
    openMs: null,
    round: 1,
    people: zones.map((zone) => ({
      memberId: aMemberId(zone),
      name: zone,
      timezone: aZone(zone),
      isEnabled: true,
      leftOn: null,
    })),
    isHoliday: false,
    isOnVacation: () => false,
    answered: new Set(),
    now: Date.parse(anInstant(`${date}T00:00:00.000Z`)),
  });

const [tokyo, berlin, newYork, losAngeles] = [
  'Asia/Tokyo',
  'Europe/Berlin',
  'America/New_York',
  'America/Los_Angeles',
] as const;

it.each<[string, string, readonly string[], string]>([
  ['at the close in the zone of the meeting', berlin, [tokyo, berlin, losAngeles], '11:00'],
  ['at that close also when nobody lives there', berlin, [tokyo, losAngeles], '11:00'],
  ['not before the first close, when the zone of the meeting closes earlier', tokyo, [berlin, losAngeles], '11:00'],
  ['with the last close, when the zone of the meeting closes later', losAngeles, [tokyo, berlin], '11:00'],
  ['at the one close there is', newYork, [berlin], '11:00'],
])('the summary is due %s', (_, timezone, zones, at) => {
  expect(toInstant(summaryDueAt(runIn(timezone, zones)))).toBe(`2026-11-20T${at}:00.000Z`);
});

it('follows the clock of the meeting’s zone at its close, also after a change of only that clock', () => {
  // New York sets its clocks back on 1 November, Berlin on 25 October.
  expect(toInstant(meetingCloseAt(runIn(newYork, [berlin, tokyo], '2026-10-30')))).toBe('2026-10-30T16:00:00.000Z');
  expect(toInstant(meetingCloseAt(runIn(newYork, [berlin, tokyo], '2026-11-02')))).toBe('2026-11-02T17:00:00.000Z');
});
