import { z } from 'zod';
import { answer as answerSchema } from '#contracts/answers/answerCardAndDraftCalls.ts';
import { goal } from '#contracts/answers/goalAndBlockerChoiceSchemas.ts';
import { localDate, meetingId } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { MemberId, OrgId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { storedQuestion } from '#contracts/meetings/questionAndAnswerFormatSchemas.ts';
import { meetingTypes } from '#contracts/meetings/meetingSchemasAndCalls.ts';
import { instants as instantsSchema } from '#contracts/runs/runSchema.ts';
import { reverseDate } from '../../../domain/core/reversedDateKeys.ts';
import { kind, listedKind } from '../../recordKindsAndAccess.ts';
import { ofTeam, teamPartition } from '../core/teamPartitionAndKeyParts.ts';
import type { RunKey } from '../core/teamPartitionAndKeyParts.ts';
import { questionsForOlderVersions } from '../meetings/questionsForOlderVersions.ts';

/**
 * The planned run to which a member gave an answer before the run opened. The answer can be read with these fields even
 * if the meeting changes or is deleted.
 */
const plannedRun = z.object({
  meetingName: z.string(),
  type: z.enum(meetingTypes),
  /** The instants of the run in the time zone that applies to the member. */
  instants: instantsSchema,
  questions: z.array(storedQuestion),
});

export const answer = kind({
  name: 'answer',
  table: 'Team',
  version: 1,
  /** `givenTo` is null if the run already existed when the answer was given: the row of the run has the same fields. */
  schema: answerSchema.extend({
    givenTo: plannedRun.nullable(),
    /** Day of the timesheet that contains the tasks of the answer. An edit from another time zone does not change the day. */
    loggedOn: localDate.nullish(),
  }),
  rowForm: questionsForOlderVersions('givenTo'),
  at: (scope: OrgId, key: RunKey & { memberId: MemberId }) => ({
    pk: teamPartition(scope, key.teamId),
    rk: `D|${key.date}|${key.meetingId}|a|${key.memberId}`,
  }),
});

/**
 * One answer in a member's history, which the report by person, the export and the erasure read. Written in the transaction of
 * the answer.
 */
export const history = listedKind({
  name: 'history',
  table: 'Team',
  version: 1,
  schema: z.object({ meetingId, date: localDate, hasBlocker: z.boolean(), goals: z.array(goal) }),
  partition: ofTeam,
  rowKey: (key: RunKey & { memberId: MemberId }) => `Q|${key.memberId}|${reverseDate(key.date)}|${key.meetingId}`,
});
