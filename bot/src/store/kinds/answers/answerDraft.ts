import { z } from 'zod';
import { answerDraft as draftSchema } from '#contracts/answers/answerCardAndDraftCalls.ts';
import { goalStates } from '#contracts/answers/goalAndBlockerChoiceSchemas.ts';
import { localDate, meetingId, memberId } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { LocalDate, MeetingId, MemberId, TeamId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { listedKind } from '../../recordKindsAndAccess.ts';
import { ofTeam } from '../core/teamPartitionAndKeyParts.ts';

export const answerDraft = listedKind({
  name: 'answerDraft',
  table: 'Team',
  version: 1,
  schema: draftSchema.extend({
    meetingId,
    memberId,
    date: localDate,
    values: z.record(z.string(), z.string()),
    goalStates: z.record(z.string(), z.enum(goalStates)).nullish(),
    openBlocker: draftSchema.shape.openBlocker.nullish(),
  }),
  partition: ofTeam,
  rowKey: (key: { teamId: TeamId; memberId: MemberId; date: LocalDate; meetingId: MeetingId }) =>
    `F|${key.memberId}|${key.date}|${key.meetingId}`,
});
