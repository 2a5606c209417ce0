import { productName } from '#contracts/core/limitsAndProductConstants.ts';
import type { OrgId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { inOrg } from '../../store/recordKindsAndAccess.ts';
import type { Records, RecordStep } from '../../store/recordKindsAndAccess.ts';
import { activityStep, namesValue } from '../core/activityLogStepsAndTexts.ts';
import type { Deps } from '../core/deps.ts';
import type { TeamPlace } from './memberRowAndVacationsOnJoin.ts';

export type RosterDeps = Pick<Deps, 'store' | 'clock' | 'newId' | 'log'>;

export interface Target {
  readonly deps: RosterDeps;
  readonly place: TeamPlace;
  readonly records: Records<OrgId>;
}

// Number of people in a batch. Each person needs three rows in one transaction, and a transaction contains at most 100.
export const batchSize = 30;

export const batches = <T>(items: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(items.length / batchSize) }, (_, index) =>
    items.slice(index * batchSize, (index + 1) * batchSize),
  );

export const rosterLog = (
  { deps, records, place: { teamId } }: Target,
  message: 'activity.membersJoined' | 'activity.membersLeft',
  names: readonly string[],
): RecordStep[] => {
  if (names.length === 0) return [];
  const by = { actor: productName, atMs: deps.clock.now(), eventKey: deps.newId() };
  return [activityStep(records, { teamId, objectId: teamId, ...by, message, values: namesValue(names) })];
};

export const targetOf = (deps: RosterDeps, place: TeamPlace): Target => ({
  deps,
  place,
  records: inOrg(deps.store, place.orgId),
});
