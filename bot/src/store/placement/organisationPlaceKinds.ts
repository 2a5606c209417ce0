import { z } from 'zod';
import { instant, orgId } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { OrgId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { shardOf } from '../../domain/core/shardOf.ts';
import { kind } from '../recordKindsAndAccess.ts';

// Row kinds for the storage account of each organisation, its place (docs/decisions/091). All these rows are in the
// main account, except `accountMark`.

/**
 * Name of the storage account of TABLES_URL. It has all rows that belong to no organisation, and all organisations
 * without an `organisationPlace` row.
 */
export const mainAccount = 'main';

export const placesPartition = 'places';

/**
 * COPY: the old account serves the organisation. FENCE: no account serves it; the valid rows are still in the old
 * account. CLEAN: the new account serves it, and the rows in the old account are deleted.
 */
export const movePhases = ['COPY', 'FENCE', 'CLEAN'] as const;

const organisationMove = z.object({
  orgId,
  from: z.string(),
  /** `version` of the place before the move; 0 if the organisation has been in the main account since its creation. */
  fromVersion: z.int(),
  to: z.string(),
  /** `version` of the place after the move. It is part of each etag, so etags from before the move become invalid. */
  toVersion: z.int(),
  phase: z.enum(movePhases),
  /** Id of the process that moves the organisation. */
  owner: z.string(),
  /** Number that the process raises every few seconds, as a sign that it runs. */
  beat: z.int(),
  startedAt: instant,
});

/**
 * The registered storage accounts and the move that is in progress. Instances read this row again every few seconds.
 */
export const placesState = kind({
  name: 'placesState',
  table: 'Sys',
  version: 1,
  schema: z.object({
    /**
     * Increased when an account is registered, and when a move begins, changes its phase or ends. An instance that
     * reads another number forgets all places that it knows.
     */
    version: z.int(),
    accounts: z.array(z.object({ name: z.string(), id: z.string(), since: instant })),
    move: organisationMove.nullable(),
  }),
  at: () => ({ pk: placesPartition, rk: 'state' }),
});

/**
 * True for rows of Sys about places. Backups and copies leave these rows out, because a backup or copy has all
 * organisations in one account.
 */
export const isOfPlaces = (pk: string): boolean => pk === placesPartition || pk.startsWith('place-');

export const placePartition = (shard: string): string => `place-${shard}`;

/** The storage account of an organisation. An organisation without this row is in the main account. */
export const organisationPlace = kind({
  name: 'organisationPlace',
  table: 'Sys',
  version: 1,
  schema: z.object({
    orgId,
    account: z.string(),
    /**
     * `version` of `placesState` when the move to the account began, or when the organisation was created there; 0 if
     * it was created in the main account.
     */
    version: z.int(),
  }),
  at: (_scope: null, key: { readonly orgId: OrgId }) => ({ pk: placePartition(shardOf(key.orgId)), rk: key.orgId }),
});

/**
 * Mark in a further storage account. It has an id by which the server detects that a setting names another storage
 * account than before.
 */
export const accountMark = kind({
  name: 'accountMark',
  table: 'Sys',
  version: 1,
  schema: z.object({ id: z.string() }),
  at: () => ({ pk: placesPartition, rk: 'mark' }),
});
