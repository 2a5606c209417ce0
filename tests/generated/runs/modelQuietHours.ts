import { addDays, dateAt, instantOf } from './zoneClocksAndDateArithmetic.ts';
import type { Hours, Part, Person, Run, State } from './modelState.ts';

// Computes the quiet hours by the product rules alone (docs/product-rules.md, Quiet hours).

const endFor = ({ from, to }: Hours, zone: string, ms: number): number | null => {
  const today = dateAt(ms, zone);
  const ends = [-2, -1, 0].flatMap((days) => {
    const date = addDays(today, days);
    const end = instantOf(from < to ? date : addDays(date, 1), to, zone);
    return instantOf(date, from, zone) <= ms && ms < end ? [end] : [];
  });
  return ends[0] ?? null;
};

/** Returns the end of the member's quiet hours that contain the instant `ms`; null if `ms` is outside quiet hours. */
export const quietEnd = (state: State, run: Run, { memberId }: Part, ms: number): number | null => {
  const person = state.people.get(memberId);
  if (person === undefined || person.quiet === null) return null;
  return endFor(person.quiet, person.zone ?? run.definition.timezone, ms);
};

const waitingParts = (state: State, memberId: string): { run: Run; part: Part }[] =>
  [...state.reports.values()]
    .flatMap((report) => [...report.runs.values()])
    .flatMap((run) => run.parts.map((part) => ({ run, part })))
    .filter(({ part }) => part.memberId === memberId && part.waits !== null);

/**
 * Moves the waiting prompts of a person whose quiet hours or zone have changed, as the product does within five
 * minutes.
 */
export const followQuietChange = (state: State, person: Person, now: number): void => {
  for (const { run, part } of waitingParts(state, person.id)) {
    const { waits } = part;
    if (waits === null) continue;
    const end = quietEnd(state, run, part, now);
    // The rules do not define when exactly the prompt is sent after the change, and the reminders depend on that
    // instant.
    run.isLoose = true;
    part.waits = { ...waits, at: end ?? now, isWoken: waits.isWoken || end === null };
  }
};

/**
 * Excludes the runs in which a prompt of the member waits from the comparison. The rules do not define how soon the
 * product applies a change of the member to a waiting prompt.
 */
export const doubtWaiting = (state: State, memberId: string, why: string): void => {
  for (const { run } of waitingParts(state, memberId)) run.unsure ??= why;
};
