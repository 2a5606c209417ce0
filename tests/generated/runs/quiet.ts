import { addDays, dateAt, instantOf } from './zoneClocks.ts';
import type { Part, Person, Run, State } from './state.ts';

// Quiet hours, by the rules of the product alone (docs/product-rules.md, Quiet hours).

export interface Hours {
  readonly from: number;
  readonly to: number;
}

const endFor = ({ from, to }: Hours, zone: string, ms: number): number | null => {
  const today = dateAt(ms, zone);
  const ends = [-2, -1, 0].flatMap((days) => {
    const date = addDays(today, days);
    const end = instantOf(from < to ? date : addDays(date, 1), to, zone);
    return instantOf(date, from, zone) <= ms && ms < end ? [end] : [];
  });
  return ends[0] ?? null;
};

/** The end of the quiet hours of a member around an instant; null outside them. */
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

/** Prompts that wait follow new quiet hours or another zone within five minutes. */
export const followQuietChange = (state: State, person: Person, now: number): void => {
  for (const { run, part } of waitingParts(state, person.id)) {
    const { waits } = part;
    if (waits === null) continue;
    const end = quietEnd(state, run, part, now);
    // The exact instant of the prompt decides about its reminders.
    run.isLoose = true;
    part.waits = { ...waits, at: end ?? now, isWoken: waits.isWoken || end === null };
  }
};

/** The rules do not define how soon a waiting prompt notices a state that ends again. */
export const doubtWaiting = (state: State, memberId: string, why: string): void => {
  for (const { run } of waitingParts(state, memberId)) run.unsure ??= why;
};
