import { z } from 'zod';
import { endpoint } from '../core/endpoint.ts';
import { instant, localDate, meetingId, memberId, orgId, questionId, teamId } from '../core/ids.ts';
import { limits } from '../core/limits.ts';
import { runStates } from './run.ts';
import { text } from '../core/textField.ts';

const goalId = z.string().regex(/^[0-9a-f]{16}$/, 'invalid.id');

/** DONE: the member reached the goal. CARRIED: it is a goal of the next run again. DROPPED: the member gave it up. */
export const goalStates = ['DONE', 'CARRIED', 'DROPPED'] as const;
export type GoalState = (typeof goalStates)[number];

/** A line of the member's last plan, offered as a check box. `id`: the first 16 hex digits of the SHA-256 of the line's text. */
export const goal = z.object({
  id: goalId,
  text: z.string(),
  /** True if the goal is done. */
  ticked: z.boolean(),
  /** Missing if the client sent no state, because it knows only ticks. */
  state: z.enum(goalStates).optional(),
  /**
   * 2 = the second of the member's runs on which the goal is offered, 3 = the third, and so on; missing = the first.
   */
  day: z.int().min(2).optional(),
});
export type Goal = z.output<typeof goal>;

/**
 * STILL: the member is still blocked. RESOLVED: the blocker is over. CHANGED: the answer describes the blocker
 * differently.
 */
export const openBlockerChoices = ['STILL', 'RESOLVED', 'CHANGED'] as const;
export type OpenBlockerChoice = (typeof openBlockerChoices)[number];

/**
 * The member's choice about the open blocker that the form names. `since`: the blocker's first date, so that the choice
 * cannot apply to a later blocker.
 */
const openBlocker = z.object({ since: localDate, is: z.enum(openBlockerChoices, 'invalid.choice') });
export type OpenBlockerAnswer = z.output<typeof openBlocker>;

/**
 * The member whom the author needs for the blocker. `id`: null = no one. `shown`: the needed member that the form showed; a choice
 * that equals it changes nothing, so an outdated form does not undo a later change.
 */
const neededChoice = z.object({ id: memberId.nullable(), shown: memberId.nullable().default(null) });
export type NeededChoice = z.output<typeof neededChoice>;

// This limit is higher than the limit of an answer, which the service checks instead, because only the service can name
// the question in the error.
const answerText = text({ max: limits.answerSent, multiLine: true }).meta({ maxLength: limits.answerLength });

/** The answer as a person sends it: the text for each question id (for OPTIONS, the text of the option), and the goals. */
export const answerInput = z.object({
  meetingId,
  date: localDate,
  values: z.record(questionId, answerText, {
    error: (issue) => (issue.code === 'invalid_key' ? 'error.QUESTION_UNKNOWN' : undefined),
  }),
  goals: z.array(goalId, 'invalid.list').max(limits.taskLines, 'invalid.tooMany').default([]),
  /** The states of goals, from clients that know them. A state takes precedence over a tick in `goals`. */
  goalStates: z.record(goalId, z.enum(goalStates, 'invalid.choice')).optional(),
  /** Missing if the form named no open blocker, or the member chose nothing. */
  openBlocker: openBlocker.optional(),
  /** Missing if the form could not name a needed member. It has no effect if the answer does not block. */
  needed: neededChoice.optional(),
});
export type AnswerInput = z.output<typeof answerInput>;

export const answer = z.object({
  meetingId,
  memberId,
  date: localDate,
  values: z.record(questionId, z.string()),
  /** The goals that the card offered, with their ticks. An edit of the answer starts with them. */
  goals: z.array(goal),
  hasBlocker: z.boolean(),
  isGoalAchieved: z.boolean(),
  answeredAt: instant,
  editedAt: instant.nullable(),
  /** True if the answer came after the close that applies to this member. */
  isLate: z.boolean(),
  /** True if the answer came before the opening (docs/product-rules.md, Answers). */
  isAhead: z.boolean(),
  /** Activity id of the chat card from which the answer was last sent, and which shows it already; null = sent from the web. */
  sentFrom: z.string().nullable().default(null),
});
export type Answer = z.output<typeof answer>;

