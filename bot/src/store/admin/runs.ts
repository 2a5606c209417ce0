import type { Answer } from '#contracts/meetings/answer.ts';
import type { MemberId, OrgId } from '#contracts/core/ids.ts';
import type { Instants, Occurrence } from '#contracts/meetings/occurrence.ts';
import { adoptedBy } from '../../domain/answers/ahead.ts';
import { daySummary, meetingReport } from '../../domain/reports/dailyReport.ts';
import { isAsked } from '../../domain/runs/owing.ts';
import { dateExists, instantOf, msOf } from '../../domain/core/time.ts';
import { isMember, storedKind, storedRecipient } from '../kinds/messageKinds.ts';
import type { Key } from '../port.ts';
import type { Report } from './finding.ts';
import { ledgerName, runName } from './gathered.ts';
import type { Gathered } from './gathered.ts';
import type { RunGroup, StoredAnswer } from './teamRows.ts';

// Checks that the rows of one run fit together. Work that still waits in Due and Outbox counts as done.

export interface RunChecks {
  readonly all: Gathered;
  readonly report: Report;
  readonly pk: string;
  readonly orgId: OrgId;
  /** `ledger name|meeting` of every answer seen → the last instant one was given at. */
  readonly events: Map<string, string>;
}

const keyIn = ({ pk }: RunChecks, { meetingId, date }: RunGroup, rest: string): Key => ({
  pk,
  rk: `D|${date}|${meetingId}|${rest}`,
});

const lastMinute = 24 * 60 - 1;

/** Several sets of instants are each meant for their zone. */
const zoneOf = (occurrence: Occurrence, set: Instants): string => (occurrence.instants.length === 1 ? '' : set.zone);

const checkDue = (checks: RunChecks, group: RunGroup, occurrence: Occurrence): void => {
  if (occurrence.state !== 'OPEN') return;
  const { due } = checks.all;
  const name = runName(checks.orgId, group.meetingId, group.date);
  if (due.has(`${name}|open`)) return;
  for (const set of occurrence.instants.filter((instant) => instant.closesAt === occurrence.closesAt))
    if (!due.has(`${name}|close|${set.closesAt}|${zoneOf(occurrence, set)}`))
      checks.report('Team', keyIn(checks, group, '0'), 'is open and has neither its close row nor its opening row');
};

/** Each member must be asked, skipped with a reason, answered, or still waiting to be asked. */
const isAccountedFor = (checks: RunChecks, group: RunGroup, occurrence: Occurrence, memberId: MemberId): boolean => {
  const { due, messages } = checks.all;
  const name = runName(checks.orgId, group.meetingId, group.date);
  const { round } = occurrence;
  if (group.answers.some((answer) => answer.memberId === memberId)) return true;
  if (
    group.deliveries.some(
      (delivery) => delivery.who === memberId && delivery.kind === 'prompt' && delivery.round === round,
    )
  )
    return true;
  if (messages.has(`${name}|prompt.${round}|${memberId}`) || due.has(`${name}|open`)) return true;
  const zone = occurrence.members.find((member) => member.memberId === memberId)?.zone;
  const set = occurrence.instants.find((instant) => instant.zone === zone);
  return set !== undefined && due.has(`${name}|prompt|${set.opensAt}|${zoneOf(occurrence, set)}`);
};

const checkAsked = (checks: RunChecks, group: RunGroup, occurrence: Occurrence): void => {
  if (occurrence.state !== 'OPEN' && occurrence.state !== 'COMPLETED') return;
  for (const member of occurrence.members.filter(isAsked))
    if (!isAccountedFor(checks, group, occurrence, member.memberId))
      checks.report('Team', keyIn(checks, group, '0'), `nobody asked ${member.memberId}, and nothing says why`);
};

/** Erasing a person removes the address of each message they received: the delivery stays and is counted. */
const isErased = ({ all }: RunChecks, { who, conversationId, activityId }: RunGroup['deliveries'][number]): boolean =>
  conversationId === null && activityId === null && !who.startsWith('!') && !all.memberOrgs.has(who as MemberId);

