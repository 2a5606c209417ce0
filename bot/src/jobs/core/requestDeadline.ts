import type { JobDeps } from './jobDepsAndSettings.ts';

/**
 * Returns the timeout of a request in milliseconds: a quarter of the lease, so that the request ends before the lease
 * lapses.
 */
export const deadlineOf = ({ settings }: Pick<JobDeps, 'settings'>): number => Math.floor(settings.rowLeaseMs / 4);
