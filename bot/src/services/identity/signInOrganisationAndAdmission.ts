import type { Session } from '#contracts/identity/sessionAndUserDetailsCalls.ts';
import { AppError } from '#contracts/core/errorCodesAndAppError.ts';
import type { Instant, OrgId, UserId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { msOf } from '../../domain/core/zonedTimeAndCalendarDates.ts';
import { inOrg, outside } from '../../store/recordKindsAndAccess.ts';
import type { Records, ValueOf } from '../../store/recordKindsAndAccess.ts';
import { membership } from '../../store/kinds/identity/membership.ts';
import type { profile as profileKind } from '../../store/kinds/identity/accountProfileAndPassword.ts';
import { orgMember, orgUser } from '../../store/kinds/organisations/organisationUserAndMember.ts';
import { payment } from '../../store/kinds/billing/paymentSettings.ts';
import { prefixRange } from '../../store/tableStorePort.ts';
import type { Deps } from '../core/deps.ts';
import { findPendingDeletion, pendingDeletionError } from '../tenancy/findPendingDeletionAndError.ts';
import type { PendingDeletion } from '../tenancy/findPendingDeletionAndError.ts';
import type { RefreshTokenFamily } from './refreshTokens.ts';
import { hasPaymentMethod } from '../tenancy/payingStateAndOrgPause.ts';
import type { PayingDeps } from '../tenancy/payingStateAndOrgPause.ts';
import { findActiveOrganisation } from '../tenancy/activeOrganisationAndTeams.ts';
import type { Organisation } from '../tenancy/activeOrganisationAndTeams.ts';

export type Profile = ValueOf<typeof profileKind>;

/** The properties of a session's sign-in that decide which organisations admit it. */
export type SignInContext = Pick<RefreshTokenFamily, 'method' | 'hasSecondFactor' | 'confinedTo' | 'identity'> & {
  /** The instant at which the factors were proved, if the session continues an earlier sign-in; otherwise undefined. */
  readonly signedInAt?: Instant;
};

export interface Membership {
  readonly records: Records<OrgId>;
  readonly organisation: Organisation;
  readonly place: ValueOf<typeof orgUser>;
}

/** Returns the ids of a person's organisations, the preferred one first. */
const orgsOf = async (store: Deps['store'], { userId }: Profile, preferred: OrgId | null): Promise<OrgId[]> => {
  const rows = await outside(store).list(membership, { userId }, prefixRange('m|'));
  const ids = [...new Set(rows.map((row) => row.value.orgId))];
  return ids.sort((a, b) => Number(b === preferred) - Number(a === preferred));
};

/**
 * Returns the person's membership in this organisation. Undefined if the person is not in the organisation, or if the
 * organisation is not active.
 */
export const findMembership = async (
  store: Deps['store'],
  { userId }: Pick<Profile, 'userId'>,
  orgId: OrgId,
): Promise<Membership | undefined> => {
  const records = inOrg(store, orgId);
  const [organisation, place] = await Promise.all([findActiveOrganisation(records), records.get(orgUser, { userId })]);
  return organisation === undefined || place === undefined ? undefined : { records, organisation, place: place.value };
};

export type AdmissionDecision = 'ALLOWED' | 'SECOND_FACTOR_MISSING' | 'MICROSOFT_ONLY' | 'CONFINED';

/**
 * Decides whether the organisation admits the session. The organisation's rule to require a second factor applies to
 * passwords only, because Microsoft applies its own rules.
 */
export const decideAdmission = (
  { organisation }: Membership,
  { method, hasSecondFactor, confinedTo }: SignInContext,
): AdmissionDecision => {
  if (confinedTo !== null && confinedTo !== organisation.orgId) return 'CONFINED';
  if (method !== 'PASSWORD') return 'ALLOWED';
  if (organisation.microsoftOnly) return 'MICROSOFT_ONLY';
  return organisation.requireSecondFactor && !hasSecondFactor ? 'SECOND_FACTOR_MISSING' : 'ALLOWED';
};

export type SignInOrganisation =
  | { readonly decision: 'ALLOWED'; readonly membership: Membership }
  | { readonly decision: 'SECOND_FACTOR_MISSING' };

/**
 * Returns the first of these organisations that is pending deletion; undefined if there is none. The refusal of the
 * sign-in then gives this reason.
 */
const endingAmong = async (store: Deps['store'], ids: readonly OrgId[]): Promise<PendingDeletion | undefined> => {
  for (const orgId of ids) {
    const pendingDeletion = await findPendingDeletion({ store }, orgId);
    if (pendingDeletion !== undefined) return pendingDeletion;
  }
  return undefined;
};

/**
 * Chooses the first of the person's organisations that admits this kind of session. SECOND_FACTOR_MISSING ends the
 * search too, because the person can set up a second factor. Throws FORBIDDEN with the reason if no organisation admits
 * the session.
 */
export const chooseSignInOrganisation = async (
  store: Deps['store'],
  profile: Profile,
  signIn: SignInContext,
  preferred: OrgId | null = profile.lastOrgId,
): Promise<SignInOrganisation> => {
  let isMicrosoftOnly = false;
  const ids = await orgsOf(store, profile, preferred);
  for (const orgId of ids) {
    const orgMembership = await findMembership(store, profile, orgId);
    const decision = orgMembership === undefined ? undefined : decideAdmission(orgMembership, signIn);
    if (orgMembership !== undefined && decision === 'ALLOWED') return { decision, membership: orgMembership };
    if (decision === 'SECOND_FACTOR_MISSING') return { decision };
    isMicrosoftOnly ||= decision === 'MICROSOFT_ONLY';
  }
  const pendingDeletion = isMicrosoftOnly ? undefined : await endingAmong(store, ids);
  if (pendingDeletion !== undefined) throw pendingDeletionError('FORBIDDEN', pendingDeletion, profile.locale ?? 'en');
  throw new AppError('FORBIDDEN', { message: isMicrosoftOnly ? 'account.microsoftOnly' : 'account.noOrganisation' });
};

/** True if the person can sign in to an organisation other than this one with a password and a second factor. */
export const hasOtherPasswordMembership = async (
  store: Deps['store'],
  userId: UserId,
  except: OrgId,
): Promise<boolean> => {
  const rows = await outside(store).list(membership, { userId }, prefixRange('m|'));
  const signIn: SignInContext = { method: 'PASSWORD', hasSecondFactor: true, confinedTo: null };
  for (const orgId of new Set(rows.map((row) => row.value.orgId))) {
    const orgMembership = orgId === except ? undefined : await findMembership(store, { userId }, orgId);
    if (orgMembership !== undefined && decideAdmission(orgMembership, signIn) === 'ALLOWED') return true;
  }
  return false;
};

/**
 * True if the person is an admin of the organisation. The role is stored in the member's row or, for an account without
 * a member, in the account's row in the organisation.
 */
const isAdminAt = async ({ records, place: { memberId, role } }: Membership): Promise<boolean> => {
  if (memberId === null) return role === 'admin';
  return (await records.get(orgMember, { memberId }))?.value.role === 'admin';
};

/**
 * Returns a warning if the trial has ended and there is no payment method. Only admins get it, because other people
 * cannot add a payment method.
 */
export const sessionWarnings = async (deps: PayingDeps, orgMembership: Membership): Promise<Session['warnings']> => {
  const { records, organisation } = orgMembership;
  if (!deps.isBillingEnabled || msOf(organisation.trialEndsAt) > deps.clock.now()) return [];
  if (hasPaymentMethod((await records.get(payment, undefined))?.value)) return [];
  return (await isAdminAt(orgMembership)) ? ['ORG_TRIAL_ENDED'] : [];
};
