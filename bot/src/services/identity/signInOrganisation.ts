import type { Session } from '#contracts/identity/session.ts';
import { AppError } from '#contracts/core/errors.ts';
import type { Instant, OrgId, UserId } from '#contracts/core/ids.ts';
import { msOf } from '../../domain/core/time.ts';
import { inOrg, outside } from '../../store/kind.ts';
import type { Records, ValueOf } from '../../store/kind.ts';
import { membership } from '../../store/kinds/accounts.ts';
import type { profile as profileKind } from '../../store/kinds/accounts.ts';
import { orgMember, orgUser } from '../../store/kinds/org.ts';
import { payment } from '../../store/kinds/payment.ts';
import { prefixRange } from '../../store/port.ts';
import type { Deps } from '../core/deps.ts';
import { endingOf, endingRefusal } from '../tenancy/pendingDeletion.ts';
import type { Ending } from '../tenancy/pendingDeletion.ts';
import type { Family } from './refreshTokens.ts';
import { hasMethod } from '../tenancy/billingStatus.ts';
import type { PayingDeps } from '../tenancy/billingStatus.ts';
import { livingOrg } from '../tenancy/livingOrganisation.ts';
import type { Organisation } from '../tenancy/livingOrganisation.ts';

export type Profile = ValueOf<typeof profileKind>;

/** The way in which a session was opened; it decides which organisations admit the session. */
export type Way = Pick<Family, 'method' | 'hasSecondFactor' | 'confinedTo' | 'identity'> & {
  /** The time at which the factors were proved, if that was before this session began. */
  readonly signedInAt?: Instant;
};

/** A person's membership in an active organisation. */
export interface Home {
  readonly records: Records<OrgId>;
  readonly organisation: Organisation;
  readonly place: ValueOf<typeof orgUser>;
}

/** The organisations of a person, the preferred one first. */
const orgsOf = async (store: Deps['store'], { userId }: Profile, preferred: OrgId | null): Promise<OrgId[]> => {
  const rows = await outside(store).list(membership, { userId }, prefixRange('m|'));
  const ids = [...new Set(rows.map((row) => row.value.orgId))];
  return ids.sort((a, b) => Number(b === preferred) - Number(a === preferred));
};

/** The person's membership in this organisation, if the organisation is active. */
export const homeIn = async (
  store: Deps['store'],
  { userId }: Pick<Profile, 'userId'>,
  orgId: OrgId,
): Promise<Home | undefined> => {
  const records = inOrg(store, orgId);
  const [organisation, place] = await Promise.all([livingOrg(records), records.get(orgUser, { userId })]);
  return organisation === undefined || place === undefined ? undefined : { records, organisation, place: place.value };
};

export type Welcome = 'COME_IN' | 'SECOND_FACTOR_MISSING' | 'MICROSOFT_ONLY' | 'CONFINED';

/**
 * The admission decision of an organisation. Microsoft asks for a second factor by its own rules, so the
 * organisation's setting applies to passwords only.
 */
export const welcomeOf = ({ organisation }: Home, { method, hasSecondFactor, confinedTo }: Way): Welcome => {
  if (confinedTo !== null && confinedTo !== organisation.orgId) return 'CONFINED';
  if (method !== 'PASSWORD') return 'COME_IN';
  if (organisation.microsoftOnly) return 'MICROSOFT_ONLY';
  return organisation.requireSecondFactor && !hasSecondFactor ? 'SECOND_FACTOR_MISSING' : 'COME_IN';
};

export type Destination =
  { readonly welcome: 'COME_IN'; readonly home: Home } | { readonly welcome: 'SECOND_FACTOR_MISSING' };

/** The first of these organisations that is pending deletion: the reason why no organisation admits the person. */
const endingAmong = async (store: Deps['store'], ids: readonly OrgId[]): Promise<Ending | undefined> => {
  for (const orgId of ids) {
    const ending = await endingOf({ store }, orgId);
    if (ending !== undefined) return ending;
  }
  return undefined;
};

/**
 * The first of the person's organisations that admits this kind of session. FORBIDDEN with the reason if none does.
 * An organisation that only lacks the second factor is not skipped, because the person can set one up.
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

/** Returns true if a password with a second factor opens an organisation other than this one. */
export const hasOpenDoor = async (store: Deps['store'], userId: UserId, except: OrgId): Promise<boolean> => {
  const rows = await outside(store).list(membership, { userId }, prefixRange('m|'));
  const way: Way = { method: 'PASSWORD', hasSecondFactor: true, confinedTo: null };
  for (const orgId of new Set(rows.map((row) => row.value.orgId))) {
    const home = orgId === except ? undefined : await homeIn(store, { userId }, orgId);
    if (home !== undefined && welcomeOf(home, way) === 'COME_IN') return true;
  }
  return false;
};

/** The role is the member's; an account without a member has the role of its membership. */
const isAdminAt = async ({ records, place: { memberId, role } }: Home): Promise<boolean> => {
  if (memberId === null) return role === 'admin';
  return (await records.get(orgMember, { memberId }))?.value.role === 'admin';
};

/** Only admins get the warning, because no one else may add a payment method. */
export const warningsOf = async (deps: PayingDeps, home: Home): Promise<Session['warnings']> => {
  const { records, organisation } = home;
  if (!deps.isBillingEnabled || msOf(organisation.trialEndsAt) > deps.clock.now()) return [];
  if (hasMethod((await records.get(payment, undefined))?.value)) return [];
  return (await isAdminAt(home)) ? ['ORG_TRIAL_ENDED'] : [];
};
