import { z } from 'zod';
import { instant, meetingId, memberId } from '#contracts/ids.ts';
import type { MemberId, OrgId, TeamId } from '#contracts/ids.ts';
import { kind } from '../kind.ts';
import { teamPartition } from './team.ts';

/** `month` = yyyyMM in UTC (decisions.md D8). */
interface UsageKey {
  readonly month: string;
  readonly memberId: MemberId;
}

/** Ledger: one row a person and month, naming the first qualifying event. Inserted if absent, never changed. */
export const usage = kind({
  name: 'usage',
  table: 'Usage',
  version: 1,
  schema: z.object({ memberId, event: z.enum(['ANSWER', 'TASK']), at: instant, meetingId: meetingId.nullable() }),
  at: (scope: OrgId, key: UsageKey) => ({ pk: `${scope}|${key.month}`, rk: `m|${key.memberId}` }),
});

/** Was asked in this month: first delivered prompt. */
export const asked = kind({
  name: 'asked',
  table: 'Usage',
  version: 1,
  schema: z.object({ memberId, at: instant }),
  at: (scope: OrgId, key: UsageKey) => ({ pk: `${scope}|${key.month}`, rk: `q|${key.memberId}` }),
});

/**
 * That a member saved a task this month, in the transaction of the task itself: what the `used` row of the outbox makes the ledger
 * row from. Goes when the ledger row is there.
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
