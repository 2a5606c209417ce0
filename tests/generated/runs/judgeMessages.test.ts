import { judge } from './judgeMessages.ts';
import { play } from './playRunsOnProduct.ts';
import type { Played } from './playRunsOnProduct.ts';
import type { Scenario } from './runScenarioFormat.ts';

// Each test changes one detail of a correct day, and the judge must report this change.

const world: Scenario = {
  ...{ start: '2026-11-18T00:00:00Z', end: '2026-11-19T20:00:00Z' },
  teams: [
    {
      id: 'team',
      members: [
        { id: 'ann', timezone: 'Europe/Berlin' },
        { id: 'bob', timezone: 'America/New_York' },
      ],
    },
  ],
  meetings: [
    {
      ...{ id: 'daily', name: 'Daily', teamId: 'team', members: ['ann', 'bob'], time: 600, timezone: 'Europe/Berlin' },
      ...{ timeBasis: 'MEMBER', reportSummaryTime: 120 },
      questions: [{ id: 'done', sequence: 1, text: 'What did you get done?', type: 'TEXT' }],
    },
  ],
  answers: [
    { meetingId: 'daily', memberId: 'ann', date: '2026-11-18', at: '2026-11-18T09:30:00Z', values: { done: 'Much' } },
    { meetingId: 'daily', memberId: 'ann', date: '2026-11-25', at: '2026-11-18T09:40:00Z', values: { done: 'Much' } },
  ],
  downtime: [{ from: '2026-11-19T14:00:00Z', to: '2026-11-19T16:30:00Z' }],
};

let right: Played;
beforeAll(async () => {
  right = await play(world);
});

const wrongAfter = (change: (played: Played) => Partial<Played>): readonly string[] =>
  judge(world, { ...right, ...change(right) }).wrong;

type Line = Played['lines'][number];
const isPrompt = (line: Line): boolean => line.kind === 'prompt' && line.memberId === 'bob';

it('finds nothing wrong with a day by the rules', () => {
  expect(wrongAfter(() => ({}))).toEqual([]);
});

it('notices an owed message that is not sent', () => {
  expect(wrongAfter(({ lines }) => ({ lines: lines.filter((line) => !isPrompt(line)) }))).toEqual([
    'owed and not sent: prompt of daily 2026-11-18 to bob at 2026-11-18T15:00:00Z',
  ]);
});

it('notices a message that is sent twice', () => {
  expect(wrongAfter(({ lines }) => ({ lines: [...lines, ...lines.filter(isPrompt)] }))).toEqual([
    'sent again 1 times: prompt of daily 2026-11-18 to bob at 2026-11-18T15:00:00Z',
  ]);
});

it('notices a message at a wrong hour', () => {
  const late = (line: Line): Line => (isPrompt(line) ? { ...line, at: '2026-11-18T15:10:00.000Z' } : line);
  expect(wrongAfter(({ lines }) => ({ lines: lines.map(late) })).map((line) => line.split(':')[0])).toEqual([
    'owed and not sent',
    'sent and not owed',
  ]);
});

it('notices a missed prompt without a record', () => {
  expect(wrongAfter(({ lines }) => ({ lines: lines.filter((line) => line.kind !== 'missed') }))).toEqual([
    'missed and not recorded: TOO_LATE of daily 2026-11-19 to bob at 2026-11-19T16:30:00Z',
  ]);
});

it('notices an answer that was taken against the rules', () => {
  expect(wrongAfter(() => ({ notes: [] }))).toEqual([
    'The answer of ann to daily for 2026-11-25 is refused 0 times, by the rules 1 times ()',
  ]);
});

it('notices a report with other members, counts or states, and a missing one', () => {
  expect(
    wrongAfter(({ reports }) => ({
      reports: reports.map((report) => ({ ...report, totalMembers: 1, state: 'MISSED' })),
    })),
  ).toHaveLength(4);
  expect(wrongAfter(({ reports }) => ({ reports: reports.slice(1) }))).toHaveLength(1);
  expect(
    wrongAfter(({ reports }) => ({ reports: reports.map((report) => ({ ...report, members: [] })) })),
  ).toHaveLength(2);
});

it('notices a summary that shows other counts', () => {
  const other = (line: Line): Line =>
    line.shows === undefined ? line : { ...line, shows: { ...line.shows, answered: 7 } };
  expect(wrongAfter(({ lines }) => ({ lines: lines.map(other) }))).toHaveLength(2);
});

it('notices an engine that fails without a fault', () => {
  expect(wrongAfter(({ notes }) => ({ notes: [...notes, 'run.sendFailed: no'] }))).toEqual([
    'the engine failed: run.sendFailed: no',
  ]);
});
