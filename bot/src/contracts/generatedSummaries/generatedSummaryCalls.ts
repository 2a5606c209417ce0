import { z } from 'zod';
import { endpoint } from '../core/endpoint.ts';
import { instant, localDate, meetingId, memberId, questionId, teamId } from '../core/idDateAndZoneSchemas.ts';

/**
 * States of the summary of a run. OFF: the organisation does not use a text model. WAITING: the run still takes
 * answers. NEEDED: no summary of the current answers exists. WRITING: the server is waiting for the text model. READY:
 * `sentences` are from the text model. RULES: `sentences` are computed by rules, because of `reason`.
 */
export const generatedSummaryStates = ['OFF', 'WAITING', 'NEEDED', 'WRITING', 'READY', 'RULES'] as const;

/**
 * Reasons for a summary by rules. FEW_ANSWERS: too few members answered. TOO_FEW: the checks kept too few sentences.
 * CAP: the monthly cap on the cost is reached. FAILED: the last call failed. PAUSED: calls are paused after several
 * failures. KEY: there is no usable key.
 */
export const ruleSummaryReasons = ['FEW_ANSWERS', 'TOO_FEW', 'CAP', 'FAILED', 'PAUSED', 'KEY'] as const;
export type RuleSummaryReason = (typeof ruleSummaryReasons)[number];

export const summarySource = z.object({ memberId, name: z.string(), questionId, question: z.string() });
export type SummarySource = z.output<typeof summarySource>;

/**
 * One sentence as plain text, with the answers that it comes from. A sentence with the figures of the run has no
 * sources.
 */
export const summarySentence = z.object({ text: z.string(), sources: z.array(summarySource) });
export type SummarySentence = z.output<typeof summarySentence>;

export const generatedSummary = z.object({
  state: z.enum(generatedSummaryStates),
  reason: z.enum(ruleSummaryReasons).optional(),
  sentences: z.array(summarySentence),
  /** Number of sentences of the text model that failed the checks. */
  dropped: z.int(),
  /**
   * Number of answers of the run that one request to the text model may contain, and number of all answers of the run.
   */
  answersUsed: z.int(),
  answersTotal: z.int(),
  writtenAt: instant.optional(),
});
export type GeneratedSummary = z.output<typeof generatedSummary>;

const run = z.object({ teamId, meetingId, date: localDate });

/** Returns the stored summary of a run. The call stores nothing and sends nothing to the text model. */
export const getGeneratedSummary = endpoint({
  method: 'GET',
  path: '/api/report/generated/{teamId}/{meetingId}/{date}',
  access: 'report.read',
  input: run,
  output: generatedSummary,
});

/** Starts to write the summary of a run if it is needed, and returns at once. */
export const writeGeneratedSummary = endpoint({
  method: 'POST',
  path: '/api/report/generated',
  access: 'report.read',
  isNew: true,
  input: run,
  output: generatedSummary,
});
