import { localDate } from '#contracts/core/idDateAndZoneSchemas.ts';
import { createEngine } from '../../../bot/src/jobs/engine/engineAndHeartbeat.ts';
import { duePages } from '../../../bot/src/jobs/due/dueRunner.ts';
import { jobSettings } from '../../../bot/src/jobs/core/jobDepsAndSettings.ts';
import { promptDueRow } from '../../../bot/src/services/runs/plannedPromptRows.ts';
import { encode } from '../../../bot/src/store/rowCodec.ts';
import { due } from '../../../bot/src/store/kinds/due/dueRow.ts';
import type { Row as StoreRow } from '../../../bot/src/store/tableStorePort.ts';
import type { SqliteStore } from '../../../bot/src/store/sqlite/openSqlite.ts';
import { aMeetingId, anOrgId, aTeamId } from '../../../tests/support/data/idDateAndRecordBuilders.ts';
import { movedClock } from '../../parts/movedClockAndBenchmarkInstants.ts';
import { jobDepsOn, messengerOf } from '../../parts/engineDepsAndFakeMessenger.ts';
import { withFileStore } from '../../parts/temporaryAndCountingStores.ts';
import { longestHold, median, rounds, timed } from '../../measureTimesBlockingAndMemory.ts';
import { inMs, times } from '../../benchmarkTypesAndFigureFormats.ts';
import type { Bench, Row } from '../../benchmarkTypesAndFigureFormats.ts';

const quarter = 15 * 60_000;
const ten = Date.parse('2026-11-20T10:00:00Z');
/**
 * Share of the meetings that open at ten: 108 of 1,000. The others are spread over the quarter hours after ten, as in
 * real organisations.
 */
const atTen = 0.108;
const date = localDate.parse('2026-11-20');

const batch = 10_000;

const dueAt = (index: number): number => {
  const isAtTen = (index % 1000) / 1000 < atTen;
  return isAtTen ? ten : ten + (1 + (index % 50)) * quarter;
};

const orgs = Array.from({ length: 500 }, (_, index) => anOrgId(`org ${index}`));
const team = aTeamId();
const meeting = aMeetingId();

/**
 * Replaces the last characters of an id by a number, because computing a million hashes takes longer than writing the
 * rows.
 */
const numbered = <T extends string>(id: T, index: number): T => (id.slice(0, -8) + String(index).padStart(8, '0')) as T;

const rowOf = (index: number): StoreRow => {
  const orgId = orgs[index % orgs.length] ?? anOrgId();
  const row = promptDueRow(
    orgId,
    { id: numbered(meeting, index), teamId: numbered(team, index), rev: 1 },
    { date, at: dueAt(index) },
  );
  return { ...due.at(null, row), values: encode(due, row) };
};

const fill = async ({ admin }: SqliteStore, meetings: number): Promise<void> => {
  for (let index = 0; index < meetings; index += batch)
    await admin.bulkPut(
      'Due',
      Array.from({ length: Math.min(batch, meetings - index) }, (_, value) => rowOf(index + value)),
    );
};

const readAll = async ({ admin }: SqliteStore): Promise<void> => {
  let continuation: string | undefined;
  do continuation = (await admin.scanAll('Due', continuation === undefined ? {} : { continuation })).continuation;
  while (continuation !== undefined);
};

/**
 * Returns the median time in milliseconds of a heartbeat one minute before ten, when no meeting of the day is due yet.
 */
const timeEmptyPoll = async (store: SqliteStore): Promise<number> => {
  const clock = movedClock('2026-11-20T09:59:00Z');
  const engine = createEngine(jobDepsOn(store, clock, messengerOf(0)));
  await engine.poll();
  return median(await rounds(9, () => timed(() => engine.poll())));
};

/** Searches all shards for the work that is due at ten and returns its number of rows. The work itself is not done. */
const findPeak = async (store: SqliteStore): Promise<number> => {
  const deps = jobDepsOn(store, { now: () => ten }, messengerOf(0));
  let match = 0;
  for (const shard of jobSettings.shards) for await (const rows of duePages(deps, shard)) match += rows.length;
  return match;
};

const large = 1_000_000;
const small = 1_000;

export const bench: Bench = async () => {
  const little = await withFileStore(async (store) => {
    await fill(store, small);
    return timeEmptyPoll(store);
  });
  return withFileStore(async (store): Promise<Row[]> => {
    await fill(store, large);
    const scan = await timed(() => readAll(store));
    const much = await timeEmptyPoll(store);
    let match = 0;
    let hold = Number.POSITIVE_INFINITY;
    const peaks = await rounds(3, async () => {
      let ms = 0;
      const held = await longestHold(async () => {
        ms = await timed(async () => {
          match = await findPeak(store);
        });
      });
      hold = Math.min(hold, held);
      return ms;
    });
    const peak = median(peaks);
    const baseline = `${inMs(scan)} reading all`;
    return [
      {
        what: 'due work in 1,000,000 meetings, empty minute',
        figure: inMs(much),
        baseline,
        ratio: times(much / scan),
        target: '≤ 20 ms',
        isMet: much <= 20,
      },
      {
        what: `– the peak of 10:00, ${match.toLocaleString('en-GB')} due`,
        figure: inMs(peak),
        baseline,
        ratio: times(peak / scan),
        target: '≤ 1 s',
        isMet: peak <= 1000,
      },
      {
        what: '– event loop held by it, calmest of 3 rounds',
        figure: inMs(hold),
        target: '≤ 50 ms',
        isMet: hold <= 50,
      },
      {
        what: '– empty minute, 1,000 times as many meetings',
        figure: inMs(much),
        baseline: `${inMs(little)} with 1,000`,
        ratio: times(much / little),
        target: '≤ 2 ×',
        isMet: much / little <= 2 || much < 2,
      },
    ];
  });
};
