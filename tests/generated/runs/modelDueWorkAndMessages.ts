import { hour, instantOf, minute } from './zoneClocksAndDateArithmetic.ts';
import { quietEnd } from './modelQuietHours.ts';
import { afterSnooze, latestLate } from './modelSchedule.ts';
import type { Instants } from './modelSchedule.ts';
import { answersOf, closesOf, isGoneNow, isPresent, owing, setOf, summaryDue, week } from './modelState.ts';
import type { Part, Report, Run, State } from './modelState.ts';

// Computes the messages that a run owes at each of its instants, and the messages that it skips.

export type DueKind = 'prompt' | 'again' | 'waiting' | 'first' | 'second' | 'close' | 'summary';

const owe = (
  state: State,
  run: Run,
  message: Pick<State['owed'][number], 'kind' | 'memberId' | 'at' | 'notAfter' | 'slack'> & {
    readonly isMust?: boolean;
  },
): void => {
  const { meetingId, date } = run;
  state.owed.push({ meetingId, date, ...message, isMust: (message.isMust ?? true) && run.unsure === null });
};

const miss = (state: State, run: Run, missed: Pick<State['missed'][number], 'memberId' | 'at' | 'why'>): void => {
  if (run.unsure === null) state.missed.push({ meetingId: run.meetingId, date: run.date, ...missed });
};

const partsOf = (run: Run, set: Instants): Part[] => run.parts.filter((part) => setOf(run, part) === set);

/**
 * True if the member's chat accepts messages. The product tries a chat that blocked the bot only once a week. A prompt
 * that fails is recorded as missed.
 */
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

/** Sends a member the prompt at the opening, unless the opening is too long ago. */
export const ask = (state: State, report: Report, run: Run, part: Part, now: number): void => {
  const set = setOf(run, part);
  if (part.away !== null || isGoneNow(state, report, part.memberId)) return;
  if (answersOf(report, run.date).has(part.memberId) || part.isSkipped || part.asked !== null) return;
  // A prompt that was snoozed before it was sent follows at the end of the snooze.
  if (part.snooze !== null) return;
  if (prompt(state, run, part, { kind: 'prompt', at: set.opens, now }) === 'TOO_LATE') part.isPassedOver = true;
};

/** Time in ms within which a waiting prompt follows a change of the member's quiet hours or zone. */
const noticed = 5 * minute;

interface Prompting {
  readonly kind: 'prompt' | 'prompt-again';
  readonly at: number;
  readonly now: number;
}

/**
 * Returns the instant at which a prompt is due, moved to the end of quiet hours, and the last instant at which it may
 * be sent.
 */
const promptTimes = (state: State, run: Run, part: Part, { at }: Prompting) => {
  const { closes, graceEnds } = setOf(run, part);
  const planned = part.waits?.at ?? at;
  const due = quietEnd(state, run, part, planned) ?? planned;
  const isAfterClose = due !== at && due >= closes;
  const last = Math.min(due + latestLate, isAfterClose ? graceEnds - 1 : closes);
  return { due, last, isOver: (now: number) => now > last || (!isAfterClose && now >= closes) };
};

/** Sends a prompt, or stores that it waits for the end of quiet hours. Returns TOO_LATE if it may no longer be sent. */
const prompt = (state: State, run: Run, part: Part, prompting: Prompting): 'TOO_LATE' | 'DONE' => {
  const { kind, at, now } = prompting;
  const { memberId } = part;
  const { due, last, isOver } = promptTimes(state, run, part, prompting);
  const isWoken = part.waits?.isWoken === true;
  const wasWaiting = part.waits !== null;
  part.waits = null;
  if (isOver(now)) {
    miss(state, run, { memberId, at: now, why: 'TOO_LATE' });
    return 'TOO_LATE';
  }
  const since = state.people.get(memberId)?.unreachableSince ?? null;
  const end = since !== null && now - since < week ? null : quietEnd(state, run, part, now);
  if (end !== null) {
    // The reminders depend on the moment at which the late prompt is recorded, which the rules do not define. So the
    // reminders of this run are optional.
    if (!wasWaiting && quietEnd(state, run, part, at) === null) run.isLoose = true;
    if (end < setOf(run, part).graceEnds) part.waits = { at: end, kind, isWoken: false };
    return 'DONE';
  }
  if (!reaches(state, run, part, now)) return 'DONE';
  part.asked = now;
  part.promptMoved = due === at ? null : Math.min(due, now);
  owe(state, run, { kind, memberId, at: now, notAfter: last, ...(isWoken ? { slack: noticed } : {}) });
  return 'DONE';
};

