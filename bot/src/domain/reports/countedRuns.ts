import type { PersonRun } from '#contracts/reports/personReport.ts';

// Rules for the runs and members that figures count. The trends of a report and the report by person share these rules, so that
// both show the same numbers.

/**
 * True for a run that is open or completed. In a missed, cancelled or planned run no answer is owed, so its answers stay readable
 * but no figure counts them.
 */
export const isCountedRun = (state: PersonRun['run']): boolean => state === 'OPEN' || state === 'COMPLETED';

const answered: ReadonlySet<PersonRun['state']> = new Set(['BLOCKED', 'GOAL_ACHIEVED', 'ANSWERED']);

export const isAnswered = ({ state }: Pick<PersonRun, 'state'>): boolean => answered.has(state);

/** True if a run counts as having asked the member: the member answered, or the member's own close passed without an answer. */
export const isCountedAsAsked = (run: Pick<PersonRun, 'run' | 'state'>): boolean =>
  isCountedRun(run.run) && (isAnswered(run) || run.state === 'MISSING');

/** True if a run counts as skipped by the member. Such a run counts neither as asked nor as missing. */
export const isCountedAsSkipped = (run: Pick<PersonRun, 'run' | 'state'>): boolean =>
  isCountedRun(run.run) && run.state === 'SKIPPED';
