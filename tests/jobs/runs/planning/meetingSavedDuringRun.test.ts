import type { Meeting } from '#contracts/meetings/meetingSchemasAndCalls.ts';
import type { Run } from '#contracts/runs/runSchema.ts';
import { aMemberId, aQuestion, aZone, standupQuestions } from '../../../support/data/idDateAndRecordBuilders.ts';
import { answerAs, friday, rowsOf, story } from '../../../support/worlds/saveAnswersAndReadMessages.ts';
import { aWorld } from '../../../support/worlds/teamWorldWithEngine.ts';
import type { World } from '../../../support/worlds/teamWorldWithEngine.ts';

// Tests a report that is saved during its run: the run must keep its instants, members and questions.

const played = async (changes: readonly (readonly [at: string, change: Partial<Meeting>])[]): Promise<World> => {
  const world = await aWorld({ people: ['ann', 'bob', 'cy'] });
  await world.meeting({ members: ['ann', 'bob'].map((name) => aMemberId(name)) });
  for (const [at, change] of changes) {
    await world.runUntil(`2026-11-20T${at}:00Z`, 300);
    await world.changeMeeting(change);
  }
  await world.runUntil('2026-11-20T09:50:00Z', 300);
  await answerAs(world, 'ann');
  await world.runUntil('2026-11-20T14:00:00Z', 300);
  return world;
};

const usual = [
  '11-20 09:00 announcement channel',
  '11-20 09:00 ask ann',
  '11-20 09:00 ask bob',
  '11-20 10:00 reminder bob',
  '11-20 10:45 reminder bob',
  '11-20 11:00 summary channel',
];

let calm: Run | undefined;
beforeAll(async () => {
  calm = (await rowsOf(await played([]), friday)).run?.value;
});

it('runs normally without a save', async () => {
  expect(story(await played([]))).toEqual(usual);
});

it.each<[string, Partial<Meeting>]>([
  ['another time, earlier', { time: 540 }],
  ['another time, later today', { time: 780 }],
  ['another zone', { timezone: aZone('Asia/Tokyo') }],
  ['a shorter window', { reportSummaryTime: 45 }],
  ['a longer window', { reportSummaryTime: 600 }],
  ['reminders off', { isReminderEnabled: false }],
  ['other words', { firstReminderMessage: 'Please', publicBroadcastMessage: 'Now', secondReminderMessage: 'Last' }],
  ['other days', { friday: false, saturday: true }],
  ['each in their own zone', { timeBasis: 'MEMBER' }],
  ['other questions', { questions: [...standupQuestions(), aQuestion({ sequence: 9 })] }],
  ['somebody more', { members: ['ann', 'bob', 'cy'].map((name) => aMemberId(name)) }],
  ['no summary in the channel', { isReportSummaryInChat: false }],
])('%s changes nothing of the open run', async (_name, change) => {
  const world = await played([['09:20', change]]);
  expect(story(world).filter((line) => line.startsWith('11-20'))).toEqual(usual);
  expect((await rowsOf(world, friday)).run?.value).toEqual(calm);
});

it('stays the same after repeated different saves', async () => {
  const changes = Array.from({ length: 8 }, (_, index) => {
    const time = `09:${String(5 + index * 5).padStart(2, '0')}`;
    return [time, { time: 600 + index * 45, reportSummaryTime: 15 + index * 60, name: `Report ${index}` }] as const;
  });
  expect(story(await played(changes)).filter((line) => line.startsWith('11-20'))).toEqual(usual);
});
