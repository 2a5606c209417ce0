import type { PersonRun } from '#contracts/reports/personReport.ts';

// The runs and members that figures count. The trends of a report and the report by person use the same rules, so that both show
// the same numbers.

/**
 * True for a run that takes place or took place. A missed or cancelled run owes no answer, and a planned one not yet, so their
 * answers stay readable and count in no figure.
 */
export const isCountedRun = (state: PersonRun['run']): boolean => state === 'OPEN' || state === 'COMPLETED';

const answered: ReadonlySet<PersonRun['state']> = new Set(['BLOCKED', 'GOAL_ACHIEVED', 'ANSWERED']);

export const isAnswered = ({ state }: Pick<PersonRun, 'state'>): boolean => answered.has(state);

/** True if a run counts as one that asked the member: the member answered, or the member's own close passed without an answer. */
export const isCountedAsAsked = (run: Pick<PersonRun, 'run' | 'state'>): boolean =>
  isCountedRun(run.run) && (isAnswered(run) || run.state === 'MISSING');
