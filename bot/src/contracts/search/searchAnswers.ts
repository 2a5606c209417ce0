import { z } from 'zod';
import { endpoint } from '../core/endpoint.ts';
import { localDate, meetingId, memberId, questionId, teamId } from '../core/ids.ts';
import { limits } from '../core/limits.ts';
import { text } from '../core/textField.ts';

// Full-text search over the answers that the reader may see in the reports of a day.

/** Texts of an answer around the found words, as pieces in their order. */
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

/** A place in the order of the results: date, team, report and member of the answer before it. */
const place = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}(?:\.[0-9A-HJKMNP-TV-Z]{26}){2}\.(?:[0-9A-HJKMNP-TV-Z]{26}|~)$/, 'invalid.choice');

export const searchResult = z.object({
  /** Newest first. */
  hits: z.array(searchHit),
  /** Where the next page begins; null = there are no more results. A page may have no hits although there are more. */
  next: z.string().nullable(),
  /** All answers after this date are part of the results so far; null = all answers are. */
  searchedTo: localDate.nullable(),
  /** True while the search index of older answers is still being built. The results are complete, but older ones take longer. */
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
