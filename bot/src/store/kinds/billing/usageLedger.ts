import { z } from 'zod';
import { instant, meetingId, memberId } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { MemberId, OrgId, TeamId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { kind, listedKind } from '../../recordKindsAndAccess.ts';
import { teamPartition } from '../core/teamPartitionAndKeyParts.ts';

/** `month` = yyyyMM in UTC (docs/product-rules.md, Billing). */
interface UsageKey {
  readonly month: string;
  readonly memberId: MemberId;
}

/**
 * Ledger: one row per person and month, with the first event that made the person active. An earlier event replaces it until the
 * month is on an invoice.
 */
export const usage = listedKind({
  name: 'usage',
  table: 'Usage',
  version: 1,
  schema: z.object({ memberId, event: z.enum(['ANSWER', 'TASK']), at: instant, meetingId: meetingId.nullable() }),
  partition: (scope: OrgId, key: { readonly month: string }) => `${scope}|${key.month}`,
  rowKey: (key: UsageKey) => `m|${key.memberId}`,
});

/** Records that a member was asked in a month: the first delivered prompt. */
export const asked = listedKind({
  name: 'asked',
  table: 'Usage',
  version: 1,
  schema: z.object({ memberId, at: instant }),
  partition: (scope: OrgId, key: { readonly month: string }) => `${scope}|${key.month}`,
  rowKey: (key: UsageKey) => `q|${key.memberId}`,
});

/**
 * Records that a member saved a task in a month, in the transaction of the task. The outbox row of the kind `ledger`
 * creates the ledger row from it and then deletes it.
 */
export const taskMark = kind({
  name: 'taskMark',
  table: 'Team',
  version: 1,
  schema: z.object({ memberId, at: instant, meetingId: meetingId.nullable() }),
  at: (scope: OrgId, key: UsageKey & { readonly teamId: TeamId }) => ({
    pk: teamPartition(scope, key.teamId),
    rk: `U|${key.month}|${key.memberId}`,
  }),
});
