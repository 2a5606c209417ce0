import { isoTime, minute } from './zoneClocksAndDateArithmetic.ts';
import { disturbancesOf, during, latest } from './toleratedDelayPeriods.ts';
import type { Disturbance } from './toleratedDelayPeriods.ts';
import { expected } from './runModel.ts';
import { play } from './playRunsOnProduct.ts';
import type { Played } from './playRunsOnProduct.ts';
import { wrongAnswers, wrongReports } from './judgeReportsAndAnswers.ts';
import type { Scenario } from './runScenarioFormat.ts';
import { upAt } from './modelState.ts';
import type { Owed, State } from './modelState.ts';

// Compares the messages of the product with those that the model expects.

/** The faults of a scenario (`wrong`), one line each, and the number of compared messages and reports. */
export interface Verdict {
  readonly wrong: readonly string[];
  readonly messages: number;
  readonly reports: number;
}

const messageKinds: ReadonlySet<string> = new Set([
  'prompt',
  'prompt-again',
  'broadcast',
  'reminder1',
  'reminder2',
  'summary',
]);
/** Maximum number of times that one message is sent in one round (opening) of a run, whatever fails. */
const mostSends = 3;
/**
 * Milliseconds after the due instant within which a message must be sent: one poll, plus the delay that a tenant's rate
 * limit may cause.
 */
const promptly = 90_000;
/** Milliseconds that a message may wait in the outbox: one heartbeat. */
const inOutbox = 5_000;

interface Sent {
  readonly kind: string;
  readonly at: number;
  readonly meetingId: string;
  readonly date: string;
  readonly memberId: string | null;
  isMatched: boolean;
}

const nameOf = ({
  kind,
  meetingId,
  date,
  memberId,
}: Pick<Owed, 'meetingId' | 'date' | 'memberId'> & { kind: string }): string =>
  `${kind} of ${meetingId} ${date}${memberId === null ? '' : ` to ${memberId}`}`;

const sentOf = (played: Played): Sent[] =>
  played.lines
    .filter((line) => messageKinds.has(line.kind))
    .map(({ kind, at, meetingId, date, memberId = null }) => ({
      ...{ kind, at: Date.parse(at), meetingId, date, memberId, isMatched: false },
    }));

/** Groups messages by kind, run and recipient. */
const grouped = <One extends Parameters<typeof nameOf>[0]>(items: readonly One[]): Map<string, One[]> => {
  const groups = new Map<string, One[]>();
  for (const message of items) {
    const name = nameOf(message);
    const group = groups.get(name);
    if (group === undefined) groups.set(name, [message]);
    else group.push(message);
  }
  return groups;
};

/**
 * True if a person acted or the server stopped in the period from one minute before the due instant of the message to
 * `until`. The message may then have become unnecessary.
 */
const isTouched = (scenario: Scenario, owed: Owed, until: number): boolean => {
  const between = (at: string): boolean => Date.parse(at) >= owed.at - minute && Date.parse(at) <= until;
  return (
    (scenario.events ?? []).some((event) => between(event.at)) ||
    (scenario.answers ?? []).some((answer) => between(answer.at)) ||
    (scenario.downtime ?? []).some((span) => between(span.from))
  );
};

/**
 * True if `owed` is a reminder whose member was due to get the prompt of the run during a fault. The instant of such a
 * reminder depends on when the prompt was sent.
 */
const followsDisturbed = (owed: Owed, oweds: readonly Owed[], spans: readonly Disturbance[]): boolean =>
  owed.kind.startsWith('reminder') &&
  oweds.some(
    (item) =>
      item.kind === 'prompt' &&
      item.meetingId === owed.meetingId &&
      item.date === owed.date &&
      item.memberId === owed.memberId &&
      during(spans, item.at).length > 0,
  );

const match = (scenario: Scenario, state: State, spans: readonly Disturbance[], sent: readonly Sent[]): string[] => {
  const wrong: string[] = [];
  const groups = grouped(sent);
  for (const owed of [...state.owed].sort((a, b) => a.at - b.at)) {
    const until = latest(spans, owed.at);
    // A message that is in the outbox when the server stops is sent when the server is back.
    const back = upAt(scenario, owed.at + inOutbox) - inOutbox;
    const limit = Math.max(owed.at, Math.min(Math.max(until, back), owed.notAfter)) + promptly + (owed.slack ?? 0);
    const result = (groups.get(nameOf(owed)) ?? []).find(
      (item) => !item.isMatched && item.at >= owed.at - 1_000 && item.at <= limit,
    );
    if (result !== undefined) {
      result.isMatched = true;
      continue;
    }
    const isCalm = until === owed.at && !followsDisturbed(owed, state.owed, spans);
    const isActedOn = owed.slack !== undefined && isTouched(scenario, { ...owed, at: owed.at + minute + 1 }, limit);
    const isEnding = limit > Date.parse(scenario.end);
    // The server was back only after the message had expired.
    const isExpired = back > owed.notAfter;
    const mayFail = !isCalm && (until >= owed.notAfter || isTouched(scenario, owed, limit) || owed.kind !== 'prompt');
    if (owed.isMust && !mayFail && !isActedOn && !isExpired && !isEnding)
      wrong.push(`owed and not sent: ${nameOf(owed)} at ${isoTime(owed.at)}`);
  }
  return wrong;
};

