import { hour, instantOf, minute } from './zoneClocks.ts';
import { latestLate } from './rules.ts';
import type { Instants } from './rules.ts';
import { answersOf, closesOf, isGoneNow, owing, setOf, summaryDue, week } from './state.ts';
import type { Part, Report, Run, State } from './state.ts';

// Messages that a run owes at each of its instants, and messages that it skips.

export type DueKind = 'prompt' | 'first' | 'second' | 'close' | 'summary';

const owe = (
  state: State,
  run: Run,
  message: Pick<State['owed'][number], 'kind' | 'memberId' | 'at' | 'notAfter'> & { readonly isMust?: boolean },
): void => {
  const { meetingId, date } = run;
  state.owed.push({ meetingId, date, ...message, isMust: (message.isMust ?? true) && run.unsure === null });
};

const miss = (state: State, run: Run, missed: Pick<State['missed'][number], 'memberId' | 'at' | 'why'>): void => {
  if (run.unsure === null) state.missed.push({ meetingId: run.meetingId, date: run.date, ...missed });
};

const partsOf = (run: Run, set: Instants): Part[] => run.parts.filter((part) => setOf(run, part) === set);

/** A chat that blocked the bot is tried once a week. True = the message is sent. */
const reaches = (state: State, run: Run, part: Part, now: number): boolean => {
  const person = state.people.get(part.memberId);
  if (person === undefined) return false;
  const since = person.unreachableSince;
  if (since !== null && now - since < week) {
    miss(state, run, { memberId: part.memberId, at: now, why: 'UNREACHABLE' });
    return false;
  }
  if (!person.isRefusing) return true;
  person.unreachableSince = now;
  miss(state, run, { memberId: part.memberId, at: now, why: 'BLOCKED' });
  return false;
};

/** Prompts a member at the opening, unless the opening is too long ago. */
export const ask = (state: State, report: Report, run: Run, part: Part, now: number): void => {
  const set = setOf(run, part);
  if (part.away !== null || isGoneNow(state, report, part.memberId)) return;
  if (answersOf(report, run.date).has(part.memberId) || part.asked !== null) return;
  if (now - set.opens > latestLate || now >= set.closes) {
    part.isPassedOver = true;
    miss(state, run, { memberId: part.memberId, at: now, why: 'TOO_LATE' });
    return;
  }
  if (!reaches(state, run, part, now)) return;
  part.asked = now;
  const notAfter = Math.min(set.opens + latestLate, set.closes);
  owe(state, run, { kind: 'prompt', memberId: part.memberId, at: now, notAfter });
};

const askAll = (
  state: State,
  report: Report,
  run: Run,
  { set, now }: { readonly set: Instants; readonly now: number },
): void => {
  const name = `${set.zone} prompt`;
  if (run.done.has(name) || set.opens > now) return;
  run.done.add(name);
  for (const part of partsOf(run, set)) ask(state, report, run, part, now);
};

type Rule = 'SEND' | 'SKIP' | 'OPEN';

/**
 * Messages of one heartbeat are sent within seconds, so an instant this close to a limit may be on either side of it.
 */
const nearly = 10_000;

/** A reminder is skipped if it is due with its prompt, or within a quarter of the window after a late prompt. */
const reminderRule = (run: Run, part: Part, due: number, now: number): Rule => {
  // A vacation on this day that was saved after the opening stops all further messages.
  if (part.isAwaySince) return 'SKIP';
  // A member who was not prompted because of a delay still owes an answer, so the reminder is sent.
  if (part.asked === null) return 'SEND';
  if (now <= part.asked) return 'SKIP';
  const { opens, closes } = setOf(run, part);
  if (part.asked - opens <= minute) return 'SEND';
  const quarter = part.asked + (closes - opens) / 4;
  if (Math.abs(due - quarter) <= nearly) return 'OPEN';
  return due < quarter ? 'SKIP' : 'SEND';
};

