import type { Instant, OrgId } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { Meeting } from '#contracts/meetings/saveAndReadMeetingCalls.ts';
import type { Instants, Run } from '#contracts/runs/runSchema.ts';
import { dueAt, instantsFor, isAsked } from '../../domain/runs/memberInstantsAndOwedAnswers.ts';
import { meetingCloseAt } from '../../domain/runs/runClosingAndDroppedMembers.ts';
import { lastSendInstant } from '../../domain/runs/sendDecisionsAndSkipReasons.ts';
import { addDays, msOf, toInstant } from '../../domain/core/zonedTimeAndCalendarDates.ts';
import type { Recipient, ReminderKind } from '../../store/kinds/messages/messageKindsAndRecipients.ts';
import type { OpenedRun } from './openSettleAndCancelRuns.ts';
import { newMessage } from './buildAndWriteOutboxRows.ts';
import type { OutboxRow, RunRef } from './buildAndWriteOutboxRows.ts';
import { nextPromptRows, zonesOf } from './planNextRunAndZones.ts';
import type { DueRow } from './planNextRunAndZones.ts';
import { deliveryKey, repliesOf } from './readRunAndDayRows.ts';
import type { RunRows } from './readRunAndDayRows.ts';

// Computes the rows to write after an opening (docs/architecture.md, One prompt). They may be written in any order, but
// the due row that opened the run must be deleted last: after a crash at any point, it is then handled again.

export interface NextRows {
  readonly outbox: readonly OutboxRow[];
  readonly due: readonly DueRow[];
  /**
   * True if the summary has work at once: all members have answered ahead, or a new round of a cancelled run must
   * update the cards of the members who replied before.
   */
  readonly hasSummaryWork: boolean;
}

/**
 * Returns the zone for the due rows of a set of instants. Null if the run has only one set, because that set applies to
 * all members.
 */
const zoneOf = (run: Run, set: Instants): string | null => (run.instants.length === 1 ? null : set.zone);

/**
 * Returns the due rows of a set of instants. The first opening of the run needs no prompt row, because the opening
 * itself queues these prompts.
 */
export const dueOfSet = (runRef: RunRef, run: Run, set: Instants, rev: number): DueRow[] => {
  const zone = zoneOf(run, set);
  const row = (kind: DueRow['kind'], at: DueRow['at'] | null): DueRow[] =>
    at === null ? [] : [{ ...runRef, at, kind, zone, rev, failures: 0, parkedReason: null, source: null }];
  return [
    ...(set.opensAt === run.opensAt ? [] : row('prompt', set.opensAt)),
    ...row('reminder1', set.firstReminderAt),
    ...row('reminder2', set.secondReminderAt),
    ...row('close', set.closesAt),
  ];
};

/**
 * Returns the due row of the close in the meeting's own zone, at which the summary is due. There is none if a set of
 * instants has that zone, because its rows already contain this close, or if the close is not after the opening of the
 * run.
 */
const meetingClose = (runRef: RunRef, run: Run, rev: number): DueRow[] => {
  const { timezone: zone, instants, opensAt } = run;
  const at = meetingCloseAt(run);
  if (instants.some((set) => set.zone === zone) || at <= msOf(opensAt)) return [];
  return [{ ...runRef, at: toInstant(at), kind: 'close', zone, rev, failures: 0, parkedReason: null, source: null }];
};

const dueOf = (runRef: RunRef, run: Run, rev: number): DueRow[] => [
  ...run.instants.flatMap((set) => dueOfSet(runRef, run, set, rev)),
  ...meetingClose(runRef, run, rev),
];

type MemberKind = 'prompt' | ReminderKind;

/** True if the message of this kind has a delivery record in this round: it was sent, or it will never be sent. */
const isFinal = (rows: RunRows, round: number, who: Recipient, kind: MemberKind | 'announcement'): boolean =>
  rows.deliveries.get(deliveryKey(who, kind))?.value.round === round;

