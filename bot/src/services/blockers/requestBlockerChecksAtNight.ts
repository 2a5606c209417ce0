import type { OrgId } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { Meeting } from '#contracts/meetings/meetingSchemasAndCalls.ts';
import type { TrackedBlocker } from '../../domain/blockers/blockerStateAndAllowedChanges.ts';
import {
  hasReminders,
  reminderMoment,
  reminderRuleOf,
} from '../../domain/blockers/blockerReminderAndEscalationRules.ts';
import { outside, readAs, scanRows } from '../../store/recordKindsAndAccess.ts';
import type { Records } from '../../store/recordKindsAndAccess.ts';
import { blocker as blockerKind } from '../../store/kinds/blockers/blocker.ts';
import { teamPartition } from '../../store/kinds/core/teamPartitionAndKeyParts.ts';
import { prefixRange } from '../../store/tableStorePort.ts';
import type { TeamMember } from '../tenancy/listMembers.ts';
import { blockerTimer } from './requestBlockerMessageChecks.ts';

// A check of a blocker sends nothing and requests no further check if the report is deactivated, the team is
// disconnected or the organisation is paused. So the nightly job requests a check of every blocker that may still need
// messages.

const hasMessages = (meeting: Meeting, { isOpen, numbers }: TrackedBlocker): boolean =>
  isOpen && (hasReminders(reminderRuleOf(meeting)) || (numbers?.needs ?? 0) > 0);

/**
 * Requests a check of each open blocker of an active report that may still need messages, at the next start of the
 * report's working day. A second request for the same instant writes the same row.
 */
export const planBlockerChecks = async (
  records: Records<OrgId>,
  meeting: Meeting,
  people: readonly Pick<TeamMember, 'memberId'>[],
  now: number,
): Promise<void> => {
  if (!meeting.isEnabled) return;
  const { teamId, id: meetingId, timezone } = meeting;
  const present = new Set(people.map(({ memberId }) => memberId));
  const { next } = reminderMoment(meeting, { zone: timezone, quietHours: null }, now);
  const pk = teamPartition(records.scope, teamId);
  for await (const row of scanRows(records.store, blockerKind.table, pk, prefixRange(`B|${meetingId}|`))) {
    const { value } = readAs(blockerKind, row);
    if (!present.has(value.memberId) || !hasMessages(meeting, value)) continue;
    const place = { teamId, meetingId, memberId: value.memberId };
    await outside(records.store).transact([blockerTimer(records, place, next)]);
  }
};
