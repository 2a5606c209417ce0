import type { z } from 'zod';
import type { LocalDate, MeetingId, OrgId, TeamId } from '#contracts/ids.ts';
import type { Meeting } from '#contracts/meeting.ts';
import type { Occurrence } from '#contracts/occurrence.ts';
import type { Kind, Records, Stored } from '../store/kind.ts';
import { meetingPointer } from '../store/kinds/org.ts';
import { occurrence } from '../store/kinds/run.ts';
import { meeting } from '../store/kinds/team.ts';
import type { Etag, Key } from '../store/port.ts';

// An occurrence and its meeting hold their whole team and hardly ever change, yet each answer needs them. So an answer asks the
// store for the row's version only, and parses the row again when that is new: never stale, and the size of the team costs nothing.

interface MeetingKey {
  readonly teamId: TeamId;
  readonly meetingId: MeetingId;
}

export interface RunCache {
  occurrence(
    records: Records<OrgId>,
    key: MeetingKey & { readonly date: LocalDate },
  ): Promise<Stored<Occurrence> | undefined>;
  meeting(records: Records<OrgId>, key: MeetingKey): Promise<Stored<Meeting> | undefined>;
  /** A meeting's team, which never changes; undefined for no meeting of this organisation. */
  teamOf(records: Records<OrgId>, meetingId: MeetingId): Promise<TeamId | undefined>;
}

const etagOf = async (
  of: Pick<Kind<OrgId, never, z.ZodObject>, 'table'>,
  records: Records<OrgId>,
  { pk, rk }: Key,
): Promise<Etag | undefined> => {
  // No key lies between this one and itself with a space behind.
  const page = await records.store.scan(of.table, pk, { from: rk, to: `${rk} ` }, { limit: 1, keysOnly: true });
  return page.rows[0]?.etag;
};

/** Rows of one kind as parsed before, while their version is still that one. */
const parsedOnce = <K, S extends z.ZodObject>(of: Kind<OrgId, K, S>, size: number) => {
  type Row = Stored<z.output<S>>;
  const kept = new Map<string, Row>();
  // Hundreds may answer in the minute after the opening: the first of them reads, the others wait for it.
  const loading = new Map<string, Promise<Row | undefined>>();

  const load = async (records: Records<OrgId>, at: Key, name: string): Promise<Row | undefined> => {
    const row = await records.store.get(of.table, at);
    kept.delete(name);
    if (row === undefined) return undefined;
    const fresh = records.read(of, row);
    kept.set(name, fresh);
    const [oldest] = kept.keys();
    if (kept.size > size && oldest !== undefined) kept.delete(oldest);
    return fresh;
  };

  const loadOnce = (records: Records<OrgId>, at: Key, name: string): Promise<Row | undefined> => {
    const under = loading.get(name);
    if (under !== undefined) return under;
    const begun = load(records, at, name).finally(() => loading.delete(name));
    loading.set(name, begun);
    return begun;
  };

  return async (records: Records<OrgId>, key: K): Promise<Row | undefined> => {
    const at = of.at(records.scope, key);
    const name = `${at.pk} ${at.rk}`;
    const known = kept.get(name);
    if (known === undefined) return loadOnce(records, at, name);
    const etag = await etagOf(of, records, at);
    if (etag === known.etag) return known;
    // Somebody may have read the new one while this was asked.
    const fresh = kept.get(name);
    return fresh !== undefined && fresh.etag === etag ? fresh : loadOnce(records, at, name);
  };
};

const mostTeams = 50_000;

/** `size`: occurrences kept, and as many meetings; the oldest leave first. An occurrence of 1,000 members takes about 300 kB. */
export const createRunCache = (size = 200): RunCache => {
  const teams = new Map<string, TeamId>();
  return {
    occurrence: parsedOnce(occurrence, size),
    meeting: parsedOnce(meeting, size),
    teamOf: async (records, meetingId) => {
      const name = `${records.scope} ${meetingId}`;
      const known = teams.get(name);
      if (known !== undefined) return known;
      const teamId = (await records.get(meetingPointer, { meetingId }))?.value.teamId;
      if (teams.size >= mostTeams) teams.clear();
      if (teamId !== undefined) teams.set(name, teamId);
      return teamId;
    },
  };
};
