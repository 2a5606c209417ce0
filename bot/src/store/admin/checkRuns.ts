import { isDeepStrictEqual } from 'node:util';
import type { MemberId, OrgId } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { Instants, Run } from '#contracts/runs/runSchema.ts';
import { answerAdoptedByRun } from '../../domain/answers/adoptAnswersAheadAndCompareQuestions.ts';
import { daySummary, meetingReport } from '../../domain/reports/buildReportAndSummary.ts';
import { computeRunMeasures } from '../../domain/reports/measureAnswerWaitsAndGoals.ts';
import { isAsked } from '../../domain/runs/memberInstantsAndOwedAnswers.ts';
import { dateExists, instantOf, msOf } from '../../domain/core/zonedTimeAndCalendarDates.ts';
import {
  isForObserver,
  isMember,
  isRunEmailKind,
  storedKind,
  storedRecipient,
} from '../kinds/messages/messageKindsAndRecipients.ts';
import type { Key } from '../tableStorePort.ts';
import type { FindingReport } from './storeCheckFinding.ts';
import { ledgerName, runName } from './gatherRowsToCheck.ts';
import type { GatheredStore } from './gatherRowsToCheck.ts';
import type { RunGroup, StoredAnswer } from './gatherTeamRows.ts';

// Checks that the rows of one run are consistent. A row that is missing is no fault while a row in Due or Outbox still
// waits to cause it.

export interface RunChecks {
  readonly all: GatheredStore;
  readonly report: FindingReport;
  readonly pk: string;
  readonly orgId: OrgId;
  /**
   * Instant of the latest answer, by `ledgerName|meetingId`: one entry for each organisation, month, member and
   * meeting.
   */
  readonly events: Map<string, string>;
}

const keyIn = ({ pk }: RunChecks, { meetingId, date }: RunGroup, remaining: string): Key => ({
  pk,
  rk: `D|${date}|${meetingId}|${remaining}`,
});

const lastMinute = 24 * 60 - 1;

/**
 * Returns the zone that the due rows for these instants have in their keys. If all members share one set of instants,
 * the due rows have no zone.
 */
const zoneOf = (run: Run, set: Instants): string => (run.instants.length === 1 ? '' : set.zone);

const checkDue = (checks: RunChecks, group: RunGroup, run: Run): void => {
  if (run.state !== 'OPEN') return;
  const { due } = checks.all;
  const name = runName(checks.orgId, group.meetingId, group.date);
  if (due.has(`${name}|open`)) return;
  for (const set of run.instants.filter((instant) => instant.closesAt === run.closesAt))
    if (!due.has(`${name}|close|${set.closesAt}|${zoneOf(run, set)}`))
      checks.report('Team', keyIn(checks, group, '0'), 'is open and has neither its close row nor its opening row');
};

/** True if the member was asked, skips the run, was left out with a reason, has answered, or waits for the prompt. */
const isAccountedFor = (checks: RunChecks, group: RunGroup, run: Run, memberId: MemberId): boolean => {
  const { due, messages } = checks.all;
  const name = runName(checks.orgId, group.meetingId, group.date);
  const { round } = run;
  if ([...group.answers, ...group.skips].some((reply) => reply.memberId === memberId)) return true;
  if (
    group.deliveries.some(
      (delivery) => delivery.who === memberId && delivery.kind === 'prompt' && delivery.round === round,
    )
  )
    return true;
  if (messages.has(`${name}|prompt.${round}|${memberId}`) || due.has(`${name}|open`)) return true;
  const zone = run.members.find((member) => member.memberId === memberId)?.zone;
  const set = run.instants.find((instant) => instant.zone === zone);
  return set !== undefined && due.has(`${name}|prompt|${set.opensAt}|${zoneOf(run, set)}`);
};

const checkAsked = (checks: RunChecks, group: RunGroup, run: Run): void => {
  if (run.state !== 'OPEN' && run.state !== 'COMPLETED') return;
  for (const member of run.members.filter(isAsked))
    if (!isAccountedFor(checks, group, run, member.memberId))
      checks.report(
        'Team',
        keyIn(checks, group, '0'),
        `has neither a prompt for ${member.memberId} nor a reason for its absence`,
      );
};

