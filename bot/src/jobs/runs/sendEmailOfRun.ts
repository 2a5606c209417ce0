import type { Instant, MemberId } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { Run } from '#contracts/runs/runSchema.ts';
import { supportedLocaleOr } from '#contracts/text/languagesAndLocaleChoice.ts';
import { instantsFor, memberIn } from '../../domain/runs/memberInstantsAndOwedAnswers.ts';
import { whyNotMailed } from '../../domain/runs/whySummaryOrEmailIsNotSent.ts';
import { isBeforeRestore } from '../../domain/runs/lastSendInstants.ts';
import type { SkipReason } from '../../domain/runs/skipReasons.ts';
import { msOf, toInstant } from '../../domain/core/zonedTimeAndCalendarDates.ts';
import type { Email } from '../../gateways/mailPort.ts';
import { addressToken } from '../../services/summaryEmails/consentLinkTokens.ts';
import type { CodeDeps } from '../../services/identity/emailLinkCodes.ts';
import type { LimitedMail } from '../../services/rateLimits/rateLimitedMail.ts';
import { addressLink, reportLink } from '../../services/core/webLinks.ts';
import { addressesOf } from '../../services/core/summaryEmailAddresses.ts';
import { runRefOf } from '../../services/runs/outboxRowAndRunRef.ts';
import { filterOrganisationAddresses } from '../../services/summaryEmails/filterOrganisationAddresses.ts';
import { checkOrRequestConsent } from '../../services/summaryEmails/checkOrRequestConsent.ts';
import { addressHash } from '../../services/summaryEmails/summaryConsentsAndAddressHash.ts';
import type { ConsentDeps } from '../../services/summaryEmails/summaryConsentsAndAddressHash.ts';
import { recipientLanguage } from '../../services/tenancy/emailLanguageAndAccount.ts';
import { deliveryKey } from '../../services/runs/readRunAndDayRows.ts';
import type { Delivery } from '../../services/runs/readRunAndDayRows.ts';
import { teamLanguage } from '../../services/tenancy/teamLanguage.ts';
import type { Stored } from '../../store/recordKindsAndAccess.ts';
import { org as orgKind } from '../../store/kinds/organisations/organisation.ts';
import { noSentIds } from '../../store/kinds/teamsSync/convertRowsToChatAddresses.ts';
import { delivery } from '../../store/kinds/runs/delivery.ts';
import { requireMemberRecipient } from '../../store/kinds/messages/messageKindsAndRecipients.ts';
import type { Recipient, RunEmailKind } from '../../store/kinds/messages/messageKindsAndRecipients.ts';
import type { Key } from '../../store/tableStorePort.ts';
import type { Claimed } from '../delivery/claimAndRescheduleOutboxRows.ts';
import type { JobDeps } from '../core/jobDepsAndSettings.ts';
import { deadlineOf } from '../core/requestDeadline.ts';
import { readContext } from '../delivery/readAndCacheRunContext.ts';
import type { RunContext } from '../delivery/readAndCacheRunContext.ts';
import { buildRunSummaryModel } from '../delivery/buildRunSummaryModel.ts';
import { handleSingleMessageRow } from '../outboxRows/handleEmailOrWebhookRow.ts';
import type { Send, SendResult } from '../outboxRows/handleEmailOrWebhookRow.ts';

// Sends the emails of runs: the summary to the addresses and observers of a meeting, and the questions to a member
// whose chat refused the card. Each recipient gets each of these emails once in a round; only an email that the mail
// server did not confirm is sent again.

export type RunMailDeps = Pick<
  JobDeps,
  'store' | 'clock' | 'log' | 'metrics' | 'random' | 'settings' | 'publicUrl' | 'restoredAt'
> &
  CodeDeps &
  ConsentDeps & {
    readonly mail: LimitedMail;
  };

/** An email to an address of the report, or to a member. */
type Task = { readonly round: number } & (
  | { readonly kind: 'summaryEmail'; readonly who: Recipient }
  | { readonly kind: Exclude<RunEmailKind, 'summaryEmail'>; readonly who: MemberId }
);

const taskOf = ({ row }: Claimed): Task => {
  const [kind, digits] = row.kind.split('.');
  const round = Number(digits);
  return kind === 'fallbackEmail' || kind === 'observerEmail'
    ? { kind, round, who: requireMemberRecipient(row.who) }
    : { kind: 'summaryEmail', round, who: row.who as Recipient };
};

/**
 * Returns the address of the recipient; empty if there is no recipient any more. The address is read from the meeting
 * or the member, so that the outbox contains no addresses.
 */
const addressOf = ({ meeting, members }: RunContext, { kind, who }: Task): string => {
  if (kind !== 'summaryEmail') return members.get(who)?.value.email ?? '';
  return addressesOf(meeting).find((address) => address.who === who)?.address ?? '';
};

/**
 * Returns the language of the recipient. If the address belongs to a member of the team or to an account, this is the
 * language of the member or account; otherwise it is the language of the team.
 */
const localeOf = async (deps: RunMailDeps, context: RunContext, task: Task): Promise<string> => {
  const to = addressOf(context, task).toLowerCase();
  const members = [...context.members.values()].map(({ value }) => value);
  const reader = members.find((member) => member.email.toLowerCase() === to)?.locale ?? null;
  const others = teamLanguage(context.team);
  return supportedLocaleOr(
    reader ?? (await recipientLanguage(deps, { address: to, orgId: null, locale: null }, others)),
    others,
  );
};

