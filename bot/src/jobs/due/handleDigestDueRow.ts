import { isAskingMembers } from '../../services/tenancy/payingStateAndOrgPause.ts';
import { digest as digestKind } from '../../store/kinds/digests/digestAndSending.ts';
import { digestDueRow, digestInKey, sendingOutboxRows } from '../../services/digests/readDigestsAndBuildRows.ts';
import { openDigestSending } from '../../services/digests/openDigestSending.ts';
import { done } from './dueRowContextAndOutcome.ts';
import type { DueContext, DueDeps, DueOutcome } from './dueRowContextAndOutcome.ts';

/** Handles the due row of a digest. Returns undefined if the digest changed in the meantime. */
export const handleDigestDueRow = async (
  deps: DueDeps,
  { row, records }: DueContext,
): Promise<DueOutcome | undefined> => {
  const stored = await records.get(digestKind, { id: digestInKey(row) });
  if (stored === undefined) return done;
  const now = deps.clock.now();
  const { at, date } = row;
  const maySend = await isAskingMembers(deps, records);
  const opened = await openDigestSending(records, stored, { at, date, now, maySend });
  if (opened === undefined) return undefined;
  if (opened === null) return done;
  const { digest, sending } = opened;
  const next = digestDueRow(row.orgId, digest);
  return {
    ...done,
    outbox: sending === undefined ? [] : sendingOutboxRows(row.orgId, digest, sending, now),
    due: next === undefined ? [] : [next],
  };
};
