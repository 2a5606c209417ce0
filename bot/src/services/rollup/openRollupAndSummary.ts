import type { RollupHead, RollupQuery } from '#contracts/rollup/rollupQueryAndResult.ts';
import type { RollupGroupModel } from '../../domain/rollup/rollupGroupModelAndOrder.ts';
import { countRuns, rollupGroups, rollupTotal } from '../../domain/rollup/rollupGroupsAndTotals.ts';
import type { RollupPeriod } from '../../domain/rollup/rollupPeriod.ts';
import type { RollupSet } from '../../domain/rollup/rollupRowTypes.ts';
import type { Actor } from '../core/actor.ts';
import type { Deps } from '../core/deps.ts';
import { runSliced, startSlices } from '../core/slicedWork.ts';
import type { Pause } from '../core/slicedWork.ts';
import { byText } from '../core/compareByNameOrText.ts';
import { readAllRollupData } from './readAllRollupData.ts';
import { findRollupScope } from './findRollupScope.ts';
import type { RollupScope } from './findRollupScope.ts';

// Opens a roll-up. The page and the files use this function, so that they show the same groups and figures.

export interface OpenedRollup {
  readonly scope: RollupScope;
  readonly period: RollupPeriod;
  readonly set: RollupSet;
  readonly groups: readonly RollupGroupModel[];
  readonly pause: Pause;
}

/** Reads the roll-up of the query, as the actor may see it now. */
export const openRollup = async (
  deps: Pick<Deps, 'store' | 'clock'>,
  actor: Actor,
  query: RollupQuery,
): Promise<OpenedRollup> => {
  const scope = await findRollupScope(deps, actor, query);
  const pause = await startSlices();
  const set = await readAllRollupData(scope, actor.memberId, pause);
  const groups = await runSliced(rollupGroups(set, { by: query.by, byText: byText(actor.locale) }), pause);
  return { scope, period: scope.period, set, groups, pause };
};

/** Returns the figures and counts of the whole roll-up; the lists for its filters are left out. */
export const rollupSummary = async ({
  set,
  groups,
  pause,
}: OpenedRollup): Promise<Pick<RollupHead, 'total' | 'runs' | 'groups'>> => ({
  ...{ total: await runSliced(rollupTotal(set), pause), runs: countRuns(set.runs), groups: groups.length },
});
