import { productName } from '#contracts/limits.ts';
import type { LocalDate, MemberId, OrgId } from '#contracts/ids.ts';
import type { Meeting } from '#contracts/meeting.ts';
import type { Occurrence } from '#contracts/occurrence.ts';
import type { MessageKey } from '#contracts/text/keys.ts';
import { livesOn } from '../domain/ahead.ts';
import { daySummary, meetingReport } from '../domain/dailyReport.ts';
import { askingDates, newOccurrence } from '../domain/opening.ts';
import type { RunPlan } from '../domain/opening.ts';
import { settled, withDropped } from '../domain/settling.ts';
import { inOrder, inOrg } from '../store/kind.ts';
import type { Records, RecordStep, Stored } from '../store/kind.ts';
import { daySummary as daySummaryKind, occurrence as occurrenceKind } from '../store/kinds/run.ts';
import { meeting as meetingKind } from '../store/kinds/team.ts';
import { isConflict } from '../store/port.ts';
import { activityStep } from './activity.ts';
import type { Deps } from './deps.ts';
import { allMembers } from './members.ts';
import type { TeamMember } from './members.ts';
import { summaryIntent } from './outboxRows.ts';
import { retryOnConflict } from './revise.ts';
import { emptyRun, readDay, readRun, readVacations, takenBy } from './runRows.ts';
import type { DayRows, RunRows } from './runRows.ts';

// The states of a run, each change in one transaction of its team: the occurrence row, its counts and the log entry.

export type EngineDeps = Pick<Deps, 'store' | 'clock'> & {
  /** Epoch ms at which the store was last put back from a backup. */
  readonly restoredAt?: number | undefined;
};

/** The counts of a run as its R row keeps them. */
const countsStep = (
  records: Records<OrgId>,
  meeting: RunKey,
  occurrence: Occurrence,
  rows: RunRows,
  now: number,
): RecordStep => {
  const counts = daySummary(
    meetingReport({
      occurrence,
      answers: rows.answers.map((one) => one.value),
      blockers: new Map(),
      facts: new Map(),
      now,
      channelName: null,
      reader: null,
    }),
  );
  return records.touchStep(daySummaryKind, meeting, { ...counts, date: occurrence.date });
};

type RunKey = Pick<Occurrence, 'meetingId' | 'date'> & Pick<Meeting, 'teamId'>;

const keyOf = (meeting: Pick<Meeting, 'id' | 'teamId'>, date: LocalDate): RunKey => ({
  teamId: meeting.teamId,
  meetingId: meeting.id,
  date,
});

const openingWords = (occurrence: Occurrence): MessageKey => {
  switch (occurrence.reason) {
    case 'HOLIDAY':
      return 'activity.runHoliday';
    case 'AWAY':
      return 'activity.runAway';
    case 'DOWNTIME':
      return 'activity.runMissed';
    case 'ALL_ANSWERED':
      return 'activity.runAnsweredAhead';
    case 'DEACTIVATED':
    case 'DELETED':
    case 'CANCELLED_TODAY':
      return 'activity.runCancelled';
    case 'WINDOW_OVER':
      return 'activity.runWindowOver';
    case null:
      if (occurrence.round > 1) return 'activity.runReopened';
      return occurrence.source === 'MANUAL' ? 'activity.runStarted' : 'activity.runOpened';
  }
};

const askedIn = (occurrence: Occurrence): number => occurrence.members.filter((one) => one.away === null).length;

const logStep = (
  records: Records<OrgId>,
  run: RunKey,
  occurrence: Occurrence,
  entry: { readonly message: MessageKey; readonly answered: number; readonly actor: string; readonly now: number },
): RecordStep =>
  activityStep(records, {
    teamId: run.teamId,
    objectId: run.meetingId,
    // One entry for each state of a round, however often a replay writes it.
    eventKey: `run-${occurrence.date}-${occurrence.round}-${occurrence.state}`,
    actor: entry.actor,
    atMs: entry.now,
    message: entry.message,
    values: { date: occurrence.date, asked: askedIn(occurrence), answered: entry.answered },
  });

/** Vacations of the dates people live when they are asked; most often the run's own date, which the day scan brought. */
const vacationsOf = async (records: Records<OrgId>, plan: RunPlan, people: readonly TeamMember[], day: DayRows) => {
  const dates = askingDates(plan, people);
  const byDate = new Map([[plan.date, day.onVacation]]);
  for (const date of new Set(dates.values()))
    if (!byDate.has(date)) byDate.set(date, await readVacations(records, plan.meeting.teamId, date));
  return byDate;
};

