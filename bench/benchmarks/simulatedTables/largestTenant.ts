import { productSettings } from '../../../scripts/lib/scaleModel.ts';
import { limits } from '../../../bot/src/contracts/core/limitsAndProductConstants.ts';
import { tableServiceLimits } from '../../../tests/support/fakes/tableService/tableServiceLimits.ts';
import { seedDay } from '../../parts/seedDayAndSaveAnswers.ts';
import { accountOf, hottestAndErrors, withCluster } from '../../parts/simulatedCluster.ts';
import { perPiece, playMessages } from '../../parts/playAndMeasureDaySteps.ts';
import { aSecond, inKB, inMs, times } from '../../benchmarkTypesAndFigureFormats.ts';
import type { Bench } from '../../benchmarkTypesAndFigureFormats.ts';

// A tenant of 50,000 people in reports of the largest permitted size, all due in one minute, on the simulated table
// service.

const people = 50_000;

export const bench: Bench = async () => {
  const day = await seedDay({ teams: people / limits.members, members: limits.members, orgs: 1 });
  const account = await accountOf(day);
  return withCluster({ account, instances: 2, startsAt: '2026-11-20T08:59:00Z' }, async (cluster) => {
    const step = await playMessages(cluster, '2026-11-20T09:00:00Z', { to: 'PERSON', count: people });
    const limitMs = (people * 1_000) / productSettings.tenantMessagesASecond;
    const { largest } = cluster.service.account.size();
    return [
      {
        what: `50,000 prompts in one tenant, reports of ${limits.members.toLocaleString('en-GB')}`,
        figure: `${inMs(step.ms)}, ${aSecond((step.count * 1_000) / step.ms)}`,
        baseline: `${inMs(limitMs)} its rate of ${productSettings.tenantMessagesASecond}/s`,
        ratio: times(step.ms / limitMs),
        ...{ target: '≤ 1.1 ×, nothing fails', isMet: step.ms <= limitMs * 1.1 && step.failed === 0 },
      },
      {
        ...{ what: '– for each prompt', figure: perPiece(step) },
        ...{ baseline: hottestAndErrors(cluster, step.hottest), target: 'no target', isMet: true },
      },
      {
        what: '– the largest row, a run of a report',
        figure: inKB(largest),
        baseline: `${inKB(tableServiceLimits.entityBytes)} the limit of a row`,
        ...{ target: 'below it', isMet: largest < tableServiceLimits.entityBytes },
      },
    ];
  });
};
