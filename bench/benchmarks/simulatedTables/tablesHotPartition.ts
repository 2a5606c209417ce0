import { seedDay } from '../../parts/seedDayAndSaveAnswers.ts';
import { accountOf, hottestAndErrors, withCluster } from '../../parts/simulatedCluster.ts';
import { answerFigure, peopleOf, perPiece, playAnswers } from '../../parts/playAndMeasureDaySteps.ts';
import { count } from '../../benchmarkTypesAndFigureFormats.ts';
import type { Bench, Row } from '../../benchmarkTypesAndFigureFormats.ts';

/** All people of one team answer at the same time, so that one partition gets all requests. */
const hotRow = async (members: number, atOnce: number): Promise<Row> => {
  const day = await seedDay({ teams: 1, members, orgs: 1, until: 'OPENED' });
  const account = await accountOf(day);
  return withCluster({ account, instances: 2, startsAt: '2026-11-20T09:05:00Z' }, async (cluster) => {
    const step = await playAnswers(cluster, peopleOf(day), atOnce / 2);
    return {
      what: `${count(members)} answers in one team, ${atOnce} at once`,
      figure: `${answerFigure(step)}, ${step.failed} failed`,
      baseline: `${perPiece(step)}; ${hottestAndErrors(cluster, step.hottest)}`,
      ...{ target: 'nothing fails', isMet: step.failed === 0 },
    };
  });
};

export const bench: Bench = async () => [await hotRow(100, 32), await hotRow(1_000, 8), await hotRow(1_000, 32)];