export interface OpenRequest {
  readonly orgId: OrgId;
  readonly meeting: Stored<Meeting>;
  readonly date: LocalDate;
  readonly source: Occurrence['source'];
  /** Epoch ms of a manual start or reopening; null = by the schedule. */
  readonly openMs: number | null;
  readonly afterMs?: number | undefined;
  /** Who did it, for the log; null = the schedule. */
  readonly actor: string | null;
}

export interface OpenedRun {
  readonly occurrence: Occurrence;
  /** False when it was there already, from whichever row or person. */
  readonly isNew: boolean;
  readonly rows: RunRows;
  readonly people: readonly TeamMember[];
}

const runNow = async (records: Records<OrgId>, { meeting, date }: Pick<OpenRequest, 'meeting' | 'date'>) => {
  const { teamId, id } = meeting.value;
  const [day, members] = await Promise.all([
    readDay(records, teamId, date, { withDeliveries: true }),
    allMembers(records, teamId),
  ]);
  return { day, rows: day.runs.get(id) ?? emptyRun, people: members.map((one) => one.value) };
};

/** "Last run" is the last one that asked; the even weeks of a retro count from the first of all. */
const meetingSteps = (records: Records<OrgId>, meeting: Stored<Meeting>, occurrence: Occurrence): RecordStep[] => {
  const hasAsked = occurrence.state === 'OPEN' || occurrence.reason === 'ALL_ANSWERED';
  const { value, etag } = meeting;
  if (!hasAsked && value.firstRun !== null) return [];
  const changed: Meeting = {
    ...value,
    lastRun: hasAsked ? occurrence.opensAt : value.lastRun,
    firstRun: value.firstRun ?? occurrence.date,
  };
  return [records.replaceStep(meetingKind, { teamId: value.teamId, meetingId: value.id }, changed, etag)];
};

/**
 * Makes the occurrence of a date, exactly once: one transaction with its counts, its log entry and the meeting's last
 * run. `undefined` when the meeting changed meanwhile: judge anew. `reopen` replaces a missed or cancelled run by the
 * next round; without it a run that is there is only told.
 */
export const openOccurrence = async (
  deps: EngineDeps,
  request: OpenRequest,
  { reopen }: { readonly reopen: boolean } = { reopen: false },
): Promise<OpenedRun | undefined> => {
  const records = inOrg(deps.store, request.orgId);
  const { day, rows: found, people } = await runNow(records, request);
  const there = found.occurrence;
  const isReopening = reopen && (there?.value.state === 'MISSED' || there?.value.state === 'CANCELLED');
  if (there !== undefined && !isReopening) return { occurrence: there.value, isNew: false, rows: found, people };

  const plan: RunPlan = { ...request, meeting: request.meeting.value };
  const vacations = await vacationsOf(records, plan, people, day);
  const now = deps.clock.now();
  const { questions } = plan.meeting;
  const kept = found.answers.filter(({ value }) => value.givenTo === null || livesOn(questions, value.values));
  const occurrence = newOccurrence({
    ...plan,
    round: (there?.value.round ?? 0) + 1,
    people,
    isHoliday: day.isHoliday,
    isOnVacation: (memberId, date) => vacations.get(date)?.has(memberId) ?? false,
    answered: new Set(kept.map((one) => one.value.memberId)),
    now,
    restoredAt: deps.restoredAt,
  });
  const rows = { ...found, answers: kept.flatMap((one) => takenBy(occurrence, one)) };
  const key = keyOf(request.meeting.value, request.date);
  try {
    await records.transact([
      there === undefined
        ? records.insertStep(occurrenceKind, key, occurrence)
        : records.replaceStep(occurrenceKind, key, occurrence, there.etag),
      countsStep(records, key, occurrence, rows, now),
      logStep(records, key, occurrence, {
        message: openingWords(occurrence),
        answered: rows.answers.length,
        actor: request.actor ?? productName,
        now,
      }),
      ...meetingSteps(records, request.meeting, occurrence),
    ]);
  } catch (error) {
    if (isConflict(error)) return undefined;
    throw error;
  }
  return { occurrence, isNew: true, rows, people };
};

const settlingWords = (occurrence: Occurrence): MessageKey =>
  occurrence.reason === 'ALL_ANSWERED' ? 'activity.runAllAnswered' : 'activity.runWindowOver';

/**
 * Writes the counts of a run and completes it when nobody owes any more or its window is over. Answers the occurrence
 * as it now stands; `undefined` when somebody changed it meanwhile: look again.
 */
