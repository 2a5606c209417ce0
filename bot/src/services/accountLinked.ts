import type { MemberId, OrgId } from '#contracts/ids.ts';
import type { Records, RecordStep } from '../store/kind.ts';
import { activityStep } from './activity.ts';
import type { Deps } from './deps.ts';

/** That a member has an account from now on, for the organisation's log. */
export const accountLinked = (
  deps: Pick<Deps, 'clock' | 'newId'>,
  records: Records<OrgId>,
  memberId: MemberId,
  name: string,
): RecordStep =>
  activityStep(records, {
    ...{ teamId: null, objectId: memberId, eventKey: deps.newId(), actor: name, atMs: deps.clock.now() },
    ...{ message: 'activity.accountLinked', values: { name } },
  });
