import { z } from 'zod';
import { localDate, memberId } from '../core/idDateAndZoneSchemas.ts';

export const goalId = z.string().regex(/^[0-9a-f]{16}$/, 'invalid.id');

/**
 * States of a goal after an answer. DONE: the member reached the goal. CARRIED: the goal is offered again in the next
 * run. DROPPED: the member gave the goal up.
 */
export const goalStates = ['DONE', 'CARRIED', 'DROPPED'] as const;
export type GoalState = (typeof goalStates)[number];

/**
 * A goal that the form shows with a check box: a line of the member's last plan, or an earlier goal that was carried
 * over. `id`: 16 hex digits, derived from the text of the line.
 */
export const goal = z.object({
  id: goalId,
  text: z.string(),
  ticked: z.boolean(),
  /** State of the goal; left out if the client supports only ticks. */
  state: z.enum(goalStates).optional(),
  /** Number of the member's runs that have offered the goal, including this one. Left out for the first of them. */
  day: z.int().min(2).optional(),
});
export type Goal = z.output<typeof goal>;

/**
 * The member's choice about an open blocker. STILL: the blocker continues unchanged. RESOLVED: the blocker has ended.
 * CHANGED: the blocker continues, and the answer describes it differently.
 */
export const openBlockerChoices = ['STILL', 'RESOLVED', 'CHANGED'] as const;
export type OpenBlockerChoice = (typeof openBlockerChoices)[number];

/**
 * The member's choice about the open blocker that the form showed. `since`: date on which that blocker began, so that
 * the choice never applies to a later blocker.
 */
export const openBlocker = z.object({ since: localDate, is: z.enum(openBlockerChoices, 'invalid.choice') });
export type OpenBlockerAnswer = z.output<typeof openBlocker>;

/**
 * The member whose help the author needs for the blocker. `id`: null = no help is needed. `shown`: the needed member
 * that the form showed. If `id` equals `shown`, nothing changes, so that an outdated form does not undo a later change.
 */
export const neededChoice = z.object({ id: memberId.nullable(), shown: memberId.nullable().default(null) });
export type NeededChoice = z.output<typeof neededChoice>;