export const settleRun = async (
  deps: EngineDeps,
  records: Records<OrgId>,
  run: {
    readonly stored: Stored<Occurrence>;
    readonly rows: RunRows;
    readonly people: readonly TeamMember[];
    readonly meeting: Pick<Meeting, 'id' | 'teamId' | 'members'>;
    /** Go before it. */
    readonly intents?: readonly RecordStep[];
  },
): Promise<Occurrence | undefined> => {
  const { stored, rows, people, meeting, intents = [] } = run;
  const now = deps.clock.now();
  const before = stored.value;
  const answers = rows.answers.map((one) => one.value);
  const after = settled(withDropped(before, people, meeting.members), answers, now);
  const key = keyOf(meeting, before.date);
  const counts = countsStep(records, key, after, rows, now);
  const entry = { message: settlingWords(after), answered: answers.length, actor: productName, now };
  try {
    await inOrder(deps.store, [
      intents,
      [
        ...(after === before ? [] : [records.replaceStep(occurrenceKind, key, after, stored.etag)]),
        counts,
        ...(after.state === before.state ? [] : [logStep(records, key, after, entry)]),
      ],
    ]);
  } catch (error) {
    if (isConflict(error)) return undefined;
    throw error;
  }
  return after;
};

export type CancelReason = 'DEACTIVATED' | 'DELETED' | 'CANCELLED_TODAY' | 'HOLIDAY';

interface Cancelling {
  readonly reason: CancelReason;
  readonly actor: string;
}

/** What calls off open runs: `steps` for the transaction of the change that does so, `intents` for the one before it. */
export interface CallingOff {
  readonly intents: readonly RecordStep[];
  readonly steps: readonly RecordStep[];
}

/** Undefined for a run that is not open. */
export const cancelSteps = async (
  deps: EngineDeps,
  records: Records<OrgId>,
  run: RunKey & Cancelling,
): Promise<CallingOff | undefined> => {
  const rows = await readRun(records, run);
  const stored = rows.occurrence;
  if (stored?.value.state !== 'OPEN') return undefined;
  const cancelled: Occurrence = { ...stored.value, state: 'CANCELLED', reason: run.reason };
  const now = deps.clock.now();
  const entry = { message: 'activity.runCancelled', answered: rows.answers.length, actor: run.actor, now } as const;
  return {
    // What was posted of it, and the cards that still ask, are looked at again.
    intents: [summaryIntent(records.store, { ...run, orgId: records.scope }, cancelled.opensAt, now)],
    steps: [
      records.replaceStep(occurrenceKind, run, cancelled, stored.etag),
      countsStep(records, run, cancelled, rows, now),
      logStep(records, run, cancelled, entry),
    ],
  };
};

/**
 * Calls off an open run: pending messages find it so and are dropped, answers stay readable. A completed one is left
 * alone, since it has told its channel already. True when this call did it.
 */
export const cancelRun = (deps: EngineDeps, run: RunKey & Cancelling & { readonly orgId: OrgId }): Promise<boolean> =>
  retryOnConflict(async () => {
    const records = inOrg(deps.store, run.orgId);
    const off = await cancelSteps(deps, records, run);
    if (off === undefined) return false;
    await inOrder(deps.store, [off.intents, off.steps]);
    return true;
  });

/**
 * Calls off a run that is still to come: its occurrence is made, cancelled, so that the due row finds it and asks nobody;
 * `start` may open it again. False when there is one already, or when the meeting changed meanwhile.
 */
export const cancelPlanned = async (
  deps: EngineDeps,
  request: Omit<OpenRequest, 'actor'> & Cancelling,
): Promise<boolean> => {
  const records = inOrg(deps.store, request.orgId);
  const { day, rows, people } = await runNow(records, request);
  if (rows.occurrence !== undefined) return false;
  const plan: RunPlan = { ...request, meeting: request.meeting.value };
  const vacations = await vacationsOf(records, plan, people, day);
  const now = deps.clock.now();
  const planned = newOccurrence({
    ...plan,
    ...{ round: 1, people, now, isHoliday: day.isHoliday, answered: new Set<MemberId>() },
    isOnVacation: (memberId, date) => vacations.get(date)?.has(memberId) ?? false,
  });
  const occurrence: Occurrence = { ...planned, state: 'CANCELLED', reason: request.reason, completedAt: null };
  const key = keyOf(request.meeting.value, request.date);
  const entry = { message: 'activity.runCancelled', answered: rows.answers.length, actor: request.actor, now } as const;
  try {
    await records.transact([
      records.insertStep(occurrenceKind, key, occurrence),
      countsStep(records, key, occurrence, rows, now),
      logStep(records, key, occurrence, entry),
      ...meetingSteps(records, request.meeting, occurrence),
    ]);
  } catch (error) {
    if (isConflict(error)) return false;
    throw error;
  }
  return true;
};
