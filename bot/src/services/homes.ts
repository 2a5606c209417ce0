import type { Session } from '#contracts/account.ts';
import { AppError } from '#contracts/errors.ts';
import type { OrgId } from '#contracts/ids.ts';
import { msOf } from '../domain/time.ts';
import { inOrg, outside } from '../store/kind.ts';
import type { Records, ValueOf } from '../store/kind.ts';
import { membership } from '../store/kinds/accounts.ts';
import type { profile as profileKind } from '../store/kinds/accounts.ts';
import { orgUser } from '../store/kinds/org.ts';
import { payment } from '../store/kinds/payment.ts';
import { prefixRange } from '../store/port.ts';
import type { Deps } from './deps.ts';
import { endingOf, endingRefusal } from './ending.ts';
import type { Ending } from './ending.ts';
import type { Family } from './families.ts';
import { hasMethod } from './paying.ts';
import type { PayingDeps } from './paying.ts';
import { livingOrg } from './standing.ts';
import type { Organisation } from './standing.ts';

export type Profile = ValueOf<typeof profileKind>;

/** How somebody came in, which decides into which organisations. */
export type Way = Pick<Family, 'method' | 'hasSecondFactor' | 'confinedTo'>;

/** A person's place in a living organisation. */
export interface Home {
  readonly records: Records<OrgId>;
  readonly organisation: Organisation;
  readonly place: ValueOf<typeof orgUser>;
}

/** The organisations a person is in, the preferred one first. */
const orgsOf = async (store: Deps['store'], { userId }: Profile, preferred: OrgId | null): Promise<OrgId[]> => {
  const anyPlace = { userId, orgId: '' as OrgId, memberId: null };
  const rows = await outside(store).list(membership, anyPlace, prefixRange('m|'));
  const ids = [...new Set(rows.map((row) => row.value.orgId))];
  return ids.sort((a, b) => Number(b === preferred) - Number(a === preferred));
};

/** The place of the person in this organisation, while both are there. */
export const homeIn = async (store: Deps['store'], { userId }: Profile, orgId: OrgId): Promise<Home | undefined> => {
  const records = inOrg(store, orgId);
  const [organisation, place] = await Promise.all([livingOrg(records), records.get(orgUser, { userId })]);
  return organisation === undefined || place === undefined ? undefined : { records, organisation, place: place.value };
};

export type Welcome = 'COME_IN' | 'SECOND_FACTOR_MISSING' | 'MICROSOFT_ONLY' | 'CONFINED';

/** Microsoft asks for a second factor by its own rules, so the switch is about passwords. */
export const welcomeOf = ({ organisation }: Home, { method, hasSecondFactor, confinedTo }: Way): Welcome => {
  if (confinedTo !== null && confinedTo !== organisation.orgId) return 'CONFINED';
  if (method !== 'PASSWORD') return 'COME_IN';
  if (organisation.microsoftOnly) return 'MICROSOFT_ONLY';
  return organisation.requireSecondFactor && !hasSecondFactor ? 'SECOND_FACTOR_MISSING' : 'COME_IN';
};

export type Destination =
  { readonly welcome: 'COME_IN'; readonly home: Home } | { readonly welcome: 'SECOND_FACTOR_MISSING' };

/** One of these that is being deleted: the reason why somebody has nowhere to go. */
const endingAmong = async (store: Deps['store'], ids: readonly OrgId[]): Promise<Ending | undefined> => {
  for (const orgId of ids) {
    const ending = await endingOf({ store }, orgId);
    if (ending !== undefined) return ending;
  }
  return undefined;
};

/**
 * The first of the person's organisations that takes them in this way. FORBIDDEN, with the reason, when none does.
 * One that only lacks the second factor is not passed over: setting one up is the way in.
 */
export const destinationOf = async (
  store: Deps['store'],
  profile: Profile,
  way: Way,
  preferred: OrgId | null = profile.lastOrgId,
): Promise<Destination> => {
  let isMicrosoftOnly = false;
  const ids = await orgsOf(store, profile, preferred);
  for (const orgId of ids) {
    const home = await homeIn(store, profile, orgId);
    const welcome = home === undefined ? undefined : welcomeOf(home, way);
    if (home !== undefined && welcome === 'COME_IN') return { welcome, home };
    if (welcome === 'SECOND_FACTOR_MISSING') return { welcome };
    isMicrosoftOnly ||= welcome === 'MICROSOFT_ONLY';
  }
  const ending = isMicrosoftOnly ? undefined : await endingAmong(store, ids);
  if (ending !== undefined) throw endingRefusal('FORBIDDEN', ending, profile.locale ?? 'en');
  throw new AppError('FORBIDDEN', { message: isMicrosoftOnly ? 'account.microsoftOnly' : 'account.noOrganisation' });
};

export const warningsOf = async (deps: PayingDeps, { records, organisation }: Home): Promise<Session['warnings']> => {
  const now = deps.clock.now();
  if (!deps.isBillingEnabled || msOf(organisation.trialEndsAt) > now) return [];
  return hasMethod((await records.get(payment, undefined))?.value) ? [] : ['ORG_TRIAL_ENDED'];
};
