// Reasons why an organisation sends no prompts, and the actions that each still allows. Services and screens share the
// table, so that no screen offers an action that the server refuses.

export const orgPauses = [
  /** An admin deactivated the organisation, so it opens no runs and accepts no answers. */
  'DEACTIVATED',
  /** The grace days after the end of the trial, a failed payment or the loss of the payment method are over. */
  'READ_ONLY',
] as const;
export type OrgPause = (typeof orgPauses)[number];

// This file contains no schema, because screens import it and would otherwise also load zod.
const actions = {
  /** Opens a run: by its schedule, by the call `start`, or by an answer before its planned opening. */
  openRun: { DEACTIVATED: false, READ_ONLY: false },
  /** Accepts an answer to a run that is already open. */
  answerRun: { DEACTIVATED: false, READ_ONLY: true },
  saveNew: { DEACTIVATED: true, READ_ONLY: false },
} as const satisfies Readonly<Record<string, Readonly<Record<OrgPause, boolean>>>>;

export type OrgAction = keyof typeof actions;

/** True if an organisation with this pause allows the action. `pause` is null if the organisation is not paused. */
export const doesOrgAllow = (action: OrgAction, pause: OrgPause | null): boolean =>
  pause === null || actions[action][pause];
