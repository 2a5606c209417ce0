import { z } from 'zod';
import { localDate } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { LocalDate, OrgId, TeamId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { reverseDate } from '../../../domain/core/reversedDateKeys.ts';
import { kind, listedKind } from '../../recordKindsAndAccess.ts';
import { ofTeam, teamPartition } from '../core/teamPartitionAndKeyParts.ts';

/**
 * Progress of a team's search index. Each write of the index replaces this row by its ETag in the same transaction, so a write that
 * is based on older answers fails.
 */
export const searchProgress = kind({
  name: 'searchProgress',
  table: 'Team',
  version: 1,
  schema: z.object({
    /** The weeks before this Monday are indexed; null if no week is indexed. */
    indexedTo: localDate.nullable(),
    /**
     * Rows of the index may exist for the weeks before this Monday, some of them from an interrupted write; null if the
     * index has no rows.
     */
    writtenTo: localDate.nullable(),
    /** True while the rows are being removed. The index is neither read nor written meanwhile. */
    isClearing: z.boolean(),
    /**
     * Unique id of the last write of an indexing that has not ended, by which the writer detects another writer; null
     * if no indexing is under way.
     */
    writer: z.string().nullable(),
  }),
  at: (scope: OrgId, key: { teamId: TeamId }) => ({ pk: teamPartition(scope, key.teamId), rk: 'I' }),
});

/** Returns the text of a bucket's number in row keys: two digits, so that keys sort by number. */
export const bucketKey = (bucket: number): string => String(bucket).padStart(2, '0');

/** The words of a team's week, by bucket. `domain/search/weekWordIndex.ts` defines the lines of the text. */
export const searchWords = listedKind({
  name: 'searchWords',
  table: 'Team',
  version: 1,
  schema: z.object({ text: z.string() }),
  partition: ofTeam,
  rowKey: (key: { teamId: TeamId; bucket: number; monday: LocalDate; part: number }) =>
    `I|${bucketKey(key.bucket)}|${reverseDate(key.monday)}|${String(key.part).padStart(4, '0')}`,
});