const remind = (
  state: State,
  report: Report,
  run: Run,
  { set, kind, now }: { readonly set: Instants; readonly kind: 'first' | 'second'; readonly now: number },
): void => {
  const due = set[kind];
  if (due === null || now >= set.closes) return;
  // After a downtime both reminders may be due together; then only the second is sent.
  if (kind === 'first' && set.second !== null && set.second <= now) return;
  const owe_ = owing(state, report, run);
  for (const part of partsOf(run, set)) {
    const person = state.people.get(part.memberId);
    if (!owe_.includes(part) || person === undefined || person.isMuted) continue;
    if (person.isRefusing || (person.unreachableSince !== null && now - person.unreachableSince < week)) {
      if (person.isRefusing && person.unreachableSince === null) person.unreachableSince = now;
      continue;
    }
    const rule = reminderRule(run, part, due, now);
    if (rule === 'SKIP') continue;
    const name = kind === 'first' ? 'reminder1' : 'reminder2';
    const isMust = rule === 'SEND';
    owe(state, run, { kind: name, memberId: part.memberId, at: now, isMust, notAfter: set.closes });
  }
};

const freeze = (state: State, report: Report, run: Run): void => {
  for (const part of run.parts) part.isGone = isGoneNow(state, report, part.memberId);
};

const ownClose = (run: Run): number =>
  instantOf(run.date, run.definition.time, run.definition.timezone) + run.definition.windowMinutes * minute;

const summaryDueOf = (run: Run): number => summaryDue(run, ownClose(run));

/** The first summary is due once the run has content, at most a day after the last close. */
const summarise = (state: State, report: Report, run: Run, now: number): void => {
  if (run.isSummaryDone) return;
  run.isSummaryDone = true;
  if (!run.definition.hasSummary || now > closesOf(run) + 24 * hour) return;
  const wasAsked = run.parts.some((part) => part.away === null);
  if (!wasAsked) return;
  // The rules do not define the summary of a run without any remaining prompted member.
  const isMust = run.parts.some((part) => part.away === null && !isGoneNow(state, report, part.memberId));
  owe(state, run, { kind: 'summary', memberId: null, at: now, isMust, notAfter: closesOf(run) + 24 * hour });
};

/** A run completes when no member owes an answer, or at the last close. */
export const settle = (state: State, report: Report, run: Run, now: number): void => {
  if (run.state !== 'OPEN') return;
  const isDone = owing(state, report, run).length === 0;
  if (!isDone && now < closesOf(run)) return;
  // After a downtime until the end of the run, every member without a prompt counts as missed.
  for (const set of run.sets.values()) askAll(state, report, run, { set, now });
  run.reason = isDone ? 'ALL_ANSWERED' : 'WINDOW_OVER';
  run.state = 'COMPLETED';
  freeze(state, report, run);
  summarise(state, report, run, now);
};

export const cancel = (state: State, report: Report, run: Run, reason: string): void => {
  if (run.state !== 'OPEN') return;
  freeze(state, report, run);
  run.state = 'CANCELLED';
  run.reason = reason;
};

/** Effects of the opening of a run. */
export const announce = (state: State, run: Run, now: number): void => {
  owe(state, run, { kind: 'broadcast', memberId: null, at: now, notAfter: closesOf(run) });
};

export interface Due {
  readonly at: number;
  readonly run: Run;
  readonly report: Report;
  readonly set: Instants | null;
  readonly kind: DueKind;
}

/** Remaining work of an open run, with the instant of each step. */
export const duesOf = (report: Report, run: Run): Due[] => {
  if (run.state !== 'OPEN') return [];
  const ofSet = (set: Instants): Due[] => {
    const due = (kind: DueKind, at: number | null): Due[] =>
      at === null || run.done.has(`${set.zone} ${kind}`) ? [] : [{ at, run, report, set, kind }];
    return [
      ...due('prompt', set.opens),
      ...due('first', set.first),
      ...due('second', set.second),
      ...due('close', set.closes),
    ];
  };
  const summary: Due[] = run.isSummaryDone ? [] : [{ at: summaryDueOf(run), run, report, set: null, kind: 'summary' }];
  return [...[...run.sets.values()].flatMap(ofSet), ...summary];
};

export const doDue = (state: State, { run, report, set, kind }: Due, now: number): void => {
  if (set !== null && kind !== 'prompt') run.done.add(`${set.zone} ${kind}`);
  switch (kind) {
    case 'prompt':
      if (set !== null) askAll(state, report, run, { set, now });
      return;
    case 'first':
    case 'second':
      if (set !== null) remind(state, report, run, { set, kind, now });
      return;
    case 'close':
      settle(state, report, run, now);
      return;
    case 'summary':
      summarise(state, report, run, now);
  }
};
