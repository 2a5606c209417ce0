import type { MemberId, OrgId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { digestOf } from '../../domain/core/hashesAndDerivedIds.ts';
import { inOrg, outside } from '../../store/recordKindsAndAccess.ts';
import type { Records, ValueOf } from '../../store/recordKindsAndAccess.ts';
import { profile as profileKind } from '../../store/kinds/identity/accountProfileAndPassword.ts';
import { orgMember, orgUser } from '../../store/kinds/organisations/organisationUserAndMember.ts';
import type { deletionJob } from '../../store/kinds/dataLifecycle/deletionJob.ts';
import { prefixRange } from '../../store/tableStorePort.ts';
import { queueEmail } from '../core/queueEmailsAndPurges.ts';
import type { Deps } from '../core/deps.ts';
import { roleOfHolder } from '../tenancy/lastAdminGuardAndRoles.ts';
import { findTeamMemberships } from '../tenancy/activeOrganisationAndTeams.ts';

// Emails the admins about the deletion, with a link to restore the organisation. An admin without a confirmed account
// on the web gets the email at the address in the roster, because an organisation that was created by an install may
// have only such admins.

type EmailDeps = Pick<Deps, 'store' | 'clock' | 'newId'>;

interface Recipient {
  readonly address: string;
  readonly locale: string | null;
}

const recipientsOf = async ({ store }: EmailDeps, records: Records<OrgId>): Promise<Recipient[]> => {
  const [members, users] = await Promise.all([
    records.list(orgMember, undefined, prefixRange('mem|')),
    records.list(orgUser, undefined, prefixRange('user|')),
  ]);
  const byId = new Map(members.map((row) => [row.value.memberId, row]));
  const recipients = new Map<string, Recipient>();
  const add = (address: string, locale: string | null): void => {
    if (address !== '') recipients.set(address.toLowerCase(), { address: address.toLowerCase(), locale });
  };
  const accounts = users.filter((user) => {
    const { memberId } = user.value;
    return roleOfHolder({ user, member: memberId === null ? undefined : byId.get(memberId) }) === 'admin';
  });
  const memberId = new Set<MemberId>();
  for (const { value } of accounts) {
    const account = (await outside(store).get(profileKind, { userId: value.userId }))?.value;
    if (account?.isConfirmed !== true) continue;
    add(account.email, account.locale);
    if (value.memberId !== null) memberId.add(value.memberId);
  }
  for (const { value } of members) {
    if (value.role !== 'admin' || memberId.has(value.memberId)) continue;
    const places = await findTeamMemberships(records, value.memberId);
    add(value.email, places.find(({ row }) => row.locale !== null)?.row.locale ?? null);
  }
  return [...recipients.values()];
};

/** Queues the emails. A repeated call queues no email twice, because each email has a fixed id. */
export const announceDeletion = async (
  deps: EmailDeps,
  { orgId, deletionId, startedAt, actor }: ValueOf<typeof deletionJob>,
): Promise<void> => {
  if (orgId === null) return;
  for (const { address, locale } of await recipientsOf(deps, inOrg(deps.store, orgId))) {
    const id = `${deletionId}-${digestOf(address).slice(0, 16)}`;
    const values = { admin: actor, deletion: deletionId };
    await queueEmail(deps, { kind: 'ORG_DELETED', address, locale, orgId, id, at: startedAt, values });
  }
};