const checkDeliveries = (checks: RunChecks, group: RunGroup, occurrence: Occurrence | undefined): void => {
  const places = new Set<string>();
  const snapshot = new Set<string>(occurrence?.members.map((member) => member.memberId));
  for (const one of group.deliveries) {
    const key = keyIn(checks, group, `s|${storedRecipient(one.who)}|${storedKind(one.kind)}`);
    const say = (what: string): void => {
      checks.report('Team', key, what);
    };
    if (occurrence === undefined) say('belongs to no run');
    else {
      if (one.round > occurrence.round) say(`is of round ${one.round}, the run of round ${occurrence.round}`);
      if (isMember(one.who) && !snapshot.has(one.who)) say('went to somebody the run does not ask');
    }
    if (one.state !== 'SENT' || one.kind === 'summaryEmail' || one.kind === 'fallbackEmail' || isErased(checks, one))
      continue;
    if (one.activityId === null) say('is sent and names no message');
    const place = `${one.conversationId ?? ''} ${one.activityId ?? ''}`;
    if (places.has(place)) say('names the same message as another delivery of this run');
    places.add(place);
    if (one.kind === 'prompt') checkAskedLedger(checks, group, one.who as MemberId, one);
  }
};

const checkAskedLedger = (
  checks: RunChecks,
  group: RunGroup,
  memberId: MemberId,
  { at, round }: { readonly at: Answer['answeredAt']; readonly round: number },
): void => {
  const { all, orgId } = checks;
  if (all.asked.has(ledgerName(orgId, at, memberId))) return;
  // The row of the message goes last, so while it is there the ledger is still to be written.
  if (all.messages.has(`${runName(orgId, group.meetingId, group.date)}|prompt.${round}|${memberId}`)) return;
  checks.report(
    'Team',
    keyIn(checks, group, `s|${memberId}|prompt`),
    'is sent, and the month does not count them as asked',
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
      checks.report('Team', key, 'has no ledger row, nor one to come');
    if (group.occurrence === undefined && !isAhead) checks.report('Team', key, 'belongs to no run');
  }
};

const figures = ['state', 'asked', 'answered', 'goals', 'blockers', 'late'] as const;

const checkCounts = (checks: RunChecks, group: RunGroup, occurrence: Occurrence): void => {
  const { summary, answers } = group;
  const key = keyIn(checks, group, '0');
  if (summary === undefined) {
    checks.report('Team', key, 'has no R row');
    return;
  }
  if (checks.all.recounts.has(runName(checks.orgId, group.meetingId, group.date))) return;
  const none = { blockers: new Map(), facts: new Map(), channelName: null, reader: null, now: 0 };
  const right = daySummary(meetingReport({ occurrence, answers, ...none }));
  for (const figure of figures)
    if (right[figure] !== summary[figure])
      checks.report('Team', key, `its R row says ${figure} ${summary[figure]}, its answers ${right[figure]}`);
};

/**
 * A member who moves before the opening, to a zone where the day has already begun, brings instants before the run's opening
 * (docs/product-rules.md, Runs and messages). They are valid for a scheduled run of round 1 and on its own date.
 */
const isOfMove = ({ source, round, date }: Occurrence, { zone, opensAt }: Instants): boolean => {
  const at = msOf(opensAt);
  return (
    source === 'SCHEDULE' &&
    round === 1 &&
    dateExists(date, zone) &&
    instantOf(date, 0, zone) <= at &&
    at <= instantOf(date, lastMinute, zone)
  );
};

const checkInstants = (checks: RunChecks, group: RunGroup, occurrence: Occurrence): void => {
  const { instants, opensAt, closesAt } = occurrence;
  const isRight =
    instants[0]?.opensAt === opensAt &&
    instants.every((set) => set.opensAt >= opensAt || isOfMove(occurrence, set)) &&
    instants.every((set) => set.closesAt <= closesAt && set.opensAt < set.closesAt) &&
    instants.some((set) => set.closesAt === closesAt);
  if (!isRight) checks.report('Team', keyIn(checks, group, '0'), 'its instants do not span its opening and close');
};

/** Answers given ahead count as the run takes them. */
const asTaken = (group: RunGroup): RunGroup => {
  const { occurrence } = group;
  if (occurrence === undefined) return group;
  const taken = (answer: StoredAnswer) => (answer.givenTo === null ? answer : adoptedBy(occurrence, answer));
  return { ...group, answers: group.answers.flatMap((answer) => taken(answer) ?? []) };
};

export const checkRun = (checks: RunChecks, given: RunGroup): void => {
  checkAnswers(checks, given);
  const group = asTaken(given);
  const { occurrence, summary } = group;
  checkDeliveries(checks, group, occurrence);
  if (occurrence === undefined) {
    if (summary !== undefined) checks.report('Team', keyIn(checks, group, '0'), 'has an R row and is not there');
    return;
  }
  checkInstants(checks, group, occurrence);
  checkCounts(checks, group, occurrence);
  checkDue(checks, group, occurrence);
  checkAsked(checks, group, occurrence);
};
