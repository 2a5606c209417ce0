import { z } from 'zod';
import { localDate } from '#contracts/core/idDateAndZoneSchemas.ts';
import { questionFigures } from '#contracts/reports/questionFiguresSchema.ts';
import { runMeasures } from '#contracts/reports/runMeasuresSchema.ts';
import { runStates } from '#contracts/runs/runSchema.ts';
import { reverseDate } from '../../../domain/core/reversedDateKeys.ts';
import { listedKind } from '../../recordKindsAndAccess.ts';
import { ofTeam } from '../core/teamPartitionAndKeyParts.ts';
import type { RunKey } from '../core/teamPartitionAndKeyParts.ts';

/**
 * Counts of one run, written in the transaction of the run. The keys sort newest first, so the next row belongs to the
 * previous run of the meeting.
 */
export const daySummary = listedKind({
  name: 'daySummary',
  table: 'Team',
  version: 1,
  schema: z.object({
    date: localDate,
    state: z.enum(runStates),
    asked: z.int(),
    answered: z.int(),
    goals: z.int(),
    blockers: z.int(),
    late: z.int(),
    /** Number of goals offered to the members. Rows of earlier versions lack it. */
    goalsOffered: z.int().nullish(),
    /** Number of members who skip the run, and are not part of `asked`. Rows of earlier versions lack it. */
    skipped: z.int().nullish(),
    /** Figures of the answers to each question. Rows of earlier versions lack them. */
    figures: z.array(questionFigures).nullish(),
    /** Minutes until each answer, and counts of settled goals. Rows of earlier versions lack them. */
    measures: runMeasures.nullish(),
  }),
  partition: ofTeam,
  rowKey: (key: RunKey) => `R|${key.meetingId}|${reverseDate(key.date)}`,
});
