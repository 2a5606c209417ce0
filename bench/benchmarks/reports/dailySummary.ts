import { readContext } from '../../../bot/src/jobs/delivery/readAndCacheRunContext.ts';
import { buildRunSummaryModel } from '../../../bot/src/jobs/delivery/buildRunSummaryModel.ts';
import { contentDigest } from '../../../bot/src/jobs/outboxRows/contentDigest.ts';
import type { TableStore } from '../../../bot/src/store/tableStorePort.ts';
import { aDate } from '../../../tests/support/data/idDateAndRecordBuilders.ts';
import type { SeededTeam } from '../../../tests/support/data/seedManyTeams.ts';
import { movedClock, today } from '../../parts/movedClockAndBenchmarkInstants.ts';
import { inProfile } from '../../parts/profileByModule.ts';
import { seedDay } from '../../parts/seedDayAndSaveAnswers.ts';
import { jobDepsOn, messengerOf, publicUrl } from '../../parts/engineDepsAndFakeMessenger.ts';
import { withCopy } from '../../parts/temporaryAndCountingStores.ts';
import { median, rounds, timed } from '../../measureTimesBlockingAndMemory.ts';
import { inKB, inMs } from '../../benchmarkTypesAndFigureFormats.ts';
import type { Bench, Row } from '../../benchmarkTypesAndFigureFormats.ts';

/** Teams accepts about 28 kB for a message, so 25 kB leaves room for the envelope of the card. */
const maxBytes = 25_000;

const createDrawing = (store: TableStore, { orgId, teamId, meetingId }: SeededTeam) => {
  const deps = jobDepsOn(store, movedClock('2026-11-20T11:00:30Z'), messengerOf(0));
  /**
   * Draws the summary and returns its size in bytes. Reads the context of the run and hashes the message each time,
   * because the job of a summary does so too.
   */
  return async (): Promise<number> => {
    const context = await readContext(deps, { orgId, teamId, meetingId, date: aDate(today) }, { withPlans: false });
    const run = context.rows.run?.value;
    if (run === undefined) throw new Error('The run is open.');
    const model = await buildRunSummaryModel(deps, context, run);
    const message = deps.presenter.summary(model, { locale: 'en', timezone: run.timezone }, publicUrl);
    contentDigest(deps, message);
    return Buffer.byteLength(JSON.stringify(message));
  };
};

const measure = async (members: number, maxMs: number): Promise<Row[]> => {
  const { file, teams } = await seedDay({ teams: 1, members, orgs: 1, until: 'ANSWERED' });
  const [team] = teams;
  if (team === undefined) throw new Error('A day has a team.');
  const { ms, bytes } = await withCopy(file, async (store) => {
    const draw = createDrawing(store, team);
    const [bytes = 0] = await rounds(200, draw);
    return { ms: median(await inProfile(() => rounds(50, () => timed(draw)))), bytes };
  });
  // The compiler has seen the code, but the caches of the new store are empty.
  const firstMs = await rounds(9, () => withCopy(file, (store) => timed(createDrawing(store, team))));
  return [
    {
      what: `daily summary of ${members} members, ${inKB(bytes)}, rows cached`,
      figure: inMs(ms),
      target: `≤ ${inMs(maxMs)}, ≤ ${inKB(maxBytes)}`,
      isMet: ms <= maxMs && bytes <= maxBytes,
    },
    { what: '– the first after a start', figure: inMs(median(firstMs)), target: 'no target', isMet: true },
  ];
};

export const bench: Bench = async () => [...(await measure(100, 2)), ...(await measure(500, 8))];
