import type { LocalDate, MeetingId, OrgId, TeamId } from '#contracts/ids.ts';
import type { Occurrence } from '#contracts/occurrence.ts';
import { readAs } from '../store/kind.ts';
import type { Records, Stored } from '../store/kind.ts';
import { meetingPointer } from '../store/kinds/org.ts';
import { occurrence } from '../store/kinds/run.ts';
import type { Etag, Key } from '../store/port.ts';

// An occurrence holds its whole team and hardly ever changes, yet each answer needs it. So an answer asks the store for
// the row's version only, and parses the row again when that is new: never stale, and the size of the team costs nothing.

export interface RunCache {
  occurrence(
    records: Records<OrgId>,
    key: { readonly teamId: TeamId; readonly date: LocalDate; readonly meetingId: MeetingId },
  ): Promise<Stored<Occurrence> | undefined>;
  /** A meeting's team, which never changes; undefined for no meeting of this organisation. */
  teamOf(records: Records<OrgId>, meetingId: MeetingId): Promise<TeamId | undefined>;
  /** Does the work, or waits for the same work that is under way: of many answers at once one touch of the summary is enough. */
  share(name: string, work: () => Promise<void>): Promise<void>;
}

const mostTeams = 50_000;

/** `size`: occurrences kept, the oldest leave first. One of 1,000 members takes about 300 kB. */
export const createRunCache = (size = 200): RunCache => {
  const kept = new Map<string, Stored<Occurrence>>();
  // Hundreds may answer in the minute after the opening: the first of them reads, the others wait for it.
  const loading = new Map<string, Promise<Stored<Occurrence> | undefined>>();

  const load = async (records: Records<OrgId>, at: Key, name: string): Promise<Stored<Occurrence> | undefined> => {
    const row = await records.store.get('Team', at);
    kept.delete(name);
    if (row === undefined) return undefined;
    const fresh = readAs(occurrence, row);
    kept.set(name, fresh);
    const [oldest] = kept.keys();
    if (kept.size > size && oldest !== undefined) kept.delete(oldest);
    return fresh;
  };

  const loadOnce = (records: Records<OrgId>, at: Key, name: string): Promise<Stored<Occurrence> | undefined> => {
    const under = loading.get(name);
    if (under !== undefined) return under;
    const begun = load(records, at, name).finally(() => loading.delete(name));
    loading.set(name, begun);
    return begun;
  };

  const etagOf = async (records: Records<OrgId>, { pk, rk }: Key): Promise<Etag | undefined> => {
    // No key lies between this one and itself with a space behind.
    const page = await records.store.scan('Team', pk, { from: rk, to: `${rk} ` }, { limit: 1, keysOnly: true });
    return page.rows[0]?.etag;
  };

  const teams = new Map<string, TeamId>();
  const shared = new Map<string, Promise<void>>();

  return {
    teamOf: async (records, meetingId) => {
      const name = `${records.scope} ${meetingId}`;
      const known = teams.get(name);
      if (known !== undefined) return known;
      const teamId = (await records.get(meetingPointer, { meetingId }))?.value.teamId;
      if (teams.size >= mostTeams) teams.clear();
      if (teamId !== undefined) teams.set(name, teamId);
      return teamId;
    },
    share: (name, work) => {
      const under = shared.get(name);
      if (under !== undefined) return under;
      const begun = work().finally(() => shared.delete(name));
      shared.set(name, begun);
      return begun;
    },
    occurrence: async (records, key) => {
      const at = occurrence.at(records.scope, key);
      const name = `${at.pk} ${at.rk}`;
      const known = kept.get(name);
      if (known === undefined) return loadOnce(records, at, name);
      const etag = await etagOf(records, at);
      if (etag === known.etag) return known;
      // Somebody may have read the new one while this was asked.
      const fresh = kept.get(name);
      return fresh !== undefined && fresh.etag === etag ? fresh : loadOnce(records, at, name);
    },
  };
};