/** Returns a message to each member who owes an answer, and in whose zone a message of this kind is due at `at`. */
export const memberMessages = (
  runRef: RunRef,
  run: Run,
  rows: RunRows,
  { kind, at }: { readonly kind: MemberKind; readonly at: Instant },
): OutboxRow[] => {
  const settled = new Set(repliesOf(rows).map(({ memberId }) => memberId));
  const name = `${kind}.${run.round}` as const;
  const until = new Map<Instants, Instant>();
  const lastOf = (set: Instants): Instant => {
    const known = until.get(set) ?? toInstant(lastSendInstant(kind, msOf(at), msOf(set.closesAt)));
    until.set(set, known);
    return known;
  };
  return run.members.flatMap((member) => {
    const set = instantsFor(run, member);
    if (set === undefined || dueAt(set, kind) !== at || !isAsked(member) || settled.has(member.memberId)) return [];
    if (isFinal(rows, run.round, member.memberId, kind)) return [];
    return [newMessage(runRef, name, member.memberId, { at, notAfter: lastOf(set) })];
  });
};

/**
 * Returns the announcement of a run to the channel as a list; empty if it already has a delivery record in this round.
 */
const announcementMessage = (runRef: RunRef, run: Run, rows: RunRows): OutboxRow[] => {
  if (isFinal(rows, run.round, 'channel', 'announcement')) return [];
  const at = run.opensAt;
  const notAfter = toInstant(lastSendInstant('announcement', msOf(at), msOf(run.closesAt)));
  return [newMessage(runRef, `announcement.${run.round}`, 'channel', { at, notAfter })];
};

/**
 * Returns the due rows of the meeting's next runs: dates after that of the opened run, with an opening after `fromMs`
 * (epoch ms).
 */
const followingRun = (
  orgId: OrgId,
  meeting: Meeting,
  opened: Pick<OpenedRun, 'run' | 'people'>,
  fromMs: number,
): DueRow[] => {
  const { date } = opened.run;
  const counted = { ...meeting, firstRun: meeting.firstRun ?? date };
  const query = { afterMs: fromMs, notBeforeDate: addDays(date, 1) };
  return nextPromptRows(orgId, counted, zonesOf(meeting, opened.people), query);
};

/**
 * Returns the messages and due rows of a run that has just opened. If the opening is repeated after a crash, the same
 * rows are returned, except messages that already have a delivery record.
 */
export const rowsOfOpening = (orgId: OrgId, meeting: Meeting, opened: OpenedRun): NextRows => {
  const { run, rows } = opened;
  const { opensAt: at, date } = run;
  const runRef: RunRef = { orgId, teamId: meeting.teamId, meetingId: meeting.id, date };
  const isOpen = run.state === 'OPEN';
  const prompts = isOpen ? memberMessages(runRef, run, rows, { kind: 'prompt', at }) : [];
  const announcement = isOpen ? announcementMessage(runRef, run, rows) : [];
  const own = isOpen ? dueOf(runRef, run, meeting.rev) : [];
  return {
    outbox: [...prompts, ...announcement],
    due: [...own, ...followingRun(orgId, meeting, opened, msOf(at))],
    hasSummaryWork: run.round > 1 || (!isOpen && run.reason === 'ALL_ANSWERED'),
  };
};

/** True if this row opened the run and is now handled again. False if a person opened the run first. */
const isReplay = (row: DueRow, run: Run): boolean =>
  row.source === 'MANUAL'
    ? run.opensAt === row.at
    : run.opensAt === row.at || (run.source === 'SCHEDULE' && run.round === 1);

/**
 * Returns the rows to write after a due row was handled. If a person had opened the run before, only the next run is
 * planned.
 */
export const rowsAfterOpening = (row: DueRow, meeting: Meeting, opened: OpenedRun): NextRows =>
  opened.isNew || isReplay(row, opened.run)
    ? rowsOfOpening(row.orgId, meeting, opened)
    : { outbox: [], due: followingRun(row.orgId, meeting, opened, msOf(row.at)), hasSummaryWork: false };
