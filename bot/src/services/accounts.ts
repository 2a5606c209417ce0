import type { Session, UserDetails } from '#contracts/account.ts';
import { AppError } from '#contracts/errors.ts';
import { userId as userIdSchema } from '#contracts/ids.ts';
import type { OrgId } from '#contracts/ids.ts';
import { msOf } from '../domain/time.ts';
import { inOrg, outside } from '../store/kind.ts';
import type { Records, Stored, ValueOf } from '../store/kind.ts';
import { emailGuard, membership, password as passwordKind, profile as profileKind } from '../store/kinds/accounts.ts';
import { orgUser } from '../store/kinds/org.ts';
import { payment } from '../store/kinds/payment.ts';
import { prefixRange } from '../store/port.ts';
import type { Actor } from './actor.ts';
import type { Deps } from './deps.ts';
import { isPassword } from './passwords.ts';
import { issueToken } from './sessions.ts';
import type { SessionDeps } from './sessions.ts';
import { livingOrg } from './standing.ts';
import type { Organisation } from './standing.ts';

export interface LoginDeps extends SessionDeps {
  /** False = nothing is ever said of trials and payment. */
  readonly isBillingEnabled: boolean;
}

type Profile = ValueOf<typeof profileKind>;

// Read when the address is unknown, so that an unknown one costs the same reads as a known one.
const nobody = userIdSchema.parse('00000000000000000000000000');

/** The profile behind an address, when the password is right. */
const verified = async (store: Deps['store'], email: string, password: string): Promise<Profile | undefined> => {
  const records = outside(store);
  const guard = await records.get(emailGuard, { email });
  const userId = guard?.value.userId ?? nobody;
  const [profile, kept] = await Promise.all([
    records.get(profileKind, { userId }),
    records.get(passwordKind, { userId }),
  ]);
  const isRight = await isPassword(kept?.value.hash, password);
  return isRight ? profile?.value : undefined;
};

/** The organisations a person is in, the one used last first. */
const orgsOf = async (store: Deps['store'], { userId, lastOrgId }: Profile): Promise<OrgId[]> => {
  const anyPlace = { userId, orgId: '' as OrgId, memberId: null };
  const rows: Stored<ValueOf<typeof membership>>[] = await outside(store).list(membership, anyPlace, prefixRange('m|'));
  const ids = [...new Set(rows.map((row) => row.value.orgId))];
  return ids.sort((a, b) => Number(b === lastOrgId) - Number(a === lastOrgId));
};

interface Home {
  readonly records: Records<OrgId>;
  readonly organisation: Organisation;
  readonly place: ValueOf<typeof orgUser>;
}

/** The first of the person's organisations that lives and still has them. */
const homeOf = async (store: Deps['store'], profile: Profile): Promise<Home | undefined> => {
  for (const orgId of await orgsOf(store, profile)) {
    const records = inOrg(store, orgId);
    const [organisation, place] = await Promise.all([
      livingOrg(records),
      records.get(orgUser, { userId: profile.userId }),
    ]);
    if (organisation !== undefined && place !== undefined) return { records, organisation, place: place.value };
  }
  return undefined;
};

const warningsOf = async (deps: LoginDeps, { records, organisation }: Home): Promise<Session['warnings']> => {
  if (!deps.isBillingEnabled || msOf(organisation.trialEndsAt) > deps.clock.now()) return [];
  return (await records.get(payment, undefined)) === undefined ? ['ORG_TRIAL_ENDED'] : [];
};

/**
 * Signs in with e-mail and password. INVALID_CREDENTIALS says the same of an unknown address and of a wrong password;
 * EMAIL_NOT_CONFIRMED is said only to who knows the password.
 */
export const login = async (
  deps: LoginDeps,
  { email, password }: { readonly email: string; readonly password: string },
): Promise<Session> => {
  const profile = await verified(deps.store, email, password);
  if (profile === undefined) throw new AppError('INVALID_CREDENTIALS');
  if (!profile.isConfirmed) throw new AppError('EMAIL_NOT_CONFIRMED');
  const home = await homeOf(deps.store, profile);
  if (home === undefined) throw new AppError('FORBIDDEN', { message: 'account.noOrganisation' });
  const { orgId } = home.organisation;
  return {
    token: await issueToken(deps, { userId: profile.userId, orgId, sessionEpoch: profile.sessionEpoch }),
    warnings: await warningsOf(deps, home),
    memberId: home.place.memberId,
    orgId,
  };
};

/** The caller's own account. */
export const userDetails = async (
  deps: Pick<LoginDeps, 'store' | 'isBillingEnabled'>,
  actor: Actor,
): Promise<UserDetails> => {
  // Somebody known from the chat alone has no account to show.
  if (actor.userId === null) throw new AppError('NOT_FOUND');
  const [row, organisation] = await Promise.all([
    outside(deps.store).get(profileKind, { userId: actor.userId }),
    livingOrg(inOrg(deps.store, actor.orgId)),
  ]);
  const account = row?.value;
  if (account === undefined || organisation === undefined) throw new AppError('NOT_FOUND');
  return {
    id: account.userId,
    firstName: account.firstName,
    lastName: account.lastName,
    email: account.email,
    role: actor.role,
    orgId: actor.orgId,
    memberId: actor.memberId,
    orgName: organisation.name,
    enableBilling: deps.isBillingEnabled,
  };
};
