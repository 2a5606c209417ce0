import type { OrgId, TeamId } from '#contracts/ids.ts';
import { outside } from '../store/kind.ts';
import { calendarFeed, password, visit } from '../store/kinds/accounts.ts';
import { family, knownNetworks, totp } from '../store/kinds/sessions.ts';
import { prefixRange } from '../store/port.ts';
import type { Deps } from './deps.ts';
import type { Profile } from './usersRows.ts';

/** The account itself. What opens it (hashes, secrets, recovery codes) is not told to anybody. */
export const accountFacts = async function* (deps: Pick<Deps, 'store'>, profile: Profile): AsyncGenerator<string> {
  const { userId } = profile;
  const records = outside(deps.store);
  const [kept, factor, networks, sessions, feeds, visits] = await Promise.all([
    records.get(password, { userId }),
    records.get(totp, { userId }),
    records.get(knownNetworks, { userId }),
    records.list(family, { userId, familyId: '' }, prefixRange('fam|')),
    records.list(calendarFeed, { userId, orgId: '' as OrgId }, prefixRange('feed|')),
    records.list(visit, { userId, orgId: '' as OrgId, teamId: '' as TeamId }, prefixRange('seen|')),
  ]);
  const { firstName, lastName, email, phone, photoUrl, isConfirmed, locale, createdOn } = profile;
  const facts = {
    ...{ id: userId, firstName, lastName, email, isEmailConfirmed: isConfirmed, phone, photoUrl },
    ...{ language: locale, createdOn },
    passwordChangedAt: kept?.value.changedAt ?? null,
    secondFactor:
      factor?.value.state === 'ON'
        ? { since: factor.value.changedAt, recoveryCodesLeft: factor.value.recovery.length }
        : null,
    calendarAddressesSince: feeds.map(({ value }) => value.createdAt),
    networksSeenAt: (networks?.value.networks ?? []).map(({ at }) => at),
    visits: visits.map(({ key, value }) => ({ teamId: key.rk.split('|').at(-1), lastAt: value.at })),
    sessions: sessions.map(({ value: { method, signedInAt, rotatedAt, expiresAt } }) => ({
      ...{ method, signedInAt, lastUsedAt: rotatedAt, expiresAt },
    })),
  };
  yield `${JSON.stringify(facts, null, 2)}\n`;
};
