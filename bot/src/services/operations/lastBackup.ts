import { msOf } from '../../domain/core/zonedTimeAndCalendarDates.ts';
import { outside } from '../../store/recordKindsAndAccess.ts';
import { backupState } from '../../store/kinds/operations/backupStateAndLastRestore.ts';
import type { Deps } from '../core/deps.ts';

/**
 * Returns the instant (epoch ms) at which the last backup was completed, for metrics and the readiness check; undefined
 * if there is none.
 */
export const lastBackupAt = async ({ store }: Pick<Deps, 'store'>): Promise<number | undefined> => {
  const finishedAt = (await outside(store).get(backupState, undefined))?.value.finishedAt ?? null;
  return finishedAt === null ? undefined : msOf(finishedAt);
};
