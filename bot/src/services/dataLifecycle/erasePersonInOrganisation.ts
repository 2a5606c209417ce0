import type { LocalDate, MeetingId, MemberId, OrgId, TeamId, UserId } from '#contracts/core/idDateAndZoneSchemas.ts';
import {
  answerTombstone,
  runWithoutMember,
  sheetTombstone,
  skipTombstone,
  withoutNames,
} from '../../domain/dataLifecycle/anonymiseRowsOfErasedPerson.ts';
import { isObserver, observersOf } from '../../domain/runs/membersAndObservers.ts';
import { noZoneReports } from '../../domain/runs/memberZoneFromChatOrBrowser.ts';
import { inOrg } from '../../store/recordKindsAndAccess.ts';
import type { ValueOf } from '../../store/recordKindsAndAccess.ts';
import { answerDraft } from '../../store/kinds/answers/answerDraft.ts';
import { billingProfile } from '../../store/kinds/billing/billingProfile.ts';
import { noChat } from '../../store/kinds/teamsSync/convertRowsToChatAddresses.ts';
import { skip } from '../../store/kinds/answers/skipAndSnooze.ts';
import { orgMember, orgUser } from '../../store/kinds/organisations/organisationUserAndMember.ts';
import { answer } from '../../store/kinds/answers/answerAndHistory.ts';
import { blocker } from '../../store/kinds/blockers/blocker.ts';
import { blockerCards } from '../../store/kinds/blockers/blockerCards.ts';
import { delivery } from '../../store/kinds/runs/delivery.ts';
import { runKind } from '../../store/kinds/runs/run.ts';
import { orgActivity, teamActivity } from '../../store/kinds/core/activityLogAndActionIndex.ts';
import { sheet, week } from '../../store/kinds/timesheets/sheetAndWeek.ts';
import { weekCards } from '../../store/kinds/timesheets/weekCards.ts';
import { summaryConsent } from '../../store/kinds/summaryEmails/summaryConsent.ts';
import { meeting } from '../../store/kinds/meetings/meetingWithNameAndPointer.ts';
import { teamMember } from '../../store/kinds/people/teamMember.ts';
import { teamPartition } from '../../store/kinds/core/teamPartitionAndKeyParts.ts';
import { template } from '../../store/kinds/meetings/meetingTemplate.ts';
import { prefixRange } from '../../store/tableStorePort.ts';
import { forEachRow, removeRange } from '../runs/deleteAndScanInBatches.ts';
import type { BatchedDeletionDeps } from '../runs/deleteAndScanInBatches.ts';
import { retryOnConflict } from '../core/optimisticUpdate.ts';
import { addressesOf } from '../core/summaryEmailAddresses.ts';
import { deleteRows } from '../runs/writeOutboxAndDueRows.ts';
import { rebuildTeamIndex } from '../search/writeAndTrimSearchIndex.ts';
import { addressHash } from '../summaryEmails/summaryConsentsAndAddressHash.ts';
import { eraseFromDigests } from './eraseAndExportDigests.ts';
import { forgetCounted } from './endAccountAndReleaseMember.ts';
import { recomputeRunFigures } from './recomputeRunFigures.ts';
import { rewriteRow } from './rewriteRow.ts';

// Erases a person's data in an organisation. Counts and hours stay, under a neutral name.

export interface Erased {
  readonly memberId: MemberId;
  readonly names: readonly string[];
  readonly replacement: string;
}

type Log = ValueOf<typeof teamActivity>;

/**
 * True if the entry's new text (`after`) is the reason that an admin gave the person for sending back or reopening a
 * week.
 */
const isEntryAbout = ({ message, values }: Log, names: readonly string[]): boolean =>
  message.startsWith('activity.week') && names.includes(String(values['member']));

/**
 * True if the person wrote the old text of the entry (`before`), because it is the text of the person's resolved
 * blocker.
 */
const isWrittenBy = ({ message, values }: Log, names: readonly string[]): boolean =>
  message === 'activity.blockerResolved' && names.includes(String(values['name']));