/**
 * True if the recipient was erased. Erasing a person removes the message ids, but keeps the delivery for the counts.
 */
const isErased = ({ all }: RunChecks, { who, conversationId, activityId }: RunGroup['deliveries'][number]): boolean =>
  conversationId === null && activityId === null && !who.startsWith('!') && !(isMember(who) && all.memberOrgs.has(who));

const checkDeliveries = (checks: RunChecks, group: RunGroup, run: Run | undefined): void => {
  const places = new Set<string>();
  const snapshot = new Set<string>(run?.members.map((member) => member.memberId));
  for (const delivery of group.deliveries) {
    const key = keyIn(checks, group, `s|${storedRecipient(delivery.who)}|${storedKind(delivery.kind)}`);
    const addFinding = (what: string): void => {
      checks.report('Team', key, what);
    };
    if (run === undefined) addFinding('belongs to no run');
    else {
      if (delivery.round > run.round) addFinding(`is of round ${delivery.round}, but the run is of round ${run.round}`);
      if (isMember(delivery.who) && !isForObserver(delivery.kind) && !snapshot.has(delivery.who))
        addFinding('went to a member whom the run does not ask');
    }
    if (delivery.state !== 'SENT' || isRunEmailKind(delivery.kind) || isErased(checks, delivery)) continue;
    if (delivery.activityId === null) addFinding('is sent but names no message');
    const place = `${delivery.conversationId ?? ''} ${delivery.activityId ?? ''}`;
    if (places.has(place)) addFinding('names the same message as another delivery of this run');
    places.add(place);
    if (delivery.kind === 'prompt' || delivery.kind === 'snoozedPrompt') checkAskedLedger(checks, group, delivery);
  }
};

const checkAskedLedger = (
  checks: RunChecks,
  group: RunGroup,
  { who, kind, at, round }: RunGroup['deliveries'][number],
): void => {
  const { all, orgId } = checks;
  if (all.asked.has(ledgerName(orgId, at, who))) return;
  // The sender deletes the outbox row of the message last. While that row exists, the ledger row may still be missing.
  if (all.messages.has(`${runName(orgId, group.meetingId, group.date)}|${kind}.${round}|${who}`)) return;
  checks.report(
    'Team',
    keyIn(checks, group, `s|${who}|${storedKind(kind)}`),
    'is sent, but the month does not count the member as asked',
  );
};

const checkAnswers = (checks: RunChecks, group: RunGroup): void => {
  const { all, orgId, events } = checks;
  for (const { memberId, answeredAt, isAhead, meetingId } of group.answers) {
    const key = keyIn(checks, group, `a|${memberId}`);
    const name = ledgerName(orgId, answeredAt, memberId);
    const event = `${name}|${meetingId}`;
    if (answeredAt > (events.get(event) ?? '')) events.set(event, answeredAt);
    if (!all.ledger.has(name) && !all.usageToCome.has(name))
      checks.report('Team', key, 'has no ledger row, and none is planned');
    if (group.run === undefined && !isAhead) checks.report('Team', key, 'belongs to no run');
  }
};

const figures = ['state', 'asked', 'answered', 'goals', 'blockers', 'late', 'skipped'] as const;

const checkCounts = (checks: RunChecks, group: RunGroup, run: Run): void => {
  const { summary, answers } = group;
  const key = keyIn(checks, group, '0');
  if (summary === undefined) {
    checks.report('Team', key, 'has no R row');
    return;
  }
  if (checks.all.recounts.has(runName(checks.orgId, group.meetingId, group.date))) return;
  const none = { blockers: new Map(), facts: new Map(), channelName: null, reader: null, now: 0 };
  const skips = new Map(group.skips.map(({ memberId, reason }) => [memberId, reason]));
  const right = daySummary(meetingReport({ run, answers, skips, ...none }));
  for (const figure of figures)
    if (right[figure] !== (summary[figure] ?? 0))
      checks.report('Team', key, `its R row has ${figure} ${summary[figure]}, but its answers have ${right[figure]}`);
  // A row of an earlier version has no measures, or measures without `goalOwners`.
  if (summary.measures == null) return;
  const { goalOwners, ...older } = computeRunMeasures(run, answers);
  const expected = summary.measures.goalOwners === undefined ? older : { ...older, goalOwners };
  if (!isDeepStrictEqual(summary.measures, expected))
    checks.report('Team', key, 'its R row has other times to answer or settled goals than its answers');
};