/** Sends the prompt that waited for the end of the member's quiet hours, unless the member no longer owes an answer. */
const askWaiting = (state: State, report: Report, run: Run, part: Part, now: number): void => {
  const { waits, snooze } = part;
  if (waits === null) return;
  const isOwing = part.away === null && !part.isSkipped && !isGoneNow(state, report, part.memberId);
  if (!isOwing || answersOf(report, run.date).has(part.memberId) || part.isAwaySince) {
    part.waits = null;
    return;
  }
  const at = waits.kind === 'prompt' ? setOf(run, part).opens : (snooze?.until ?? now);
  prompt(state, run, part, { kind: waits.kind, at, now });
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
 * Tolerance in ms. Messages of one heartbeat are sent within seconds, so an instant this close to a limit may be on
 * either side of the limit.
 */
const nearly = 10_000;

/**
 * Returns whether a reminder must be sent; OPEN = the rules do not decide. It is skipped if it is due with its prompt,
 * or within a quarter of the window after a late prompt.
 */
const reminderRule = (run: Run, part: Part, due: number, now: number): Rule => {
  const { snooze } = part;
  if (part.waits !== null) return 'SKIP';
  if (!part.isAwaySince && snooze !== null)
    return ruleAfterSnooze(part, { opens: part.promptMoved ?? snooze.until, due, now }, setOf(run, part));
  // A vacation on this day that was saved after the opening stops all further messages.
  if (part.isAwaySince) return 'SKIP';
  // A member who was not prompted because of a delay still owes an answer, so the reminder is sent.
  if (part.asked === null) return 'SEND';
  if (now <= part.asked) return 'SKIP';
  const { opens: planned, closes } = setOf(run, part);
  const opens = part.promptMoved ?? planned;
  if (part.asked - opens <= minute) return 'SEND';
  const quarter = part.asked + (closes - opens) / 4;
  if (Math.abs(due - quarter) <= nearly) return 'OPEN';
  return due < quarter ? 'SKIP' : 'SEND';
};

/** Applies the reminder rule after a snooze: the snoozed prompt takes the place of the first prompt. */
const ruleAfterSnooze = (
  { asked, snooze }: Part,
  { opens, due, now }: { readonly opens: number; readonly due: number; readonly now: number },
  { closes }: Instants,
): Rule => {
  if (snooze?.isDone !== true) return 'SKIP';
  if (asked === null || asked < opens) return 'SEND';
  if (now <= asked) return 'SKIP';
  if (asked - opens <= minute) return 'SEND';
  const quarter = asked + (closes - opens) / 4;
  if (Math.abs(due - quarter) <= nearly) return 'OPEN';
  return due < quarter ? 'SKIP' : 'SEND';
};

/** Prompts a member again at the end of the snooze. */
const askAgain = (
  state: State,
  report: Report,
  run: Run,
  { part, now }: { readonly part: Part; readonly now: number },
): void => {
  const { snooze } = part;
  if (snooze === null || snooze.isDone) return;
  snooze.isDone = true;
  if (!owing(state, report, run).includes(part) || part.isAwaySince) return;
  prompt(state, run, part, { kind: 'prompt-again', at: snooze.until, now });
};

/**
 * Returns the instant of a reminder, moved by a snooze and by quiet hours; null if quiet hours leave no time for it.
 */
const reminderAt = (state: State, run: Run, part: Part, kind: 'first' | 'second'): number | null => {
  const set = setOf(run, part);
  const { snooze } = part;
  let due = set[kind];
  if (due === null) return null;
  if (snooze !== null) due = afterSnooze(due, snooze.until, set.closes);
  const isPromptToCome = part.waits !== null || snooze?.isDone === false;
  const opens = snooze?.until ?? set.opens;
  const prompted = part.promptMoved ?? (isPromptToCome ? quietEnd(state, run, part, opens) : null);
  if (prompted !== null && prompted >= set.closes) return null;
  if (prompted !== null) due = afterSnooze(due, prompted, set.closes);
  const end = quietEnd(state, run, part, due);
  if (end === null) return due;
  return end < set.closes ? end : null;
};

const remind = (
  state: State,
  report: Report,
  run: Run,
  { set, kind, now }: { readonly set: Instants; readonly kind: 'first' | 'second'; readonly now: number },
): void => {
  const due = set[kind];
  if (due === null || now >= set.closes) return;
  for (const part of partsOf(run, set)) {
    const moved = reminderAt(state, run, part, kind);
    if (moved === null) continue;
    const person = state.people.get(part.memberId);
    const isSilent =
      person?.isMuted === true ||
      part.isAwaySince ||
      (person?.unreachableSince != null && now - person.unreachableSince < week);
    if (moved <= now) remindOne(state, report, run, { part, set, kind, now, due: moved });
    else if (!isSilent) part.moved.set(kind, moved);
  }
};

/** Sends a reminder to one member. `due` is its instant after snoozes and quiet hours. */
const remindOne = (
  state: State,
  report: Report,
  run: Run,
  {
    part,
    set,
    kind,
    now,
    due,
  }: {
    readonly part: Part;
    readonly set: Instants;
    readonly kind: 'first' | 'second';
    readonly now: number;
    readonly due: number;
  },
): void => {
  part.moved.delete(kind);
  if (now >= set.closes) return;
  const second = reminderAt(state, run, part, 'second');
  // After a downtime both reminders may be due together; then only the second is sent.
  if (kind === 'first' && second !== null && second <= now) return;
  const person = state.people.get(part.memberId);
  if (!owing(state, report, run).includes(part) || person === undefined || person.isMuted) return;
  if (person.isRefusing || (person.unreachableSince !== null && now - person.unreachableSince < week)) {
    if (person.isRefusing && person.unreachableSince === null) person.unreachableSince = now;
    return;
  }
  const rule = reminderRule(run, part, due, now);
  if (rule === 'SKIP') return;
  const name = kind === 'first' ? 'reminder1' : 'reminder2';
  const end = quietEnd(state, run, part, now);
  if (end !== null) {
    if (end < set.closes) part.moved.set(kind, end);
    return;
  }
  const isMust = rule === 'SEND' && !run.isLoose;
  owe(state, run, { kind: name, memberId: part.memberId, at: now, isMust, notAfter: set.closes });
};

const freeze = (state: State, report: Report, run: Run): void => {
  for (const part of run.parts) part.isGone = isGoneNow(state, report, part.memberId);
};

const ownClose = (run: Run): number =>
  instantOf(run.date, run.definition.time, run.definition.timezone) + run.definition.windowMinutes * minute;

const summaryDueOf = (run: Run): number => summaryDue(run, ownClose(run));

/**
 * True if an observer gets the summary: the person is in the team, and the chat accepts messages. The product tries a
 * chat that blocked the bot only once a week.
 */
const reachesObserver = (state: State, memberId: string, now: number): boolean => {
  const person = state.people.get(memberId);
  if (!isPresent(person)) return false;
  const since = person.unreachableSince;
  if (since !== null && now - since < week) return false;
  if (person.isRefusing) person.unreachableSince = now;
  return !person.isRefusing;
};

/**
 * Marks the summaries to an observer that were due in the last few seconds as optional. The person has just left,
 * stopped observing or blocked the bot, and a summary that is still on its way is then not sent.
 */
export const mayMissSummary = (state: State, memberId: string, now: number): void => {
  for (const [index, message] of state.owed.entries())
    if (message.kind === 'summary' && message.memberId === memberId && now - message.at <= nearly)
      state.owed[index] = { ...message, isMust: false };
};

/** Adds the first summary of a run to the owed messages. It is sent at most a day after the last close. */
const summarise = (state: State, report: Report, run: Run, now: number): void => {
  if (run.isSummaryDone) return;
  run.isSummaryDone = true;
  const notAfter = closesOf(run) + 24 * hour;
  if (now > notAfter) return;
  const wasAsked = run.parts.some((part) => part.away === null);
  if (!wasAsked) return;
  // The rules do not define the summary of a run without any remaining prompted member, so this summary is optional.
  const isMust = run.parts.some((part) => part.away === null && !isGoneNow(state, report, part.memberId));
  if (run.definition.hasSummary) owe(state, run, { kind: 'summary', memberId: null, at: now, isMust, notAfter });
  if (report.isDeleted) return;
  for (const memberId of report.definition.observers)
    if (reachesObserver(state, memberId, now))
      owe(state, run, { kind: 'summary', memberId, at: now, isMust, notAfter });
};

/** Completes a run when no member owes an answer, or at the last close. */
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

/** Adds the announcement of a run that opens to the owed messages. */
export const announce = (state: State, run: Run, now: number): void => {
  owe(state, run, { kind: 'broadcast', memberId: null, at: now, notAfter: closesOf(run) });
};

export interface Due {
  readonly at: number;
  readonly run: Run;
  readonly report: Report;
  readonly set: Instants | null;
  /** The member, if only this member's message is due; left out = the work is due for all members of `set`. */
  readonly part?: Part;
  readonly kind: DueKind;
}

/** Returns the remaining work of an open run, with the instant of each step. */
export const duesOf = (report: Report, run: Run): Due[] => {
  const waiting = run.parts.flatMap((part): Due[] =>
    part.waits === null ? [] : [{ at: part.waits.at, run, report, set: setOf(run, part), part, kind: 'waiting' }],
  );
  if (run.state === 'COMPLETED' && run.reason === 'WINDOW_OVER')
    return report.isEnabled && !report.isDeleted ? waiting : [];
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
  const own = run.parts.flatMap((part): Due[] => {
    const set = setOf(run, part);
    const { snooze } = part;
    const again: Due[] =
      snooze === null || snooze.isDone ? [] : [{ at: snooze.until, run, report, set, part, kind: 'again' }];
    // Each moved reminder has an instant of its own, which a later snooze can move once more.
    return [...again, ...[...part.moved].map(([kind, at]): Due => ({ at, run, report, set, part, kind }))];
  });
  return [...[...run.sets.values()].flatMap(ofSet), ...waiting, ...own, ...summary];
};

const doOwn = (
  state: State,
  { run, report, set, kind }: Due,
  { part, now }: { readonly part: Part; readonly now: number },
): void => {
  if (kind === 'again') askAgain(state, report, run, { part, now });
  if (kind === 'waiting') askWaiting(state, report, run, part, now);
  if (set === null || (kind !== 'first' && kind !== 'second')) return;
  const due = reminderAt(state, run, part, kind);
  if (due === null) part.moved.delete(kind);
  else if (due > now) part.moved.set(kind, due);
  else remindOne(state, report, run, { part, set, kind, now, due });
};

export const doDue = (state: State, item: Due, now: number): void => {
  const { run, report, set, kind, part } = item;
  if (part !== undefined) {
    doOwn(state, item, { part, now });
    return;
  }
  if (set !== null && kind !== 'prompt') run.done.add(`${set.zone} ${kind}`);
  switch (kind) {
    case 'prompt':
      if (set !== null) askAll(state, report, run, { set, now });
      return;
    case 'first':
    case 'second':
      if (set !== null) remind(state, report, run, { set, kind, now });
      return;
    case 'again':
    case 'waiting':
      return;
    case 'close':
      settle(state, report, run, now);
      return;
    case 'summary':
      summarise(state, report, run, now);
  }
};
