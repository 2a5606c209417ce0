import fc from 'fast-check';
import { getWeeklyTrends as call } from '#contracts/reports/getWeeklyTrends.ts';
import { getWeeklyTrends } from '../../../bot/src/services/reports/getWeeklyTrends.ts';
import { randomFrom } from '../../support/data/seededRandom.ts';
import { chosenSeeds, printFigures } from '../chooseSeedsAndPrintFigures.ts';
import { recomputeTrends } from './recomputeTrends.ts';
import { reader, reports, teamId, writeTrendWorld } from './writeTrendWorld.ts';
import type { TrendWorld } from './writeTrendWorld.ts';

// Compares the trends of random weeks with figures that were computed from the raw rows without the product.

const weekdays = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'] as const;

const query = fc.record({
  weeks: fc.constantFrom('4', '12', '26'),
  weekStart: fc.constantFrom(...weekdays),
  meetingId: fc.constantFrom(undefined, ...reports.map(({ id }) => id)),
});
type Query = typeof query extends fc.Arbitrary<infer T> ? T : never;

const byText = <T>(items: readonly T[]): T[] =>
  [...items].sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));

/** Sorts the lists whose order does not matter, and leaves out questions without an answer. */
const figuresOf = ({ from, to, weeks, total, questions, hours }: ReturnType<typeof recomputeTrends>) => ({
  ...{ from, to, weeks, total },
  questions: byText(questions.filter((question) => question.weeks.some((week) => week['answers'] !== 0))),
  hours: byText(hours),
});

const compare = async (world: TrendWorld, asked: Query): Promise<number> => {
  const input = call.input.parse({ teamId, ...asked });
  const trends = call.output.parse(await getWeeklyTrends(world, reader, input));
  const questions = trends.questions.map(({ meetingId, questionId, answers, average, counts, dates, weeks }) => ({
    ...{ meetingId, questionId, answers, average, counts, weeks },
    ...(dates === undefined ? {} : { dates }),
  }));
  const expected = recomputeTrends(world, {
    meetingId: asked.meetingId,
    weeks: Number(asked.weeks),
    weekStart: weekdays.indexOf(asked.weekStart),
  });
  const hours = trends.hours.map(({ meetingId, minutes, weeks }) => ({ meetingId, minutes, weeks }));
  expect(figuresOf({ ...trends, questions, hours })).toEqual(figuresOf(expected));
  expect(trends.blockersFrom).toBeNull();
  return trends.weeks.length;
};

describe('generated weeks of a team', () => {
  it('have the figures of their raw rows, for each report and all together', async () => {
    const seeds = chosenSeeds(3);
    const figures = { weeks: 0, runs: 0, answers: 0, 'older rows': 0, differences: 0 };
    for (const seed of seeds) {
      const random = randomFrom(seed);
      const world = await writeTrendWorld(random, { weeks: seed % 2 === 0 ? 14 : 5, drift: seed % 3 === 0 ? 0 : 1 });
      await fc.assert(
        fc.asyncProperty(query, async (asked) => {
          figures.weeks += await compare(world, asked);
        }),
        { seed, numRuns: 4 },
      );
      figures.runs += world.runs.length;
      figures.answers += world.answers.length;
      figures['older rows'] += world.olderRows;
      await world.store.close();
    }
    printFigures('trends', seeds, figures);
    expect(figures['older rows']).toBeGreaterThan(0);
  });
});
