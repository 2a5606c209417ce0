import type { OrgId } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { Kind } from '../../../../bot/src/store/recordKindsAndAccess.ts';
import type { TableStore } from '../../../../bot/src/store/tableStorePort.ts';
import type { z } from 'zod';
import { aDate, anInstant } from '../idDateAndRecordBuilders.ts';
import type { IdsIn } from '../seededIdsAndNames.ts';

// Instants, dates and the ways to insert rows that the seeding of every kind shares.

export const start = anInstant('2026-11-20T08:00:00Z');
export const later = anInstant('2027-03-01T08:00:00Z');
export const date = aDate('2026-11-19');
export const month = '202611';

type Insert<Scope extends OrgId | null> = <K, S extends z.ZodObject>(
  of: Kind<Scope, K, S>,
  key: K,
  value: NoInfer<z.output<S>>,
) => Promise<unknown>;

export interface Seeding {
  readonly name: string;
  readonly ids: IdsIn;
  readonly store: TableStore;
  readonly own: Insert<OrgId>;
  readonly shared: Insert<null>;
}