const whyNot = (context: RunContext, task: Task, row: Claimed['row'], now: number): SkipReason | null => {
  const { meeting, members, rows } = context;
  const memberId = task.kind === 'summaryEmail' ? null : task.who;
  return whyNotMailed({
    kind: task.kind,
    meeting,
    run: rows.run?.value,
    round: task.round,
    notAfter: row.notAfter === null ? null : msOf(row.notAfter),
    now,
    address: addressOf(context, task),
    member: memberId === null ? undefined : members.get(memberId)?.value,
    memberId,
    hasAnswered: rows.answers.some((answer) => answer.value.memberId === memberId),
    hasSkipped: memberId !== null && rows.skips.has(memberId),
    isOnVacation: memberId !== null && context.onVacation.has(memberId),
  });
};

const isMember = async (deps: RunMailDeps, { runRef, members }: RunContext, address: string): Promise<boolean> => {
  const inTeam = [...members.values()].some(
    ({ value }) => value.leftOn === null && value.email.toLowerCase() === address,
  );
  return inTeam || (await filterOrganisationAddresses(deps, runRef.orgId, [address])).has(address);
};

/**
 * Returns the reason why this address gets no summary; null if the email may be sent. A fallback email goes to a member
 * and needs no consent.
 */
const whyNoConsent = async (deps: RunMailDeps, context: RunContext, task: Task): Promise<SkipReason | null> => {
  if (task.kind === 'fallbackEmail') return null;
  const address = addressOf(context, task).toLowerCase();
  const { orgId } = context.runRef;
  const asking = { orgId, address, locale: teamLanguage(context.team), by: context.meeting?.createdBy ?? null };
  return checkOrRequestConsent(deps, asking, () => isMember(deps, context, address));
};

const emailFor = async (deps: RunMailDeps, context: RunContext, run: Run, task: Task): Promise<Email> => {
  const { meetingId, meetingName, date, timezone, closesAt } = run;
  const url = reportLink(deps.publicUrl, meetingId, date);
  if (task.kind !== 'fallbackEmail') {
    const { records, runRef, meeting, members } = context;
    const organisation = await records.get(orgKind, undefined);
    const named = { orgId: runRef.orgId, hash: addressHash(addressOf(context, task)) };
    return {
      ...{ kind: 'SUMMARY', model: await buildRunSummaryModel(deps, context, run), url, timezone },
      organization: organisation?.value.name ?? '',
      sender: meeting === undefined ? '' : (members.get(meeting.createdBy)?.value.name ?? ''),
      stopUrl: addressLink(deps.publicUrl, addressToken(deps.codeKeys, named)),
    };
  }
  const zone = context.members.get(task.who)?.value.timezone ?? timezone;
  return { kind: 'ASK', meetingName, date, closesAt, timezone: zone, url };
};

/**
 * Returns the earliest instant at which the email may have been sent: the opening of the run, or for a fallback email
 * the opening that applies to its member. Undefined if the run does not exist.
 */
const openedAt = (run: Run | undefined, { kind, who }: Task): Instant | undefined => {
  const member = run === undefined || kind !== 'fallbackEmail' ? undefined : memberIn(run, who);
  const own = run === undefined || member === undefined ? undefined : instantsFor(run, member);
  return own?.opensAt ?? run?.opensAt;
};

/** Returns the function that sends the email, or the reason to skip it. */
const prepare = async (
  deps: RunMailDeps,
  context: RunContext,
  { row }: Claimed,
  task: Task,
): Promise<Send | SkipReason> => {
  const run = context.rows.run?.value;
  const isOld = isBeforeRestore(msOf(openedAt(run, task) ?? row.at), deps.restoredAt);
  const reason = isOld ? 'RESTORED' : whyNot(context, task, row, deps.clock.now());
  if (reason !== null || run === undefined) return reason ?? 'MEETING_GONE';
  const unwanted = await whyNoConsent(deps, context, task);
  if (unwanted !== null) return unwanted;
  const email = await emailFor(deps, context, run, task);
  const to = addressOf(context, task);
  const locale = await localeOf(deps, context, task);
  return (id) => deps.mail.send({ id, to, locale, email }, context.runRef.orgId, deadlineOf(deps));
};

const recordEmail = async (
  deps: RunMailDeps,
  { records, runRef }: RunContext,
  { kind, round, who }: Task,
  result: SendResult,
): Promise<void> => {
  const key = { ...runRef, who, kind };
  const value: Delivery = {
    ...result,
    round,
    at: toInstant(deps.clock.now()),
    isLate: false,
    ...noSentIds,
    digest: null,
  };
  const stored: Stored<Delivery> | undefined = await records.get(delivery, key);
  if (stored === undefined) await records.insert(delivery, key, value);
  else if (stored.value.round < round) await records.replace(delivery, key, value, stored.etag);
};

const events = { refused: 'mail.refused', failed: 'mail.failed', fault: 'mail.fault' };

/** Sends one email of a run if it is due and no other instance holds it. */
export const sendEmailOfRun = (deps: RunMailDeps, key: Key): Promise<void> =>
  handleSingleMessageRow(deps, key, async (claimed) => {
    const task = taskOf(claimed);
    const context = await readContext(deps, runRefOf(claimed.row), {
      withPlans: false,
      withVacations: task.kind === 'fallbackEmail',
    });
    if (context.rows.deliveries.get(deliveryKey(task.who, task.kind))?.value.round === task.round) return undefined;
    return {
      events,
      prepare: () => prepare(deps, context, claimed, task),
      record: (result) => recordEmail(deps, context, task, result),
    };
  });
