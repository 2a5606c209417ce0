import { z } from 'zod';
import { instant, localDate, meetingId, memberId, questionId } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { LocalDate, MeetingId, OrgId, TeamId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { textModelFaults, textModelProviders } from '#contracts/generatedSummaries/textModelSettings.ts';
import { ruleSummaryReasons } from '#contracts/generatedSummaries/generatedSummaryCalls.ts';
import { languages } from '#contracts/text/languagesAndLocaleChoice.ts';
import { reverseDate } from '../../domain/core/hashesIdsAndReverseDates.ts';
import { kind, listedKind } from '../recordKindsAndAccess.ts';
import { ofTeam } from './teamsMeetingsHolidays.ts';

/** The text model of an organisation, as its admins saved it. */
export const textModel = kind({
  name: 'textModel',
  table: 'Org',
  version: 1,
  schema: z.object({
    isOn: z.boolean(),
    provider: z.enum(textModelProviders),
    endpoint: z.string(),
    model: z.string(),
    apiVersion: z.string(),
    /**
     * The API key of the model, encrypted for this organisation and the host of the endpoint; null if no key was
     * entered.
     */
    sealedKey: z.string().nullable(),
    inputPrice: z.number(),
    outputPrice: z.number(),
    currency: z.string(),
    monthlyCap: z.number(),
    usesInitials: z.boolean(),
  }),
  at: (scope: OrgId) => ({ pk: scope, rk: 'model' }),
});

/** Calls of a month, and the failures after which calls pause. The row contains no text of answers and no names. */
export const textModelMonth = kind({
  name: 'textModelMonth',
  table: 'Org',
  version: 1,
  schema: z.object({
    calls: z.int(),
    failures: z.int(),
    inputTokens: z.int(),
    outputTokens: z.int(),
    /** Cost in millionths of the currency. */
    cost: z.int(),
    kept: z.int(),
    dropped: z.int(),
    fallbacks: z.int(),
    failuresInRow: z.int(),
    pausedUntil: instant.nullable(),
  }),
  at: (scope: OrgId, key: { month: string }) => ({ pk: scope, rk: `modelUse|${key.month}` }),
});

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