/**
 * Signed, so that a client cannot change the run or member of a card (docs/architecture.md, Cards). `sig`: HMAC-SHA-256
 * of the other fields, in base64url.
 */
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

/** Verbs of the buttons on the card of a run. `sameAsLast` fills the form with the member's last answers and sends nothing. */
export const cardVerbs = ['submit', 'edit', 'sameAsLast', 'skip', 'snooze'] as const;
export type CardVerb = (typeof cardVerbs)[number];

/**
 * Prefixes of the names of the card's inputs: `q:` with a question id, with a goal id `g:` (it is done) and `d:` (it is
 * dropped), `b:` with the first date of the open blocker, and `n:` with the id of the needed member that is stored (empty = none).
 */
export const cardInput = { question: 'q:', goal: 'g:', drop: 'd:', blocker: 'b:', needed: 'n:' } as const;

/** Value of the choice that nobody is needed. A client without a choice sends an empty value, which means the same. */
export const nobodyNeeded = 'none';

/** Adaptive Card JSON, schema 1.5. */
export const adaptiveCard = z.record(z.string(), z.unknown());
export type AdaptiveCardJson = z.output<typeof adaptiveCard>;

/** NOT_RUN: the member answered ahead, but the meeting no longer runs on that date. The answer stays readable. */
export const cardStates = ['OPEN', 'ANSWERED', 'SKIPPED', 'AHEAD', 'CLOSED', 'AWAY', 'NOT_ASKED', 'NOT_RUN'] as const;

/**
 * The run after the run of the card, if the caller may answer it ahead; null = it is too early, or the run does not ask the
 * caller.
 */
const nextAhead = z.object({ date: localDate, opensAt: instant }).nullable();

const draftVersion = z.string().max(64, 'invalid.id');

/** Unsent text that a member has typed into the form of a run. Only the member can read it. */
export const answerDraft = z.object({
  values: z.record(questionId, z.string()),
  goals: z.array(goalId),
  goalStates: z.record(goalId, z.enum(goalStates)).optional(),
  /** The choice about the open blocker; left out if the member chose nothing. */
  openBlocker: openBlocker.optional(),
  needed: neededChoice.nullish(),
  /**
   * Changes with each save. A device sends the version that it has read, so that it never overwrites text that its user
   * has not seen.
   */
  version: draftVersion,
  savedAt: instant,
});
export type AnswerDraft = z.output<typeof answerDraft>;

/**
 * Returns the card with which people answer on the web, the same as in the chat. `edit=true` returns an answered card for
 * editing, filled with the answer. `fill=last` fills the form with the caller's last answers to earlier runs of the report.
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
    /** The caller's draft, with which the form of the card is filled; null = there is none, or the card has no form. Missing from a server of an earlier version. */
    draft: answerDraft.nullish(),
    /** The question whose lines are tasks of the timesheet; null = the run asks none. Missing from a server of an earlier version. */
    planQuestion: questionId.nullish(),
    /** The members whom the form can name as needed; null = the form does not ask. Missing from a server of an earlier version. */
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
 * Stores the caller's draft. `version` is the version that the device has read; null = there was no draft. If another device has
 * saved a draft since, the call is refused (DRAFT_CHANGED, `data` as `draftConflict`). Saving the stored draft again changes
 * nothing.
 */
export const saveAnswerDraft = endpoint({
  method: 'POST',
  path: '/api/meeting/draft',
  access: 'answer.write',
  input: answerInput.extend({ version: draftVersion.nullable() }),
  output: z.object({ version: draftVersion, savedAt: instant }),
});

/** `data` of DRAFT_CHANGED: the draft as it is stored now; null = the answer was sent, so the draft was deleted. */
export const draftConflict = z.object({ draft: answerDraft.nullable() });
