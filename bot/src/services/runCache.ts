import type { LocalDate, MeetingId, OrgId, TeamId } from '#contracts/ids.ts';
import type { Occurrence } from '#contracts/occurrence.ts';
import { readAs } from '../store/kind.ts';
import type { Records, Stored } from '../store/kind.ts';
import { occurrence } from '../store/kinds/run.ts';

// An occurrence holds its whole team and hardly ever changes, yet each answer needs it. So an answer asks the store for
// the row's version only, and parses the row again when that is new: never stale, and the size of the team costs nothing.

export interface RunCache {
  occurrence(
    records: Records<OrgId>,
    key: { readonly teamId: TeamId; readonly date: LocalDate; readonly meetingId: MeetingId },
  ): Promise<Stored<Occurrence> | undefined>;
}

/** `size`: occurrences kept, the oldest leave first. One of 1,000 members takes about 300 kB. */
export const createRunCache = (size = 200): RunCache => {
  const kept = new Map<string, Stored<Occurrence>>();
  return {
    occurrence: async (records, key) => {
      const { pk, rk } = occurrence.at(records.scope, key);
      const name = `${pk} ${rk}`;
      const known = kept.get(name);
      if (known !== undefined) {
        // No key lies between this one and itself with a space behind.
        const page = await records.store.scan('Team', pk, { from: rk, to: `${rk} ` }, { limit: 1, keysOnly: true });
        if (page.rows[0]?.etag === known.etag) return known;
      }
      kept.delete(name);
      const row = await records.store.get('Team', { pk, rk });
      if (row === undefined) return undefined;
      const fresh = readAs(occurrence, row);
      kept.set(name, fresh);
      const [oldest] = kept.keys();
      if (kept.size > size && oldest !== undefined) kept.delete(oldest);
      return fresh;
    },
  };
};
