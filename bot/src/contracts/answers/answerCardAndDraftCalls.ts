import { z } from 'zod';
import { endpoint } from '../core/endpoint.ts';
import { instant, localDate, meetingId, memberId, questionId } from '../core/idDateAndZoneSchemas.ts';
import { limits } from '../core/limitsAndProductConstants.ts';
import { runStates } from '../runs/runSchema.ts';
import { text } from '../core/textAndEmailSchemas.ts';
import { goal, goalId, goalStates, neededChoice, openBlocker } from './goalAndBlockerChoiceSchemas.ts';

// Text of one answer. Its schema accepts more than `limits.answerLength`: the service checks the real limit, because
// only the service can name the question in the error.
const answerText = text({ max: limits.answerSent, multiLine: true }).meta({ maxLength: limits.answerLength });

/** The answer as a client sends it. `values`: the text by question id; for OPTIONS, the text of the chosen option. */
export const answerInput = z.object({
  meetingId,
  date: localDate,
  values: z.record(questionId, answerText, {
    error: (issue) => (issue.code === 'invalid_key' ? 'error.QUESTION_UNKNOWN' : undefined),
  }),
  goals: z.array(goalId, 'invalid.list').max(limits.taskLines, 'invalid.tooMany').default([]),
  /** States of goals, from clients that support states. A state takes precedence over a tick in `goals`. */
  goalStates: z.record(goalId, z.enum(goalStates, 'invalid.choice')).optional(),
  /**
   * The choice about the open blocker; left out if the form showed no open blocker, or if the member made no choice.
   */
  openBlocker: openBlocker.optional(),
  /**
   * The choice of the needed member; left out if the form has no field for it. Ignored if the answer does not report a
   * blocker.
   */
  needed: neededChoice.optional(),
});
export type AnswerInput = z.output<typeof answerInput>;

export const answer = z.object({
  meetingId,
  memberId,
  date: localDate,
  values: z.record(questionId, z.string()),
  /**
   * The goals that the card offered, with their states. When the member edits the answer, the form begins with these
   * states.
   */
  goals: z.array(goal),
  hasBlocker: z.boolean(),
  isGoalAchieved: z.boolean(),
  answeredAt: instant,
  editedAt: instant.nullable(),
  /** True if the answer was sent after the close that applies to this member. */
  isLate: z.boolean(),
  /** True if the answer was sent before the opening (docs/product-rules.md, Answers). */
  isAhead: z.boolean(),
  /**
   * Activity id of the chat card from which the answer was last sent; null = sent from the web. This card already shows
   * the answer, so it needs no update.
   */
  sentFrom: z.string().nullable().default(null),
});
export type Answer = z.output<typeof answer>;

/** Adaptive Card JSON, schema 1.5. */
export const adaptiveCard = z.record(z.string(), z.unknown());
export type AdaptiveCardJson = z.output<typeof adaptiveCard>;

/**
 * States of a card. NOT_RUN: the member answered before the opening, but the meeting no longer runs on that date. The
 * answer stays readable.
 */
export const cardStates = ['OPEN', 'ANSWERED', 'SKIPPED', 'AHEAD', 'CLOSED', 'AWAY', 'NOT_ASKED', 'NOT_RUN'] as const;

/**
 * The run after the run of the card, if the caller can already answer it before its opening. Null if the opening is
 * still too far away (`times.aheadHours`), or if that run does not ask the caller.
 */
const nextAhead = z.object({ date: localDate, opensAt: instant }).nullable();

const draftVersion = z.string().max(64, 'invalid.id');

/** Unsent input of a member in the form of a run. Only the member can read it. */
export const answerDraft = z.object({
  values: z.record(questionId, z.string()),
  goals: z.array(goalId),
  goalStates: z.record(goalId, z.enum(goalStates)).optional(),
  /** The choice about the open blocker; left out if the member made none. */
  openBlocker: openBlocker.optional(),
  needed: neededChoice.nullish(),
  /**
   * Version of the draft; it changes with each save. A client must send the version that it has read, so that it never
   * overwrites input that its user has not seen.
   */
  version: draftVersion,
  savedAt: instant,
});
export type AnswerDraft = z.output<typeof answerDraft>;

/**
 * Returns the card of a run for answering on the web; it equals the card in the chat. `edit=true` returns an answered
 * card as a form that contains the answer. `fill=last` fills the form with the caller's last answers to earlier runs of
 * the report.
 */
export const getCard = endpoint({
  method: 'GET',
  path: '/api/meeting/card/{meetingId}',
  access: 'answer.write',
  input: z.object({
    meetingId,
    date: localDate.optional(),
    edit: z.enum(['true', 'false']).default('false'),
    fill: z.enum(['last']).optional(),
  }),
  output: z.object({
    card: adaptiveCard,
    state: z.enum(cardStates),
    date: localDate,
    closesAt: instant.nullable(),
    occurrenceState: z.enum(runStates).nullable(),
    next: nextAhead,
    /**
     * The caller's draft, which the form shows. Null = there is no draft, or the card has no form. Missing from a
     * server of an earlier version.
     */
    draft: answerDraft.nullish(),
    /**
     * The question whose lines become tasks of the timesheet; null = the run has no such question. Missing from a
     * server of an earlier version.
     */
    planQuestion: questionId.nullish(),
    /**
     * The members that the form offers as needed member; null = the form has no such field. Missing from a server of an
     * earlier version.
     */
    colleagues: z.array(z.object({ memberId, name: z.string() })).nullish(),
  }),
});

/** Stores or replaces the caller's own answer, and returns the new card. */
export const saveAnswer = endpoint({
  method: 'POST',
  path: '/api/meeting/answer',
  access: 'answer.write',
  input: answerInput,
  output: z.object({ answer, card: adaptiveCard, next: nextAhead }),
});

/**
 * Stores the caller's draft. `version`: the version that the client has read; null = there was none. If another client
 * has saved a draft since, the call is refused (DRAFT_CHANGED, `data` as `draftConflict`). Saving an identical draft
 * again changes nothing.
 */
export const saveAnswerDraft = endpoint({
  method: 'POST',
  path: '/api/meeting/draft',
  access: 'answer.write',
  input: answerInput.extend({ version: draftVersion.nullable() }),
  output: z.object({ version: draftVersion, savedAt: instant }),
});

/**
 * `data` of DRAFT_CHANGED: the draft that is stored now. Null = there is no draft any more, because the answer was
 * sent.
 */
export const draftConflict = z.object({ draft: answerDraft.nullable() });
