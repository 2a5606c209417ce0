import type { z } from 'zod';
import type { OrgId } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { Kind, Records, RecordStep, Stored } from '../../store/recordKindsAndAccess.ts';
import { isConflict } from '../../store/tableStorePort.ts';

// Each conflict means that another caller succeeded, so a few tries are enough.
const tries = 8;

/**
 * Runs `attempt` again after a write conflict, at most `atMost` times in total, with the number of conflicts so far.
 * `attempt` must read again all rows on which its decision depends.
 */
export const retryOnConflict = async <T>(attempt: (conflicts: number) => Promise<T>, atMost = tries): Promise<T> => {
  for (let conflicts = 0; ; conflicts += 1) {
    try {
      return await attempt(conflicts);
    } catch (error) {
      if (!isConflict(error) || conflicts + 1 === atMost) throw error;
    }
  }
};

/**
 * Returns the value with the given fields replaced. Undefined if no field changes, so that callers do not write an
 * unchanged row.
 */
export const mergeChanges = <T extends object>(value: T, fields: Partial<NoInfer<T>>): T | undefined => {
  const names = Object.keys(fields) as (keyof T)[];
  return names.some((name) => fields[name] !== value[name]) ? { ...value, ...fields } : undefined;
};

/**
 * Returns the row; creates it if it is missing. If several callers create it at the same time, one succeeds, and all of
 * them get that row.
 */
export const getOrInsert = async <Scope extends OrgId | null, K, S extends z.ZodObject>(
  records: Records<Scope>,
  of: Kind<Scope, K, S>,
  key: K,
  make: () => NoInfer<z.output<S>>,
): Promise<Stored<z.output<S>>> =>
  retryOnConflict(async () => {
    const existing = await records.get(of, key);
    if (existing !== undefined) return existing;
    const value = make();
    const etag = await records.insert(of, key, value);
    return { value, etag, key: of.at(records.scope, key) };
  });

/**
 * Reads a row, changes it, and replaces it with If-Match, or creates it if it is missing; `change` then gets undefined.
 * If `change` returns undefined, nothing is written.
 */
export const updateOrInsertRow = <Scope extends OrgId | null, K, S extends z.ZodObject>(
  records: Records<Scope>,
  of: Kind<Scope, K, S>,
  key: K,
  change: (value: z.output<S> | undefined) => NoInfer<z.output<S>> | undefined,
): Promise<void> =>
  retryOnConflict(async () => {
    const stored = await records.get(of, key);
    const next = change(stored?.value);
    if (next === undefined) return;
    if (stored === undefined) await records.insert(of, key, next);
    else await records.replace(of, key, next, stored.etag);
  });

/** A change of a row, and the log entries that are written in the same transaction. */
interface LoggedChange<Value> {
  /** May read other rows. It runs after the row was read, and again after a conflict. */
  readonly change: (value: Value) => NoInfer<Value> | undefined | Promise<NoInfer<Value> | undefined>;
  readonly log: (before: Value) => readonly RecordStep[];
}

/**
 * Reads a row, changes it, and replaces it together with the log entries in one transaction. If another caller changed
 * the row meanwhile, this is repeated. Returns true if this call made the change; false if the row is missing or
 * `change` returns undefined.
 */
export const updateWithLog = async <Scope extends OrgId | null, K, S extends z.ZodObject>(
  records: Records<Scope>,
  of: Kind<Scope, K, S>,
  key: K,
  { change, log }: LoggedChange<z.output<S>>,
): Promise<boolean> =>
  retryOnConflict(async () => {
    const row = await records.get(of, key);
    const next = row === undefined ? undefined : await change(row.value);
    if (row === undefined || next === undefined) return false;
    await records.transact([records.replaceStep(of, key, next, row.etag), ...log(row.value)]);
    return true;
  });

export const updateRow = <Scope extends OrgId | null, K, S extends z.ZodObject>(
  records: Records<Scope>,
  of: Kind<Scope, K, S>,
  key: K,
  change: LoggedChange<z.output<S>>['change'],
): Promise<boolean> => updateWithLog(records, of, key, { change, log: () => [] });