/**
 * Checks the choices of the members. The prompt of a snooze waits in the outbox until its instant, and after that it
 * has a delivery record, unless the run ended first.
 */
const checkChoices = (checks: RunChecks, group: RunGroup, run: Run | undefined): void => {
  const members = new Set(run?.members.map(({ memberId }) => memberId));
  for (const { memberId } of group.skips)
    if (!members.has(memberId))
      checks.report('Team', keyIn(checks, group, `k|${memberId}`), 'skips no run of the member');
  for (const { memberId, round, until } of group.snoozes) {
    const addFinding = (what: string): void => {
      checks.report('Team', keyIn(checks, group, `z|${memberId}`), what);
    };
    if (run === undefined || !members.has(memberId)) addFinding('snoozes no run of the member');
    else if (round > run.round) addFinding(`is of round ${round}, but the run is of round ${run.round}`);
    else if (round === run.round && run.state === 'OPEN' && !isPromptKept(checks, group, { memberId, round, until }))
      addFinding('has neither its prompt nor a delivery record');
  }
};

/** True if the prompt of the snooze waits in the outbox, or has its delivery record. */
const isPromptKept = (
  { all, orgId }: RunChecks,
  { meetingId, date, deliveries }: RunGroup,
  { memberId, round, until }: Pick<RunGroup['snoozes'][number], 'memberId' | 'round' | 'until'>,
): boolean =>
  all.messages.has(`${runName(orgId, meetingId, date)}|snoozedPrompt.${round}|${memberId}`) ||
  deliveries.some(({ who, kind, dueAt }) => who === memberId && kind === 'snoozedPrompt' && dueAt === until);

/**
 * True if these instants can come from a member who moved, before the run opened, to a zone where the day had already
 * begun (docs/product-rules.md, Runs and messages). The run must be scheduled and in its first round, and the opening
 * must be on the date of the run in that zone.
 */
const isOfMove = ({ source, round, date }: Run, { zone, opensAt }: Instants): boolean => {
  const at = msOf(opensAt);
  return (
    source === 'SCHEDULE' &&
    round === 1 &&
    dateExists(date, zone) &&
    instantOf(date, 0, zone) <= at &&
    at <= instantOf(date, lastMinute, zone)
  );
};

const checkInstants = (checks: RunChecks, group: RunGroup, run: Run): void => {
  const { instants, opensAt, closesAt } = run;
  const isRight =
    instants[0]?.opensAt === opensAt &&
    instants.every((set) => set.opensAt >= opensAt || isOfMove(run, set)) &&
    instants.every((set) => set.closesAt <= closesAt && set.opensAt < set.closesAt) &&
    instants.some((set) => set.closesAt === closesAt);
  if (!isRight) checks.report('Team', keyIn(checks, group, '0'), 'its instants do not span its opening and close');
};

/**
 * Returns the run with its answers as its report counts them: each answer that was given before the run opened is
 * turned into an answer to the run, or left out if the run cannot use it.
 */
const asTaken = (group: RunGroup): RunGroup => {
  const { run } = group;
  if (run === undefined) return group;
  const taken = (answer: StoredAnswer) => (answer.givenTo === null ? answer : answerAdoptedByRun(run, answer));
  return { ...group, answers: group.answers.flatMap((answer) => taken(answer) ?? []) };
};

export const checkRun = (checks: RunChecks, runGroup: RunGroup): void => {
  checkAnswers(checks, runGroup);
  const group = asTaken(runGroup);
  const { run, summary } = group;
  checkDeliveries(checks, group, run);
  checkChoices(checks, group, run);
  if (run === undefined) {
    if (summary !== undefined) checks.report('Team', keyIn(checks, group, '0'), 'has an R row but does not exist');
    return;
  }
  checkInstants(checks, group, run);
  checkCounts(checks, group, run);
  checkDue(checks, group, run);
  checkAsked(checks, group, run);
};