const logWithout = (entry: Log, { names, replacement }: Pick<Erased, 'names' | 'replacement'>): Log => {
  const clean = (text: string): string => withoutNames(text, names, replacement);
  const values = Object.entries(entry.values).map(([key, value]) => [
    key,
    typeof value === 'string' ? clean(value) : value,
  ]);
  return {
    ...entry,
    actor: clean(entry.actor),
    values: Object.fromEntries(values) as Log['values'],
    before: entry.before === null || isWrittenBy(entry, names) ? null : clean(entry.before),
    after: entry.after === null || isEntryAbout(entry, names) ? null : clean(entry.after),
  };
};

interface TeamPlace {
  readonly orgId: OrgId;
  readonly teamId: TeamId;
}

/** Erases the person in runs, answers, skips, snoozes and delivery records of all dates. */
const eraseRuns = async (
  deps: BatchedDeletionDeps,
  place: TeamPlace,
  { memberId, replacement }: Erased,
): Promise<void> => {
  const pk = teamPartition(place.orgId, place.teamId);
  const range = prefixRange('D|');
  const takes = (rk: string): boolean => rk.endsWith('|0') || rk.includes(`|${memberId}`);
  await forEachRow(deps, { table: 'Team', pk }, { range, takes, keysOnly: true }, async ({ rk }) => {
    const [, date, what, kind] = rk.split('|');
    if (what === '!V' || kind === 'z') {
      await deleteRows(deps.store, 'Team', [{ pk, rk }]);
      return;
    }
    const row = await deps.store.get('Team', { pk, rk });
    if (row === undefined) return;
    if (kind === '0') await rewriteRow(deps, runKind, row, (run) => runWithoutMember(run, memberId, replacement));
    if (kind === 'a') {
      await rewriteRow(deps, answer, row, answerTombstone);
      // Repeated for an answer that is a tombstone already, because an earlier try may have stopped between both steps.
      await recomputeRunFigures(deps, { ...place, meetingId: what as MeetingId, date: date as LocalDate });
    }
    if (kind === 'k') await rewriteRow(deps, skip, row, skipTombstone);
    if (kind === 's')
      await rewriteRow(deps, delivery, row, (item) => ({
        ...item,
        ...{ conversationId: null, activityId: null, earlier: null },
      }));
  });
};

/**
 * Removes the approval cards of the person's weeks, and from other weeks the cards that were sent to the person as an
 * approver.
 */
const eraseWeekCards = async (deps: BatchedDeletionDeps, pk: string, { memberId }: Erased): Promise<void> => {
  const range = prefixRange('V|');
  await removeRange(deps, { table: 'Team', pk }, range, (rk) => rk.endsWith(`|${memberId}`));
  await forEachRow(deps, { table: 'Team', pk }, { range }, (row) =>
    rewriteRow(deps, weekCards, row, (weekCard) => ({
      ...weekCard,
      cards: weekCard.cards.filter((card) => card.who !== memberId),
    })),
  );
};

/**
 * Removes the person from another member's blocker: the person's id as needed member and as author of the last change,
 * and the person's note.
 */
const blockerWithout = (row: ValueOf<typeof blocker>, memberId: MemberId): ValueOf<typeof blocker> => {
  const { life } = row;
  if (life == null) return row;
  const unless = (id: MemberId | null): MemberId | null => (id === memberId ? null : id);
  const isTaken = life.state === 'ACKNOWLEDGED' && (life.changedBy === memberId || life.neededId === memberId);
  return {
    ...row,
    life: {
      ...life,
      // An acknowledged blocker on which the person worked becomes OPEN: the row no longer contains the person's id, so
      // later reads could not see that the helper has left.
      ...(isTaken ? { state: 'OPEN' } : {}),
      ...{ changedBy: unless(life.changedBy), neededId: unless(life.neededId), noteBy: unless(life.noteBy) },
      note: life.noteBy === memberId ? null : life.note,
    },
  };
};

/** Returns another member's draft without the person as needed member. */
const draftWithout = (row: ValueOf<typeof answerDraft>, memberId: MemberId): ValueOf<typeof answerDraft> =>
  row.needed?.id === memberId || row.needed?.shown === memberId ? { ...row, needed: null } : row;

