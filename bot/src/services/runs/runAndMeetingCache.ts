import type { z } from 'zod';
import type { LocalDate, MeetingId, OrgId, TeamId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { BoundedMap } from '#contracts/boundedMapAndMemos.ts';
import type { Meeting } from '#contracts/meetings/meetingSchemasAndCalls.ts';
import type { Run } from '#contracts/runs/runSchema.ts';
import { createKeyedCoalescer } from '../../concurrency/coalesce.ts';
import type { Kind, Records, Stored } from '../../store/recordKindsAndAccess.ts';
import { meeting, meetingPointer } from '../../store/kinds/meetings/meetingWithNameAndPointer.ts';
import { runKind } from '../../store/kinds/runs/run.ts';
import type { Etag, Key } from '../../store/tableStorePort.ts';

// Caches parsed runs and meetings. Saving an answer needs both; they list the whole team and rarely change. So
// each use reads the ETag of the row, and the whole row only if its ETag has changed. The result is never outdated, and
// the cost does not depend on the size of the team.

interface MeetingKey {
  readonly teamId: TeamId;
  readonly meetingId: MeetingId;
}

export interface RunCache {
  run(records: Records<OrgId>, key: MeetingKey & { readonly date: LocalDate }): Promise<Stored<Run> | undefined>;
  meeting(records: Records<OrgId>, key: MeetingKey): Promise<Stored<Meeting> | undefined>;
  /**
   * Returns the team of a meeting; undefined if the meeting is not of this organisation. It is cached without a check,
   * because a meeting never changes its team.
   */
  teamOf(records: Records<OrgId>, meetingId: MeetingId): Promise<TeamId | undefined>;
}

const etagOf = async (
  of: Pick<Kind<OrgId, never, z.ZodObject>, 'table'>,
  records: Records<OrgId>,
  { pk, rk }: Key,
): Promise<Etag | undefined> => {
  // The end of a range is exclusive. No other key lies before the same key with a space at its end, so the scan returns
  // only this row.
  const page = await records.store.scan(of.table, pk, { from: rk, to: `${rk} ` }, { limit: 1, keysOnly: true });
  return page.rows[0]?.etag;
};

/** Creates a cache of parsed rows of one kind. A row is reused while its ETag is the same. */
const createRowCache = <K, S extends z.ZodObject>(of: Kind<OrgId, K, S>, size: number) => {
  type Row = Stored<z.output<S>>;
  const known = new BoundedMap<string, Row>(size);
  // Hundreds of members may answer in the minute after an opening. While one caller reads the row, the callers that
  // arrive wait and share the next read.
  const readings = createKeyedCoalescer<Row | undefined>();

  const load = (records: Records<OrgId>, at: Key, name: string): Promise<Row | undefined> =>
    readings.run(name, async () => {
      const row = await records.store.get(of.table, at);
      if (row === undefined) {
        known.delete(name);
        return undefined;
      }
      const fresh = records.read(of, row);
      known.set(name, fresh);
      return fresh;
    });

  return async (records: Records<OrgId>, key: K): Promise<Row | undefined> => {
    const at = of.at(records.scope, key);
    const name = `${at.pk} ${at.rk}`;
    const row = known.get(name);
    if (row === undefined) return load(records, at, name);
    const etag = await etagOf(of, records, at);
    if (etag === row.etag) return row;
    // Another caller may have cached a newer row while this caller read the ETag, so the cache is checked again.
    const fresh = known.get(name);
    return fresh !== undefined && fresh.etag === etag ? fresh : load(records, at, name);
  };
};

const maxTeams = 50_000;

/**
 * Creates the cache. It holds at most `size` runs and `size` meetings; the oldest entries are removed first. A run of
 * 1,000 members takes about 300 kB.
 */
export const createRunCache = (size = 200): RunCache => {
  const teams = new BoundedMap<string, TeamId>(maxTeams);
  return {
    run: createRowCache(runKind, size),
    meeting: createRowCache(meeting, size),
    teamOf: async (records, meetingId) => {
      const name = `${records.scope} ${meetingId}`;
      const known = teams.get(name);
      if (known !== undefined) return known;
      const teamId = (await records.get(meetingPointer, { meetingId }))?.value.teamId;
      if (teamId !== undefined) teams.set(name, teamId);
      return teamId;
    },
  };
};
