import type { MemberId, OrgId } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { Records, RecordStep } from '../../store/recordKindsAndAccess.ts';
import { activityStep } from '../core/activityLogStepsAndTexts.ts';
import type { Deps } from '../core/deps.ts';

/** Returns the step that logs, in the organisation, that a member now has an account. */
export const accountLinkedLogStep = (
  deps: Pick<Deps, 'clock' | 'newId'>,
  records: Records<OrgId>,
  memberId: MemberId,
  name: string,
): RecordStep =>
  activityStep(records, {
    ...{ teamId: null, objectId: memberId, eventKey: deps.newId(), actor: name, atMs: deps.clock.now() },
    ...{ message: 'activity.accountLinked', values: { name } },
  });
