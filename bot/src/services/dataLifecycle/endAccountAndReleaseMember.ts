import type { MemberId, OrgId, UserId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { hourMs } from '../../domain/core/zonedTimeAndCalendarDates.ts';
import { outside } from '../../store/recordKindsAndAccess.ts';
import { emailGuard, profile as profileKind } from '../../store/kinds/identity/accountProfileAndPassword.ts';
import { teamsUser } from '../../store/kinds/microsoftAccounts/teamsUser.ts';
import { memberOrg } from '../../store/kinds/organisations/organisationLookups.ts';
import { personalInstall } from '../../store/kinds/teamsSync/personalInstall.ts';
import { counter } from '../../store/kinds/rateLimits/rateLimitCounters.ts';
import { tokenFamily } from '../../store/kinds/identity/refreshTokenFamily.ts';
import { knownNetworks } from '../../store/kinds/identity/knownNetworks.ts';
import { prefixRange, wholePartition } from '../../store/tableStorePort.ts';
import { forEachInBatches, listKeys, removeRange, removeRowWhile } from '../runs/deleteAndScanInBatches.ts';
import type { BatchedDeletionDeps } from '../runs/deleteAndScanInBatches.ts';
import { dayOf } from '../rateLimits/storedRateLimiter.ts';
import type { RateLimit } from '../rateLimits/storedRateLimiter.ts';
import { mergeChanges, updateRow } from '../core/optimisticUpdate.ts';

// Removes the rows outside the organisation's own partitions that refer to a person: directory rows, installs of the
// bot, and the account.

export interface Findable {
  readonly memberId: MemberId | null;
  readonly tid: string | null;
  readonly oid: string | null;
}

const dayMs = 24 * hourMs;

/**
 * Removes the rate-limit counters of these keys for yesterday, today and tomorrow: counters are stored for two days,
 * and the clocks of instances differ.
 */
export const forgetCounted = (deps: BatchedDeletionDeps, counted: readonly string[]): Promise<void> => {
  const days = [-1, 0, 1].map((away) => dayOf(deps.clock.now() + away * dayMs));
  const keys = counted.flatMap((what) => days.map((day) => ({ day, what })));
  return forEachInBatches(deps, keys, (key) => removeRowWhile(deps, counter, key));
};

/** Removes the directory rows that point to the member. Rows that already point to another organisation stay. */
export const releaseMember = async (
  deps: BatchedDeletionDeps,
  orgId: OrgId,
  { memberId, tid, oid }: Findable,
): Promise<void> => {
  if (memberId !== null) await removeRowWhile(deps, memberOrg, { memberId }, (row) => row.orgId === orgId);
  const person = tid === null || oid === null ? undefined : { tid, oid };
  const pointer = person === undefined ? undefined : await outside(deps.store).get(teamsUser, person);
  if (pointer !== undefined && (pointer.value.orgId !== orgId || pointer.value.memberId !== memberId)) return;
  if (memberId !== null) await forgetCounted(deps, [`mail|${memberId}`]);
  if (person === undefined) return;
  // The `teamsUser` row is removed last, because a repeated call needs it to find the other row.
  await removeRowWhile(deps, personalInstall, person);
  await removeRowWhile(deps, teamsUser, person, (row) => row.orgId === orgId && row.memberId === memberId);
};

/** Names of the rate limits that count emails by recipient, whose counters are removed together with the address. */
const recipientRateLimits = [
  'mail',
  'invite',
  'accountLetterTo',
  'letterTo',
  'consentTo',
] as const satisfies readonly RateLimit[];

const forgetTries = async (deps: BatchedDeletionDeps, userId: UserId, email: string): Promise<void> => {
  const { pk } = profileKind.at(null, { userId });
  const known = await outside(deps.store).get(knownNetworks, { userId });
  const families = await listKeys(deps, 'Accounts', pk, prefixRange('fam|'));
  const counted = [
    `account|${userId}`,
    ...(known?.value.networks ?? []).map((network) => `account|${userId}|${network.hash}`),
    `connect|${userId}`,
    `download|${userId}`,
    `factor|${userId}`,
    `feed|${userId}`,
    ...families.map((rk) => `refresh|${rk.slice('fam|'.length)}`),
    ...(email === '' ? [] : [`account|${email}`, ...recipientRateLimits.map((limit) => `${limit}|${email}`)]),
  ];
  await forgetCounted(deps, counted);
};

/** Deletes an account with all its rows, and releases its email address for new registrations. */
export const endAccount = async (deps: BatchedDeletionDeps, userId: UserId, knownEmail = ''): Promise<void> => {
  const account = (await outside(deps.store).get(profileKind, { userId }))?.value;
  const email = account?.email ?? knownEmail;
  await forgetTries(deps, userId, email);
  if (email !== '') await removeRowWhile(deps, emailGuard, { email }, (row) => row.userId === userId);
  const { pk, rk } = profileKind.at(null, { userId });
  // The profile is removed last, because a repeated call needs it to find the other rows.
  await removeRange(deps, { table: 'Accounts', pk }, wholePartition, (text) => text !== rk);
  await removeRange(deps, { table: 'Accounts', pk }, wholePartition);
};

/**
 * Removes the rows of one organisation from an account that stays in another organisation. `ids` are the ids of the
 * organisation and of its teams.
 */
export const leaveAccount = async (
  deps: BatchedDeletionDeps,
  userId: UserId,
  orgId: OrgId,
  ids: ReadonlySet<string>,
): Promise<void> => {
  const { pk } = profileKind.at(null, { userId });
  await removeRange(deps, { table: 'Accounts', pk }, wholePartition, (rk) =>
    rk.split('|').some((part) => ids.has(part)),
  );
  const families = await outside(deps.store).list(tokenFamily, { userId }, prefixRange('fam|'));
  for (const { value } of families) await removeRowWhile(deps, tokenFamily, value, (row) => row.orgId === orgId);
  await updateRow(outside(deps.store), profileKind, { userId }, (row) =>
    row.lastOrgId === orgId ? mergeChanges(row, { lastOrgId: null }) : undefined,
  );
};
