import type { MemberId, OrgId } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { StoredDraft } from './answerDrafts.ts';
import type { RunRef } from '../runs/outboxRowAndRunRef.ts';
import type { Records } from '../../store/recordKindsAndAccess.ts';
import { answerDraft } from '../../store/kinds/answers/answerDraft.ts';
import { prefixRange } from '../../store/tableStorePort.ts';

/** The drafts that were read for the members to whom the form of a run is sent. */
export interface DraftsInRun {
  /** Ids of the members whose drafts were read. */
  readonly memberIds: readonly MemberId[];
  readonly rows: ReadonlyMap<MemberId, StoredDraft>;
}

/**
 * Reads the drafts of all these members in one call. The keys begin with the member id, so the range also contains
 * other members and runs, which are filtered out.
 */
export const readDraftsInRun = async (
  records: Records<OrgId>,
  { teamId, meetingId, date }: RunRef,
  memberIds: readonly [MemberId, ...MemberId[]],
): Promise<DraftsInRun> => {
  const [first, ...others] = memberIds;
  const lowest = others.reduce((least, memberId) => (memberId < least ? memberId : least), first);
  const highest = others.reduce((most, memberId) => (memberId > most ? memberId : most), first);
  const range = { from: prefixRange(`F|${lowest}|`).from, to: prefixRange(`F|${highest}|`).to };
  const asked = new Set(memberIds);
  const rows = await records.list(answerDraft, { teamId }, range);
  const own = rows.filter(
    ({ value }) => value.meetingId === meetingId && value.date === date && asked.has(value.memberId),
  );
  return { memberIds, rows: new Map(own.map(({ value }) => [value.memberId, value])) };
};
