import { readContext } from '../../../bot/src/jobs/delivery/readAndCacheRunContext.ts';
import { buildRunSummaryModel } from '../../../bot/src/jobs/delivery/buildRunSummaryModel.ts';
import { contentDigest } from '../../../bot/src/jobs/outboxRows/contentDigest.ts';
import { aDate } from '../../../tests/support/data/idDateAndRecordBuilders.ts';
import { movedClock, today } from '../../parts/movedClockAndBenchmarkInstants.ts';
import { seedDay } from '../../parts/seedDayAndSaveAnswers.ts';
import { jobDepsOn, messengerOf, publicUrl } from '../../parts/engineDepsAndFakeMessenger.ts';
import { withCopy } from '../../parts/temporaryAndCountingStores.ts';
import { median, rounds, timed } from '../../measureTimesBlockingAndMemory.ts';
import { inKB, inMs } from '../../benchmarkTypesAndFigureFormats.ts';
import type { Bench, Row } from '../../benchmarkTypesAndFigureFormats.ts';

/** Teams accepts about 28 kB for a message, so 25 kB leaves room for the envelope of the card. */
const maxBytes = 25_000;

const measure = async (members: number, maxMs: number): Promise<Row> => {
  const { file, teams } = await seedDay({ teams: 1, members, orgs: 1, until: 'ANSWERED' });
  return withCopy(file, async (store) => {
    const deps = jobDepsOn(store, movedClock('2026-11-20T11:00:30Z'), messengerOf(0));
    const [team] = teams;
    if (team === undefined) throw new Error('A day has a team.');
    const { orgId, teamId, meetingId } = team;
    let bytes = 0;
    // Reads the context of the run and hashes the message each time, because the job of a summary does so too.
    const draw = async (): Promise<void> => {
      const context = await readContext(deps, { orgId, teamId, meetingId, date: aDate(today) }, { withPlans: false });
      const run = context.rows.run?.value;
      if (run === undefined) throw new Error('The run is open.');
      const model = await buildRunSummaryModel(deps, context, run);
      const message = deps.presenter.summary(model, { locale: 'en', timezone: run.timezone }, publicUrl);
      contentDigest(deps, message);
      bytes = Buffer.byteLength(JSON.stringify(message));
    };
    await rounds(200, draw);
    const ms = median(await rounds(50, () => timed(draw)));
    return {
      what: `daily summary of ${members} members, ${inKB(bytes)}`,
      figure: inMs(ms),
      target: `≤ ${inMs(maxMs)}, ≤ ${inKB(maxBytes)}`,
      isMet: ms <= maxMs && bytes <= maxBytes,
    };
  });
};

export const bench: Bench = async () => [await measure(100, 2), await measure(500, 8)];
