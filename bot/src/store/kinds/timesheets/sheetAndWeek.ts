import { z } from 'zod';
import { instant, localDate, meetingId, memberId } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { LocalDate, MemberId, OrgId, TeamId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { weekStates } from '#contracts/timesheets/weekState.ts';
import { reverseDate } from '../../../domain/core/reversedDateKeys.ts';
import { kind, listedKind } from '../../recordKindsAndAccess.ts';
import { ofTeam, teamPartition } from '../core/teamPartitionAndKeyParts.ts';

const sheetTask = z.object({
  id: z.string(),
  meetingId: meetingId.nullable(),
  task: z.string(),
  minutes: z.int(),
  /** ANSWER: created from a line of an answer. PERSON: entered by hand. */
  source: z.enum(['ANSWER', 'PERSON']),
  lineId: z.string().nullable(),
  /** True if a person changed the task. An edit of the answer then leaves the task unchanged. */
  editedByPerson: z.boolean(),
});

/**
 * A member's day in the timesheet: the tasks, the sum of their minutes and the sums by meeting. `moved` maps the id of each task
 * that was moved away to its new date.
 */
export const sheet = kind({
  name: 'sheet',
  table: 'Team',
  version: 1,
  schema: z.object({
    date: localDate,
    memberId,
    tasks: z.array(sheetTask),
    minutes: z.int(),
    byMeeting: z.record(z.string(), z.int()),
    moved: z.record(z.string(), localDate),
  }),
  at: (scope: OrgId, key: { teamId: TeamId; date: LocalDate; memberId: MemberId }) => ({
    pk: teamPartition(scope, key.teamId),
    rk: `S|${reverseDate(key.date)}|${key.memberId}`,
  }),
});

/**
 * A week of one member. Every change of a sheet also replaces this row by its ETag, so a sheet cannot change while its
 * week is being approved.
 */
export const week = listedKind({
  name: 'week',
  table: 'Team',
  version: 1,
  schema: z.object({
    monday: localDate,
    memberId,
    state: z.enum(weekStates),
    note: z.string().nullable(),
    changedAt: instant,
    moves: z.int().nullish(),
    /** Number of the state change by which the week was last submitted. */
    submission: z.int().nullish(),
    decidedBy: memberId.nullish(),
  }),
  partition: ofTeam,
  rowKey: (key: { teamId: TeamId; monday: LocalDate; memberId: MemberId }) =>
    `W|${reverseDate(key.monday)}|${key.memberId}`,
});
