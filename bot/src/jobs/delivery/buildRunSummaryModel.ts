import type { Run } from '#contracts/runs/runSchema.ts';
import { meetingReport, summaryModel, summaryTexts } from '../../domain/reports/buildReportAndSummary.ts';
import type { SummaryModel } from '../../domain/reports/buildReportAndSummary.ts';
import { blockersOf, holidaysFor } from '../../services/reports/readDayReports.ts';
import { readAnswerLinks } from '../../services/tenancy/readAnswerLinks.ts';
import { skipsOf } from '../../services/runs/readRunAndDayRows.ts';
import { findChannel } from '../../services/teamsSync/syncAndReadChannels.ts';
import type { JobDeps } from '../core/jobDepsAndSettings.ts';
import { attentionListForSummary } from './attentionListForSummary.ts';
import type { RunContext } from './readAndCacheRunContext.ts';

const channelName = async ({ records, runRef }: RunContext, channelId: string | null): Promise<string | null> =>
  channelId === null ? null : ((await findChannel(records, runRef.teamId, channelId))?.name ?? null);

/** Returns the current state of a run as a model, which both the channel's card and the email show. */
export const buildRunSummaryModel = async (
  deps: Pick<JobDeps, 'clock'>,
  context: RunContext,
  run: Run,
): Promise<SummaryModel> => {
  const { records, runRef, rows, members, meeting } = context;
  if (meeting === undefined) throw new Error('A summary needs the meeting of its run.');
  const blockers = await blockersOf(records, runRef.teamId, run);
  const { date } = run;
  const holidays = await holidaysFor(records, runRef.teamId, blockers, run);
  const report = meetingReport({
    run,
    ...{ schedule: meeting, holidays },
    answers: rows.answers.map((answer) => answer.value),
    skips: skipsOf(rows),
    blockers,
    facts: new Map([...members].map(([id, member]) => [id, member.value])),
    channelName: await channelName(context, run.channelId),
    reader: null,
    now: deps.clock.now(),
  });
  const attention = await attentionListForSummary(context, { run, meeting, report, blockers, holidays });
  const links = await readAnswerLinks(records, summaryTexts({ report, attention }), () =>
    Promise.resolve([...members.values()].map(({ value }) => value).filter(({ leftOn }) => leftOn === null)),
  );
  return summaryModel({ report, date, links, attention });
};
