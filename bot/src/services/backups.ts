import { msOf } from '../domain/time.ts';
import { outside } from '../store/kind.ts';
import { backupState } from '../store/kinds/installation.ts';
import type { Deps } from './deps.ts';

/** Epoch ms of the last whole backup; undefined = none was ever made. For metrics and readiness. */
export const lastBackupAt = async ({ store }: Pick<Deps, 'store'>): Promise<number | undefined> => {
  const finishedAt = (await outside(store).get(backupState, undefined))?.value.finishedAt ?? null;
  return finishedAt === null ? undefined : msOf(finishedAt);
};