const isUnsure = (state: State, { meetingId, date }: Pick<Sent, 'meetingId' | 'date'>): boolean =>
  state.reports.get(meetingId)?.runs.get(date)?.unsure != null;

const isLoose = (state: State, { meetingId, date }: Pick<Sent, 'meetingId' | 'date'>): boolean =>
  state.reports.get(meetingId)?.runs.get(date)?.isLoose === true;

/**
 * Returns the messages that the model does not expect, one line each. A message may be repeated only during a fault,
 * and sent at most three times in each round (opening) of its run.
 */
const extra = (state: State, spans: readonly Disturbance[], sent: readonly Sent[]): string[] => {
  const wrong: string[] = [];
  for (const [name, group] of grouped(sent)) {
    const [first] = group;
    if (first === undefined) continue;
    const rounds = state.reports.get(first.meetingId)?.runs.get(first.date)?.round ?? 1;
    if (group.length > mostSends * rounds) wrong.push(`sent ${group.length} times: ${name}`);
    if (isUnsure(state, first) || (first.kind.startsWith('reminder') && isLoose(state, first))) continue;
    const isSentBefore = (at: number): boolean => group.some((item) => item.isMatched && item.at <= at);
    const mayRepeat = (at: number): boolean => isSentBefore(at) && during(spans, at).some((span) => span.mayRepeat);
    const others = group.filter((item) => !item.isMatched && !mayRepeat(item.at));
    const again = others.filter((item) => isSentBefore(item.at));
    for (const message of others.filter((other) => !again.includes(other)).slice(0, 2))
      wrong.push(`sent and not owed: ${name} at ${isoTime(message.at)}`);
    if (again[0] !== undefined) wrong.push(`sent again ${again.length} times: ${name} at ${isoTime(again[0].at)}`);
  }
  return wrong;
};

const wrongMissed = (scenario: Scenario, state: State, spans: readonly Disturbance[], played: Played): string[] => {
  const lines = played.lines.filter((line) => line.kind === 'missed').map((line) => ({ line, isMatched: false }));
  const wrong: string[] = [];
  for (const missed of state.missed) {
    const until = latest(spans, missed.at) + promptly;
    const result = lines.find(
      ({ line, isMatched }) =>
        !isMatched &&
        line.meetingId === missed.meetingId &&
        line.date === missed.date &&
        (line.memberId ?? null) === missed.memberId,
    );
    if (result !== undefined) result.isMatched = true;
    else if (until < Date.parse(scenario.end) && during(spans, missed.at).length === 0)
      wrong.push(`missed and not recorded: ${nameOf({ kind: missed.why, ...missed })} at ${isoTime(missed.at)}`);
  }
  for (const { line, isMatched } of lines) {
    if (isMatched || isUnsure(state, line) || during(spans, Date.parse(line.at)).length > 0) continue;
    wrong.push(
      `recorded as missed and not so: ${nameOf({ ...line, memberId: line.memberId ?? null })} ${line.reason ?? ''} at ${line.at}`,
    );
  }
  return wrong;
};

const wrongNotes = (scenario: Scenario, { notes }: Played): string[] => {
  const isCalm = [
    scenario.storms,
    scenario.lostReplies,
    scenario.kills,
    scenario.refusedMarks,
    scenario.twoInstances,
  ].every((list = []) => list.length === 0);
  return isCalm
    ? notes.filter((note) => !/^The (?:answer|event) /.test(note)).map((note) => `the engine failed: ${note}`)
    : [];
};

export const judge = (scenario: Scenario, played: Played): Verdict => {
  const state = expected(scenario);
  const spans = disturbancesOf(scenario, state.owed);
  const sent = sentOf(played);
  const wrong = [
    ...match(scenario, state, spans, sent),
    ...extra(state, spans, sent),
    ...wrongMissed(scenario, state, spans, played),
    ...wrongAnswers(scenario, state, played),
    ...wrongReports(scenario, state, spans, played),
    ...wrongNotes(scenario, played),
  ];
  return {
    wrong: [...new Set(wrong)],
    messages: Math.max(sent.length, state.owed.length),
    reports: played.reports.length,
  };
};

export const playAndJudge = async (scenario: Scenario): Promise<Verdict> => judge(scenario, await play(scenario));
