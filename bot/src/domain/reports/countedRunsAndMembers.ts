import type { PersonRun } from '#contracts/reports/personReport.ts';

// Rules for the runs and members that figures count. The trends and the report about a person share them, so that both
// show the same numbers.

/**
 * True for a run that is open or completed. No answer is owed in a missed, cancelled or planned run, so its answers
 * stay readable but are not counted.
 */
export const isCountedRun = (state: PersonRun['run']): boolean => state === 'OPEN' || state === 'COMPLETED';

const answered: ReadonlySet<PersonRun['state']> = new Set(['BLOCKED', 'GOAL_ACHIEVED', 'ANSWERED']);

export const isAnswered = ({ state }: Pick<PersonRun, 'state'>): boolean => answered.has(state);

/**
 * True if the run counts as having asked the member: the member answered, or the close that applies to the member
 * passed without an answer.
 */
export const isCountedAsAsked = (run: Pick<PersonRun, 'run' | 'state'>): boolean =>
  isCountedRun(run.run) && (isAnswered(run) || run.state === 'MISSING');

/** True if the run counts as skipped by the member. Such a run counts neither as asked nor as missing. */
export const isCountedAsSkipped = (run: Pick<PersonRun, 'run' | 'state'>): boolean =>
  isCountedRun(run.run) && run.state === 'SKIPPED';
