import { z } from 'zod';
import { instant, localDate, meetingId, memberId, questionId } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { LocalDate, MeetingId, TeamId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { ruleSummaryReasons } from '#contracts/generatedSummaries/generatedSummaryCalls.ts';
import { textModelFaults } from '#contracts/generatedSummaries/textModelSettings.ts';
import { languages } from '#contracts/text/languagesAndLocaleChoice.ts';
import { reverseDate } from '../../../domain/core/reversedDateKeys.ts';
import { listedKind } from '../../recordKindsAndAccess.ts';
import { ofTeam } from '../core/teamPartitionAndKeyParts.ts';

const sentence = z.object({
  text: z.string(),
  sources: z.array(z.object({ memberId, questionId })),
});

/** The generated summaries of one run, by language. `claimedUntil` reserves the run for the instance that writes a summary now. */
export const generatedSummary = listedKind({
  name: 'generatedSummary',
  table: 'Team',
  version: 1,
  schema: z.object({
    meetingId,
    date: localDate,
    /** Digest of the answers from which the summaries were written. Summaries of other answers are not shown. */
    digest: z.string(),
    summaries: z.array(
      z.object({
        language: z.enum(languages),
        /** Empty if too few sentences passed the checks. */
        sentences: z.array(sentence),
        dropped: z.int(),
        reason: z.enum(ruleSummaryReasons).nullable(),
        writtenAt: instant,
      }),
    ),
    /** Until this instant, other instances write no summary of the run; null if no instance is writing one. */
    claimedUntil: instant.nullable(),
    failure: z.object({ reason: z.enum([...textModelFaults, 'CAP']), count: z.int(), retryAt: instant }).nullable(),
  }),
  partition: ofTeam,
  rowKey: (key: { readonly teamId: TeamId; readonly date: LocalDate; readonly meetingId: MeetingId }) =>
    `Y|${reverseDate(key.date)}|${key.meetingId}`,
});
