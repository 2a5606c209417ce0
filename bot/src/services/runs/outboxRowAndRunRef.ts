import type { LocalDate, MeetingId, OrgId, TeamId } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { ValueOf } from '../../store/recordKindsAndAccess.ts';
import type { outbox } from '../../store/kinds/outbox/outboxRow.ts';
import type { OutboxKind } from '../../store/kinds/messages/messageKindsAndRecipients.ts';

export type OutboxRow = Omit<ValueOf<typeof outbox>, 'kind'> & { readonly kind: OutboxKind };

export interface RunRef {
  readonly orgId: OrgId;
  readonly teamId: TeamId;
  readonly meetingId: MeetingId;
  readonly date: LocalDate;
}

/**
 * Returns only the key fields of a run. A row is stored with all fields of its object, so an object with further fields
 * would add them to the row.
 */
export const runRefOf = ({ orgId, teamId, meetingId, date }: RunRef): RunRef => ({ orgId, teamId, meetingId, date });
