import type { z } from 'zod';
import type { LocalDate, MeetingId, OrgId, TeamId } from '#contracts/core/ids.ts';
import { BoundedMap } from '#contracts/memo.ts';
import type { Meeting } from '#contracts/meetings/meeting.ts';
import type { Run } from '#contracts/meetings/run.ts';
import { createKeyedCoalescer } from '../../concurrency/coalesce.ts';
import type { Kind, Records, Stored } from '../../store/records.ts';
import { meetingPointer } from '../../store/kinds/org.ts';
import { runKind } from '../../store/kinds/run.ts';
import { meeting } from '../../store/kinds/team.ts';
import type { Etag, Key } from '../../store/tableStore.ts';

// An occurrence and its meeting list their whole team and hardly ever change, yet each answer needs them. So an
// answer asks the store only for the row's version, and parses the row again if the version is new: never stale, and
// independent of the size of the team.

interface MeetingKey {
  readonly teamId: TeamId;
  readonly meetingId: MeetingId;
}

export interface RunCache {
  occurrence(records: Records<OrgId>, key: MeetingKey & { readonly date: LocalDate }): Promise<Stored<Run> | undefined>;
  meeting(records: Records<OrgId>, key: MeetingKey): Promise<Stored<Meeting> | undefined>;
  /** The team of a meeting, which never changes; undefined for a meeting that is not of this organisation. */
  teamOf(records: Records<OrgId>, meetingId: MeetingId): Promise<TeamId | undefined>;
}

const etagOf = async (
  of: Pick<Kind<OrgId, never, z.ZodObject>, 'table'>,
  records: Records<OrgId>,
  { pk, rk }: Key,
): Promise<Etag | undefined> => {
  // No key lies between this key and the same key with a space at its end.
  const page = await records.store.scan(of.table, pk, { from: rk, to: `${rk} ` }, { limit: 1, keysOnly: true });
  return page.rows[0]?.etag;
};

/** Parsed rows of one kind, reused while their version is the same. */
const createRowCache = <K, S extends z.ZodObject>(of: Kind<OrgId, K, S>, size: number) => {
  type Row = Stored<z.output<S>>;
  const known = new BoundedMap<string, Row>(size);
  // Hundreds may answer in the minute after the opening: one of them reads the row, and those who arrive meanwhile share the next
  // reading.
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
    // Another caller may have read the new row while the version was being read.
    const fresh = known.get(name);
    return fresh !== undefined && fresh.etag === etag ? fresh : load(records, at, name);
  };
};

const maxTeams = 50_000;

/**
 * `size`: number of cached occurrences, and of cached meetings; the oldest are removed first. An occurrence of 1,000
 * members takes about 300 kB.
 */
export const createRunCache = (size = 200): RunCache => {
  const teams = new BoundedMap<string, TeamId>(maxTeams);
  return {
    occurrence: createRowCache(runKind, size),
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
