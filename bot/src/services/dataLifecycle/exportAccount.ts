import type { OrgId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { outside } from '../../store/recordKindsAndAccess.ts';
import { calendarFeed } from '../../store/kinds/daysOff/calendarFeed.ts';
import { password, superadminProof } from '../../store/kinds/identity/accountProfileAndPassword.ts';
import { visit } from '../../store/kinds/reports/teamVisit.ts';
import { tokenFamily } from '../../store/kinds/identity/refreshTokenFamily.ts';
import { knownNetworks } from '../../store/kinds/identity/knownNetworks.ts';
import { totp } from '../../store/kinds/identity/secondFactor.ts';
import { prefixRange } from '../../store/tableStorePort.ts';
import type { Deps } from '../core/deps.ts';
import { listIdentities } from '../identity/microsoftIdentities.ts';
import type { Profile } from '../identity/accountProfilesAndMembers.ts';

/** Writes the account as JSON, without values that grant access (hashes, secrets, recovery codes). */
export const exportAccount = async function* (
  deps: Pick<Deps, 'store'>,
  profile: Profile,
  confinedTo: OrgId | null,
): AsyncGenerator<string> {
  const { userId } = profile;
  const records = outside(deps.store);
  const [kept, superadmin, factor, networks, sessions, feeds, visits] = await Promise.all([
    records.get(password, { userId }),
    records.get(superadminProof, { userId }),
    records.get(totp, { userId }),
    records.get(knownNetworks, { userId }),
    records.list(tokenFamily, { userId }, prefixRange('fam|')),
    records.list(calendarFeed, { userId }, prefixRange('feed|')),
    records.list(visit, { userId }, prefixRange('seen|')),
  ]);
  // If only a tenant proved the person's identity (`confinedTo`), the export must not contain the person's Microsoft
  // accounts in other tenants.
  const identities = (await listIdentities(deps, userId)).filter(({ orgId }) => [null, orgId].includes(confinedTo));
  const { firstName, lastName, email, phone, photoUrl, isConfirmed, locale, createdOn } = profile;
  const facts = {
    ...{ id: userId, firstName, lastName, email, isEmailConfirmed: isConfirmed, phone, photoUrl },
    ...{ language: locale, createdOn },
    superadminSince: superadmin?.value.confirmedAt ?? null,
    passwordChangedAt: kept?.value.changedAt ?? null,
    secondFactor:
      factor?.value.state === 'ON'
        ? { since: factor.value.changedAt, recoveryCodesLeft: factor.value.recovery.length }
        : null,
    microsoftAccounts: identities.map(({ tid, oid, name, joinedAt }) => ({
      tenantId: tid,
      objectId: oid,
      name,
      joinedAt,
    })),
    calendarAddressesSince: feeds.map(({ value }) => value.createdAt),
    networksSeenAt: (networks?.value.networks ?? []).map(({ at }) => at),
    visits: visits.map(({ key, value }) => ({ teamId: key.rk.split('|').at(-1), lastAt: value.at })),
    sessions: sessions.map(({ value: { method, signedInAt, rotatedAt, expiresAt } }) => ({
      ...{ method, signedInAt, lastUsedAt: rotatedAt, expiresAt },
    })),
  };
  yield `${JSON.stringify(facts, null, 2)}\n`;
};
