import { blocker } from '../../store/kinds/blockers/blocker.ts';
import { prefixRange } from '../../store/tableStorePort.ts';
import { rowsOf, teamsOf } from './listPersonalDataForExport.ts';
import type { ExportMembership, Item } from './listPersonalDataForExport.ts';

/** Returns other members' blockers for which the person is needed, and the notes that the person wrote on them. */
export const listNotesOnBlockers = async function* (membership: ExportMembership): AsyncGenerator<Item> {
  const { records, organisation, place } = membership;
  const { memberId } = place;
  if (memberId === null) return;
  for (const { teamId, name: team } of await teamsOf(membership))
    for await (const { life } of rowsOf(records, blocker, { teamId }, prefixRange('B|'))) {
      if (life == null || (life.neededId !== memberId && life.noteBy !== memberId)) continue;
      const note = life.noteBy === memberId ? life.note : null;
      yield { organisation: organisation.name, team, since: life.since, isNeeded: life.neededId === memberId, note };
    }
};
