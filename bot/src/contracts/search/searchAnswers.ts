import { z } from 'zod';
import { endpoint } from '../core/endpoint.ts';
import { localDate, meetingId, memberId, questionId, teamId } from '../core/idDateAndZoneSchemas.ts';
import { limits } from '../core/limitsAndProductConstants.ts';
import { text } from '../core/textAndEmailSchemas.ts';

// Full-text search over the answers that the reader may also see in day reports.

/** An answer that contains searched words. `parts`: pieces of its text around these words, in their order. */
const foundAnswer = z.object({
  questionId,
  question: z.string(),
  parts: z.array(z.object({ text: z.string(), isFound: z.boolean() })),
});

export const searchHit = z.object({
  teamId,
  teamName: z.string(),
  meetingId,
  meetingName: z.string(),
  /** True if the report was deleted. Its answers stay readable, but it has no page of its own any more. */
  isReportDeleted: z.boolean(),
  date: localDate,
  memberId,
  name: z.string(),
  /** The answers that contain a searched word, in the order of the questions. */
  answers: z.array(foundAnswer),
});
export type SearchHit = z.output<typeof searchHit>;

/**
 * Cursor: date, team, report and member of the last answer that was read. The member `~` = all answers of the run were
 * read.
 */
const place = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}(?:\.[0-9A-HJKMNP-TV-Z]{26}){2}\.(?:[0-9A-HJKMNP-TV-Z]{26}|~)$/, 'invalid.choice');

export const searchResult = z.object({
  /** The results, newest first. */
  hits: z.array(searchHit),
  /** Cursor of the next page; null = there are no more results. A page can be empty although more results follow. */
  next: z.string().nullable(),
  /** The results so far include all matching answers after this date; null = all matching answers are included. */
  searchedTo: localDate.nullable(),
  /**
   * True while the search index of older answers is still being built. The results are complete, but older ones take
   * longer.
   */
  isIndexing: z.boolean(),
});
export type SearchResult = z.output<typeof searchResult>;

export const searchAnswers = endpoint({
  method: 'GET',
  path: '/api/search/answers',
  access: 'report.read',
  input: z
    .object({
      q: text({ max: limits.searchLength, required: 'search.needsWord' }),
      teamId: teamId.optional(),
      meetingId: meetingId.optional(),
      memberId: memberId.optional(),
      from: localDate.optional(),
      to: localDate.optional(),
      after: place.optional(),
    })
    .refine(({ from, to }) => from === undefined || to === undefined || from <= to, {
      error: 'invalid.date',
      path: ['to'],
    }),
  output: searchResult,
});
