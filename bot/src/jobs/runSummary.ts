import type { Occurrence } from '#contracts/occurrence.ts';
import { meetingReport, summaryModel } from '../domain/dailyReport.ts';
import type { SummaryModel } from '../domain/dailyReport.ts';
import { blockersOf } from '../services/dayReport.ts';
import { channel } from '../store/kinds/team.ts';
import type { JobDeps } from './jobDeps.ts';
import type { RunContext } from './runContext.ts';

const channelName = async ({ records, run }: RunContext, threadId: string | null): Promise<string | null> => {
  if (threadId === null) return null;
  const row = await records.get(channel, { teamId: run.teamId, threadId });
  return row?.value.name ?? null;
};

/** The day of a run as it stands now: the one model of the channel's card and of the mail. */
export const runSummary = async (
  deps: Pick<JobDeps, 'clock'>,
  context: RunContext,
  occurrence: Occurrence,
): Promise<SummaryModel> => {
  const { records, run, rows, members, meeting } = context;
  if (meeting === undefined) throw new Error('A summary is of a meeting that is there.');
  const blockers = await blockersOf(records, run.teamId, occurrence);
  const report = meetingReport({
    occurrence,
    answers: rows.answers.map((one) => one.value),
    blockers,
    facts: new Map([...members].map(([id, one]) => [id, one.value])),
    channelName: await channelName(context, occurrence.channelId),
    reader: null,
    now: deps.clock.now(),
  });
  return summaryModel({ report, date: occurrence.date, schedule: meeting, blockers });
};
