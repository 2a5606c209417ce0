import { z } from 'zod';
import { endpoint } from '../core/endpoint.ts';
import { instant, localDate, meetingId, memberId, orgId, questionId, teamId } from '../core/ids.ts';
import { limits } from '../core/limits.ts';
import { runStates } from './run.ts';
import { text } from '../core/textField.ts';

const goalId = z.string().regex(/^[0-9a-f]{16}$/, 'invalid.id');

/** A line of the member's last plan, offered back as a check box. id = first 16 hex digits of SHA-256 of the line's text. */
export const goal = z.object({ id: goalId, text: z.string(), ticked: z.boolean() });
export type Goal = z.output<typeof goal>;

// The service knows the questions, so it checks the limit and names the question.
const answerText = text({ max: limits.answerSent, multiLine: true }).meta({ maxLength: limits.answerLength });

/** The answer as a person sends it: question id → text (an option's own text for OPTIONS), and the ticked goals. */
export const answerInput = z.object({
  meetingId,
  date: localDate,
  values: z.record(questionId, answerText, {
    error: (issue) => (issue.code === 'invalid_key' ? 'error.QUESTION_UNKNOWN' : undefined),
  }),
  goals: z.array(goalId, 'invalid.list').max(limits.taskLines, 'invalid.tooMany').default([]),
});
export type AnswerInput = z.output<typeof answerInput>;

/** One member's answer to one occurrence. */
export const answer = z.object({
  meetingId,
  memberId,
  date: localDate,
  values: z.record(questionId, z.string()),
  /** The goals this answer offered, with their ticks; Edit prefills from it. */
  goals: z.array(goal),
  hasBlocker: z.boolean(),
  /** Had goals and ticked all. */
  isGoalAchieved: z.boolean(),
  answeredAt: instant,
  editedAt: instant.nullable(),
  /** After the close that applies to this member. */
  isLate: z.boolean(),
  /** Given before the opening (docs/product-rules.md, Answers). */
  isAhead: z.boolean(),
  /** Activity id of the chat card it was last sent from, which shows it already; null = from the web. */
  sentFrom: z.string().nullable().default(null),
});
export type Answer = z.output<typeof answer>;

/** The signed data of every stand-up card (docs/architecture.md, Cards). `sig` = HMAC-SHA-256 over the other parts, base64url. */
export const cardData = z.object({
  v: z.literal(1),
  O: orgId,
  T: teamId,
  meetingId,
  date: localDate,
  memberId,
  sig: z.string().min(40).max(50),
});
export type CardData = z.output<typeof cardData>;

/** Names of the card's inputs: `q:`questionId and `g:`goalId. */
export const cardInput = { question: 'q:', goal: 'g:' } as const;

/** Adaptive Card JSON, schema 1.5. */
export const adaptiveCard = z.record(z.string(), z.unknown());
export type AdaptiveCardJson = z.output<typeof adaptiveCard>;

/** NOT_RUN: answered ahead for a date on which the meeting does not run any more; the answer stays to be read. */
export const cardStates = ['OPEN', 'ANSWERED', 'AHEAD', 'CLOSED', 'AWAY', 'NOT_ASKED', 'NOT_RUN'] as const;

/** The run after the one a card is about, while the caller may answer it ahead; null = not yet, or not asked in it. */
const nextAhead = z.object({ date: localDate, opensAt: instant }).nullable();

/**
 * The form in which the web answers: the same card as in the chat. `edit=true` returns an answered card for editing, prefilled.
 */
export const getCard = endpoint({
  method: 'GET',
  path: '/api/meeting/card/{meetingId}',
  access: 'answer.write',
  input: z.object({ meetingId, date: localDate.optional(), edit: z.enum(['true', 'false']).default('false') }),
  output: z.object({
    card: adaptiveCard,
    state: z.enum(cardStates),
    date: localDate,
    closesAt: instant.nullable(),
    occurrenceState: z.enum(runStates).nullable(),
    next: nextAhead,
  }),
});

/** Stores or replaces the caller's own answer and returns the card that now represents it. */
export const saveAnswer = endpoint({
  method: 'POST',
  path: '/api/meeting/answer',
  access: 'answer.write',
  input: answerInput,
  output: z.object({ answer, card: adaptiveCard, next: nextAhead }),
});
