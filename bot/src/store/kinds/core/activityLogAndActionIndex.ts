import { z } from 'zod';
import { instant } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { MemberId, OrgId, TeamId, UserId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { reverseMs } from '../../../domain/core/reversedDateKeys.ts';
import { listedKind } from '../../recordKindsAndAccess.ts';
import { ofTeam } from './teamPartitionAndKeyParts.ts';

/**
 * Fields of an entry of the activity log. An entry is added in the transaction of the change; later only the erasure of
 * a person changes it.
 */
export const activityFields = z.object({
  actor: z.string(),
  at: instant,
  /** Key of the text catalogue. The text is translated into the reader's language and filled with `values`. */
  message: z.string(),
  values: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
  before: z.string().nullable(),
  after: z.string().nullable(),
});

export const teamActivity = listedKind({
  name: 'teamActivity',
  table: 'Team',
  version: 1,
  schema: activityFields,
  partition: ofTeam,
  rowKey: (key: { teamId: TeamId; objectId: string; ms: number; eventKey: string }) =>
    `L|${key.objectId}|${reverseMs(key.ms)}|${key.eventKey}`,
});

export const orgActivity = listedKind({
  name: 'orgActivity',
  table: 'Org',
  version: 1,
  schema: activityFields,
  partition: (scope: OrgId) => scope,
  rowKey: (key: { objectId: string; ms: number; eventKey: string }) =>
    `L|${key.objectId}|${reverseMs(key.ms)}|${key.eventKey}`,
});

/**
 * Index of one person's actions, written in the transaction of the log entry. With this index, an export of the person
 * finds the log entries without a scan of the log.
 */
const auditedActionFields = z.object({ objectId: z.string(), ms: z.int(), eventKey: z.string() });

interface AuditedActionKey {
  /** The member; for a person who is no member, the account. */
  readonly who: MemberId | UserId;
  readonly ms: number;
  readonly eventKey: string;
}

const auditedActionRowKey = ({ who, ms, eventKey }: AuditedActionKey): string =>
  `A|${who}|${reverseMs(ms)}|${eventKey}`;

export const teamAuditedAction = listedKind({
  name: 'teamAuditedAction',
  table: 'Team',
  version: 1,
  schema: auditedActionFields,
  partition: ofTeam,
  rowKey: (key: AuditedActionKey & { teamId: TeamId }) => auditedActionRowKey(key),
});

export const orgAuditedAction = listedKind({
  name: 'orgAuditedAction',
  table: 'Org',
  version: 1,
  schema: auditedActionFields,
  partition: (scope: OrgId) => scope,
  rowKey: auditedActionRowKey,
});