const eraseFromBlockers = async (deps: BatchedDeletionDeps, pk: string, { memberId }: Erased): Promise<void> => {
  const table = { table: 'Team', pk } as const;
  await forEachRow(deps, table, { range: prefixRange('F|') }, (row) =>
    rewriteRow(deps, answerDraft, row, (item) => draftWithout(item, memberId)),
  );
  await forEachRow(deps, table, { range: prefixRange('B|') }, (row) =>
    rewriteRow(deps, blocker, row, (item) => blockerWithout(item, memberId)),
  );
  await forEachRow(deps, table, { range: prefixRange('K|') }, (row) =>
    rewriteRow(deps, blockerCards, row, (item) => ({
      ...item,
      cards: item.cards.filter(({ who }) => who !== memberId),
      pending: item.pending?.filter(({ who }) => who !== memberId) ?? null,
      reminders: item.reminders?.filter(({ who }) => who !== memberId) ?? null,
    })),
  );
};

/**
 * Returns the meeting without the person's address for summary emails. When the account is gone, the address would
 * count as an address outside the organisation.
 */
const meetingWithout = (row: ValueOf<typeof meeting>, names: readonly string[]): ValueOf<typeof meeting> => {
  const gone = new Set(names.map(addressHash));
  const left = addressesOf(row).flatMap(({ address }) => (gone.has(addressHash(address)) ? [] : [address]));
  return { ...row, reportSummaryEmail: left.join(', ') };
};

const withoutObserver = (row: ValueOf<typeof meeting>, memberId: MemberId): ValueOf<typeof meeting> =>
  isObserver(row, memberId) ? { ...row, observers: observersOf(row).filter((id) => id !== memberId) } : row;

const eraseMember = (member: ValueOf<typeof teamMember>, { replacement }: Erased, now: Log['at']) => ({
  ...member,
  ...{ name: replacement, email: '', thumbnailUrl: null, timezone: null, timezoneFrom: null, locale: null },
  ...noZoneReports,
  ...{
    localeFrom: null,
    isMuted: false,
    mutedUntil: null,
    summaryDelivery: null,
    quietHours: null,
    unreachable: null,
    unreachableSince: null,
    tid: null,
    oid: null,
  },
  ...{ ...noChat, isEnabled: false, leftOn: member.leftOn ?? now },
});

/**
 * Erases the person's names in the log of a team, and the person's addresses in its meetings. `userId` is used instead
 * of a member id, because admins act in teams without being members.
 */
export const eraseNamesInTeam = async (
  deps: BatchedDeletionDeps,
  place: TeamPlace,
  { userId, ...who }: Omit<Erased, 'memberId'> & { readonly userId: UserId },
): Promise<void> => {
  const pk = teamPartition(place.orgId, place.teamId);
  await removeRange(deps, { table: 'Team', pk }, prefixRange(`A|${userId}|`));
  await forEachRow(deps, { table: 'Team', pk }, { range: prefixRange('L|') }, (row) =>
    rewriteRow(deps, teamActivity, row, (entry) => logWithout(entry, who)),
  );
  await forEachRow(deps, { table: 'Team', pk }, { range: prefixRange('G|') }, (row) =>
    rewriteRow(deps, meeting, row, (item) => meetingWithout(item, who.names)),
  );
};

export const eraseInTeam = async (
  deps: BatchedDeletionDeps,
  place: TeamPlace,
  erased: Erased,
  now: Log['at'],
): Promise<void> => {
  const pk = teamPartition(place.orgId, place.teamId);
  const isTheirs = (rk: string): boolean => rk.endsWith(`|${erased.memberId}`);
  await eraseRuns(deps, place, erased);
  for (const prefix of ['P|', 'B|', 'K|', 'U|'])
    await removeRange(deps, { table: 'Team', pk }, prefixRange(prefix), isTheirs);
  for (const prefix of ['F|', 'Q|', 'A|'])
    await removeRange(deps, { table: 'Team', pk }, prefixRange(`${prefix}${erased.memberId}|`));
  await forEachRow(
    deps,
    { table: 'Team', pk },
    { range: prefixRange('S|'), takes: isTheirs, keysOnly: true },
    async (key) => {
      const row = await deps.store.get('Team', key);
      if (row !== undefined) await rewriteRow(deps, sheet, row, sheetTombstone);
    },
  );
  await forEachRow(deps, { table: 'Team', pk }, { range: prefixRange('W|'), takes: isTheirs }, (row) =>
    rewriteRow(deps, week, row, (item) => ({ ...item, note: null })),
  );
  // All generated summaries of the team are removed, because any sentence may be about the person. They can be
  // generated again.
  await removeRange(deps, { table: 'Team', pk }, prefixRange('Y|'));
  await eraseWeekCards(deps, pk, erased);
  await eraseFromBlockers(deps, pk, erased);
  await forEachRow(deps, { table: 'Team', pk }, { range: prefixRange('G|') }, (row) =>
    rewriteRow(deps, meeting, row, (item) => withoutObserver(item, erased.memberId)),
  );
  const member = await deps.store.get('Team', { pk, rk: `M|${erased.memberId}` });
  if (member !== undefined) await rewriteRow(deps, teamMember, member, (row) => eraseMember(row, erased, now));
  await rebuildTeamIndex(deps, place);
};

