import type { MemberId, OrgId, UserId } from '#contracts/ids.ts';
import { hourMs } from '../domain/time.ts';
import { outside } from '../store/kind.ts';
import { emailGuard, membership, profile as profileKind, teamsUser } from '../store/kinds/accounts.ts';
import { memberOrg } from '../store/kinds/dir.ts';
import { personalInstall } from '../store/kinds/install.ts';
import { counter } from '../store/kinds/limits.ts';
import { family, knownNetworks } from '../store/kinds/sessions.ts';
import { prefixRange } from '../store/port.ts';
import { forEach, keysOf, removeRange, removeWhile, wholePartition } from './cascadeRows.ts';
import type { CascadeDeps } from './cascadeRows.ts';
import { dayOf } from './limiter.ts';
import { patched, revise } from './revise.ts';

// What leads to a person from outside their organisation: the directory, their place in Teams, their account.

export interface Findable {
  readonly memberId: MemberId | null;
  readonly tid: string | null;
  readonly oid: string | null;
}

const dayMs = 24 * hourMs;

/** Counters live for two days. Instances' clocks differ, so of yesterday, today and tomorrow. */
const forgetCounted = (deps: CascadeDeps, counted: readonly string[]): Promise<void> => {
  const days = [-1, 0, 1].map((away) => dayOf(deps.clock.now() + away * dayMs));
  const keys = counted.flatMap((what) => days.map((day) => ({ day, what })));
  return forEach(deps, keys, (key) => removeWhile(deps, counter, key));
};

/** Nobody finds the member any more. Rows that name another organisation by now are its own. */
export const releaseMember = async (
  deps: CascadeDeps,
  orgId: OrgId,
  { memberId, tid, oid }: Findable,
): Promise<void> => {
  if (memberId !== null) await removeWhile(deps, memberOrg, { memberId }, (row) => row.orgId === orgId);
  const person = tid === null || oid === null ? undefined : { tid, oid };
  const pointer = person === undefined ? undefined : await outside(deps.store).get(teamsUser, person);
  if (pointer !== undefined && (pointer.value.orgId !== orgId || pointer.value.memberId !== memberId)) return;
  if (memberId !== null) await forgetCounted(deps, [`mail|${memberId}`]);
  if (person === undefined) return;
  // The pointer last: without it nobody would come back for the other.
  await removeWhile(deps, personalInstall, person);
  await removeWhile(deps, teamsUser, person, (row) => row.orgId === orgId && row.memberId === memberId);
};

/** Tries that are counted of an account. */
const forgetTries = async (deps: CascadeDeps, userId: UserId, email: string): Promise<void> => {
  const { pk } = profileKind.at(null, { userId });
  const known = await outside(deps.store).get(knownNetworks, { userId });
  const families = await keysOf(deps, 'Accounts', pk, prefixRange('fam|'));
  const counted = [
    `account|${userId}`,
    ...(known?.value.networks ?? []).map((one) => `account|${userId}|${one.hash}`),
    `connect|${userId}`,
    `download|${userId}`,
    `feed|${userId}`,
    ...families.map((rk) => `refresh|${rk.slice('fam|'.length)}`),
    ...(email === '' ? [] : [`account|${email}`, `mail|${email}`]),
  ];
  await forgetCounted(deps, counted);
};

/** Ends an account: its address is free, nothing of it is left. */
export const endAccount = async (deps: CascadeDeps, userId: UserId, knownEmail = ''): Promise<void> => {
  const account = (await outside(deps.store).get(profileKind, { userId }))?.value;
  const email = account?.email ?? knownEmail;
  await forgetTries(deps, userId, email);
  if (email !== '') await removeWhile(deps, emailGuard, { email }, (row) => row.userId === userId);
  const { pk, rk } = profileKind.at(null, { userId });
  // The profile last: it says where the rest is.
  await removeRange(deps, 'Accounts', pk, wholePartition, (one) => one !== rk);
  await removeRange(deps, 'Accounts', pk, wholePartition);
};

/** Organisations an account is in beside this one. */
export const isElsewhere = async (deps: Pick<CascadeDeps, 'store'>, userId: UserId, orgId: OrgId): Promise<boolean> => {
  const rows = await outside(deps.store).list(membership, { userId, orgId, memberId: null }, prefixRange('m|'));
  return rows.some((row) => row.value.orgId !== orgId);
};

/** Takes an organisation out of an account that lives on in another one. `ids`: the organisation's and its teams'. */
export const leaveAccount = async (
  deps: CascadeDeps,
  userId: UserId,
  orgId: OrgId,
  ids: ReadonlySet<string>,
): Promise<void> => {
  const { pk } = profileKind.at(null, { userId });
  await removeRange(deps, 'Accounts', pk, wholePartition, (rk) => rk.split('|').some((part) => ids.has(part)));
  const families = await outside(deps.store).list(family, { userId, familyId: '' }, prefixRange('fam|'));
  for (const { value } of families) await removeWhile(deps, family, value, (row) => row.orgId === orgId);
  await revise(outside(deps.store), profileKind, { userId }, (row) =>
    row.lastOrgId === orgId ? patched(row, { lastOrgId: null }) : undefined,
  );
};
