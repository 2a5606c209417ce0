import { dateAt, hour, instantOf, minute } from './zoneClocksAndDateArithmetic.ts';
import { settle } from './modelDueWorkAndMessages.ts';
import { quietEnd } from './modelQuietHours.ts';
import type { ScenarioEvent } from './runScenarioFormat.ts';
import { answersOf, isPresent, isStillNamed, setOf } from './modelState.ts';
import type { Part, Report, Run, State } from './modelState.ts';

// Applies skips and snoozes to the model's state, by the product rules alone.

export type ChoiceEvent = Extract<ScenarioEvent, { do: 'skip' | 'snooze' }>;

/**
 * Returns the run that the member may still skip or snooze; undefined if the product rejects the choice or the rules do
 * not decide.
 */
const owedRun = (
  state: State,
  { meetingId, memberId, date }: ChoiceEvent,
  now: number,
): { readonly report: Report; readonly run: Run; readonly part: Part } | undefined => {
  const report = state.reports.get(meetingId);
  const run = report?.runs.get(date);
  const part = run?.parts.find((item) => item.memberId === memberId);
  if (report === undefined || run === undefined || part === undefined) return undefined;
  if (run.state === 'MISSED' || run.state === 'CANCELLED' || part.away !== null) return undefined;
  const set = setOf(run, part);
  if (now >= set.closes || (run.sets.size > 1 && set.opens - now > 24 * hour)) return undefined;
  if (!isPresent(state.people.get(memberId))) return undefined;
  if (!isStillNamed(report.definition, memberId)) {
    run.unsure ??= 'a choice of somebody who was taken off';
    return undefined;
  }
  return answersOf(report, date).has(memberId) ? undefined : { report, run, part };
};

const snoozeEnd = (length: string, now: number, zone: string): number => {
  const minuteNow = Math.floor(now / minute) * minute;
  if (length === 'HALF_HOUR') return minuteNow + 30 * minute;
  return length === 'HOUR' ? minuteNow + hour : instantOf(dateAt(now, zone), 13 * 60, zone);
};

export const choose = (state: State, event: ChoiceEvent, now: number): void => {
  const owed = owedRun(state, event, now);
  if (owed === undefined) return;
  const { report, run, part } = owed;
  if (event.do === 'skip') {
    part.isSkipped = true;
    settle(state, report, run, now);
    return;
  }
  const set = setOf(run, part);
  if (part.isSkipped || now < set.opens) return;
  const planned = snoozeEnd(event.length, now, state.people.get(part.memberId)?.zone ?? set.zone);
  const until = quietEnd(state, run, part, planned) ?? planned;
  if (planned <= now || until >= set.closes) return;
  const { snooze } = part;
  const isSame =
    snooze !== null && snooze.length === event.length && snooze.until > now && now - snooze.at < 2 * minute;
  if (isSame) return;
  part.snooze = { length: event.length, at: now, until, isDone: false };
  part.waits = null;
  part.promptMoved = null;
};