/**
 * Returns the profile without the person as billing contact. No invoices are emailed until an admin enters a new
 * contact. Issued invoices do not change.
 */
const contactWithout = (
  row: ValueOf<typeof billingProfile>,
  names: readonly string[],
): ValueOf<typeof billingProfile> =>
  names.includes(row.contactEmail) || names.includes(row.contactName)
    ? { ...row, contactName: '', contactEmail: '' }
    : row;

interface ErasedAccount {
  readonly memberId: MemberId | null;
  readonly userId: UserId;
  /** True if the whole account is erased, false if it stays in other organisations. */
  readonly isWhole: boolean;
}

/** Removes the account from the organisation, unless the account stays and has joined again as another member. */
const removeUser = (
  { store }: BatchedDeletionDeps,
  orgId: OrgId,
  { userId, memberId, isWhole }: ErasedAccount,
): Promise<void> =>
  retryOnConflict(async () => {
    const records = inOrg(store, orgId);
    const row = await records.get(orgUser, { userId });
    if (row === undefined) return;
    const isAnother = row.value.memberId !== memberId;
    if (isWhole || !isAnother) await records.delete(orgUser, { userId }, row.etag);
  });

/**
 * Erases a person's rows in the organisation, except the rows in its teams. `memberId` null = the account has no
 * member, so there are only rows of the account.
 */
export const eraseInOrg = async (
  deps: BatchedDeletionDeps,
  orgId: OrgId,
  { memberId, userId, isWhole, ...who }: Omit<Erased, 'memberId'> & ErasedAccount,
): Promise<void> => {
  await forEachRow(deps, { table: 'Org', pk: orgId }, { range: prefixRange('L|') }, (row) =>
    rewriteRow(deps, orgActivity, row, (entry) => logWithout(entry, who)),
  );
  const profile = await deps.store.get(billingProfile.table, billingProfile.at(orgId, undefined));
  if (profile !== undefined) await rewriteRow(deps, billingProfile, profile, (row) => contactWithout(row, who.names));
  await removeRange(deps, { table: 'Org', pk: orgId }, prefixRange(`A|${userId}|`));
  const addresses = who.names.filter((name) => name.includes('@'));
  const consents = addresses.map((address) => summaryConsent.at(orgId, { hash: addressHash(address) }));
  await deleteRows(deps.store, 'Org', consents);
  await forgetCounted(
    deps,
    addresses.map((address) => `letterFromOrgTo|${orgId}|${address.toLowerCase()}`),
  );
  await eraseFromDigests(deps, orgId, { memberId, addresses });
  await removeUser(deps, orgId, { userId, memberId, isWhole });
  if (memberId === null) return;
  await forEachRow(deps, { table: 'Org', pk: orgId }, { range: prefixRange('ml|') }, (row) =>
    rewriteRow(deps, summaryConsent, row, (item) => (item.by === memberId ? { ...item, by: null } : item)),
  );
  await forEachRow(deps, { table: 'Org', pk: orgId }, { range: prefixRange('tpl|') }, (row) =>
    rewriteRow(deps, template, row, (item) => (item.createdBy === memberId ? { ...item, createdBy: null } : item)),
  );
  for (const prefix of ['A', 'vac', 'mt'])
    await removeRange(deps, { table: 'Org', pk: orgId }, prefixRange(`${prefix}|${memberId}|`));
  await removeRange(deps, { table: 'Org', pk: orgId }, prefixRange('tm|'), (rk) => rk.endsWith(`|${memberId}`));
  await deleteRows(deps.store, 'Org', [orgMember.at(orgId, { memberId })]);
};
