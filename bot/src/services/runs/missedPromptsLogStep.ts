import { productName } from '#contracts/core/limitsAndProductConstants.ts';
import type { MemberId, OrgId } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { Records, RecordStep } from '../../store/recordKindsAndAccess.ts';
import { activityStep } from '../core/activityLogStepsAndTexts.ts';
import type { RunRef } from './outboxRowAndRunRef.ts';

/**
 * Returns the step that logs that a run did not ask some members, because their prompt came too late. Add it to the
 * transaction that records the late prompts. The key contains the smallest member id, so if the transaction is
 * repeated, it fails with a conflict, and the entry is not written twice.
 */
export const missedPromptsLogStep = (
  records: Records<OrgId>,
  runRef: RunRef,
  { members, round, now }: { readonly members: readonly MemberId[]; readonly round: number; readonly now: number },
): RecordStep | undefined => {
  const [first] = [...members].sort();
  if (first === undefined) return undefined;
  const { date } = runRef;
  return activityStep(records, {
    ...{ teamId: runRef.teamId, objectId: runRef.meetingId, actor: productName, atMs: now },
    ...{ eventKey: `run-${date}-${round}-LATE-${first}`, message: 'activity.runPromptsMissed' },
    values: { date, missed: members.length },
  });
};
