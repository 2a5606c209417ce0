import { msOf } from '../../domain/core/zonedTime.ts';
import { outside } from '../../store/records.ts';
import { backupState } from '../../store/kinds/storeMetadata.ts';
import type { Deps } from '../core/deps.ts';

/** Returns the epoch ms of the last complete backup, for metrics and readiness. Undefined if there is none. */
export const lastBackupAt = async ({ store }: Pick<Deps, 'store'>): Promise<number | undefined> => {
  const finishedAt = (await outside(store).get(backupState, undefined))?.value.finishedAt ?? null;
  return finishedAt === null ? undefined : msOf(finishedAt);
};
