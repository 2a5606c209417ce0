import { AppError } from '#contracts/core/errorCodesAndAppError.ts';
import type { MeetingId } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { Meeting } from '#contracts/meetings/meetingSchemasAndCalls.ts';
import type { SummaryEmail, SummaryEmailState } from '#contracts/summaryEmails/summaryEmailsAndConsent.ts';
import { inOrg } from '../../store/recordKindsAndAccess.ts';
import { requireMeeting } from '../tenancy/requireTeamOrMeeting.ts';
import { auditedActionSteps } from '../core/activityLogStepsAndTexts.ts';
import type { Actor } from '../core/actor.ts';
import type { Deps } from '../core/deps.ts';
import { filterOrganisationAddresses } from './filterOrganisationAddresses.ts';
import { addressesOf } from '../core/summaryEmailAddresses.ts';
import {
  approveAddress,
  askableFrom,
  findConsent,
  repeatRequest,
  requestConsent,
} from './summaryConsentsAndAddressHash.ts';
import type { Consent, ConsentDeps } from './summaryConsentsAndAddressHash.ts';

// Lists the summary addresses of a report for the report's form, and changes their consent.

const stateOf = (row: Consent | undefined, isMember: boolean): SummaryEmailState => {
  if (row === undefined) return isMember ? 'MEMBER' : 'HELD';
  if (row.state !== 'WAITING') return row.state;
  if (isMember) return 'MEMBER';
  return row.askedAt === null ? 'HELD' : 'WAITING';
};

const listOf = (
  deps: Pick<Deps, 'store' | 'clock'>,
  actor: Actor,
  meeting: Pick<Meeting, 'reportSummaryEmail'>,
): Promise<SummaryEmail[]> =>
  listConsents(
    deps,
    actor,
    addressesOf(meeting).map(({ address }) => address),
  );

/** Returns for each address the state of its consent, and whether a request for consent may be sent to it now. */
export const listConsents = async (
  deps: Pick<Deps, 'store' | 'clock'>,
  actor: Pick<Actor, 'orgId'>,
  addresses: readonly string[],
): Promise<SummaryEmail[]> => {
  const records = inOrg(deps.store, actor.orgId);
  const lower = addresses.map((address) => address.toLowerCase());
  const members = await filterOrganisationAddresses(deps, actor.orgId, lower);
  const now = deps.clock.now();
  return Promise.all(
    addresses.map(async (email) => {
      const row = (await findConsent(records, email))?.value;
      const from = askableFrom(row);
      const state = stateOf(row, members.has(email.toLowerCase()));
      const canAsk = (state === 'WAITING' || state === 'HELD') && from !== undefined && from <= now;
      return { email, state, askedAt: row?.askedAt ?? null, canAsk };
    }),
  );
};

interface Named {
  readonly meetingId: MeetingId;
  readonly email: string;
}

export const listSummaryEmails = async (
  deps: Pick<Deps, 'store' | 'clock'>,
  actor: Actor,
  { meetingId }: Pick<Named, 'meetingId'>,
): Promise<SummaryEmail[]> => listOf(deps, actor, (await requireMeeting(deps, actor, meetingId, 'meeting.read')).value);

/**
 * Returns the stored report whose summary the address gets. Throws INVALID_INPUT if the report does not have this
 * address.
 */
const reportWith = async (
  deps: Pick<Deps, 'store'>,
  actor: Actor,
  { meetingId, email }: Named,
  permission: 'meeting.write' | 'summaryEmail.approve',
): Promise<{ readonly meeting: Meeting; readonly address: string }> => {
  const meeting = (await requireMeeting(deps, actor, meetingId, permission)).value;
  const address = email.toLowerCase();
  if (!addressesOf(meeting).some((item) => item.address.toLowerCase() === address))
    throw new AppError('INVALID_INPUT', { message: 'summaryEmail.notListed', path: ['email'] });
  return { meeting, address };
};

export const repeatSummaryRequest = async (deps: ConsentDeps, actor: Actor, input: Named): Promise<SummaryEmail[]> => {
  const { meeting, address } = await reportWith(deps, actor, input, 'meeting.write');
  if ((await filterOrganisationAddresses(deps, actor.orgId, [address])).has(address))
    throw new AppError('CONFLICT', { message: 'summaryEmail.answered' });
  await repeatRequest(deps, { orgId: actor.orgId, address, locale: actor.locale, by: actor.memberId });
  return listOf(deps, actor, meeting);
};

export const approveAddressOfMeeting = async (
  deps: ConsentDeps,
  actor: Actor,
  input: Named,
): Promise<SummaryEmail[]> => {
  const { meeting, address } = await reportWith(deps, actor, input, 'summaryEmail.approve');
  const { orgId, memberId: by } = actor;
  const taken = await deps.limiter.take('consentFromOrg', orgId);
  try {
    await approveAddress(deps, { orgId, address, by });
  } catch (error) {
    await taken.giveBack();
    throw error;
  }
  const records = inOrg(deps.store, orgId);
  await records.transact(
    auditedActionSteps(records, actor, {
      ...{ teamId: meeting.teamId, objectId: meeting.id, eventKey: deps.newId(), atMs: deps.clock.now() },
      ...{ message: 'activity.summaryEmailApproved', values: { address } },
    }),
  );
  return listOf(deps, actor, meeting);
};

/** Returns the addresses (lower case) that get the report's summary after a save and did not get it before. */
export const addedAddresses = (before: Meeting | undefined, after: Pick<Meeting, 'reportSummaryEmail'>): string[] => {
  const known = new Set(addressesOf(before).map(({ who }) => who));
  return addressesOf(after).flatMap(({ who, address }) => (known.has(who) ? [] : [address.toLowerCase()]));
};

/**
 * Counts an approval by an admin. Returns false if the organisation has reached its daily limit: the address then waits
 * like an address that another user entered, and the admin can approve it the next day.
 */
const mayApprove = async ({ limiter }: ConsentDeps, { orgId }: Actor): Promise<boolean> => {
  try {
    await limiter.take('consentFromOrg', orgId);
    return true;
  } catch (error) {
    if (error instanceof AppError && error.code === 'TOO_MANY_REQUESTS') return false;
    throw error;
  }
};

/**
 * Handles the addresses outside the organisation that a save added. If an admin saved, they are approved; otherwise
 * each gets a request for consent. If a crash prevents this call, the first summary sends the requests to the addresses
 * without a row.
 */
export const settleAddedAddresses = async (
  deps: ConsentDeps,
  actor: Actor,
  added: readonly string[],
): Promise<void> => {
  if (added.length === 0) return;
  const { orgId, memberId: by, locale } = actor;
  const members = await filterOrganisationAddresses(deps, orgId, added);
  for (const address of added) {
    if (members.has(address)) continue;
    const row = (await findConsent(inOrg(deps.store, orgId), address))?.value;
    const isOpen = row === undefined || row.state === 'WAITING';
    if (isOpen && actor.role === 'admin' && (await mayApprove(deps, actor)))
      await approveAddress(deps, { orgId, address, by });
    else await requestConsent(deps, { orgId, address, locale, by });
  }
};
