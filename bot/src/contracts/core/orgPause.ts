// Reasons why an organisation sends no prompts, and the actions that it still allows. Services and screens use the same table, so
// that no screen offers an action that a call refuses.

export const orgPauses = [
  /** An admin deactivated the organisation, so it opens no runs and accepts no answers. */
  'DEACTIVATED',
  /** The grace days after the trial or after a failed payment are over. */
  'READ_ONLY',
] as const;
export type OrgPause = (typeof orgPauses)[number];

// This file contains no schema, because screens import the table and would then load zod too.
const actions = {
  /** Opens a run by schedule, by `start`, or by an answer ahead. */
  openRun: { DEACTIVATED: false, READ_ONLY: false },
  /** Accepts an answer to a run that has already asked. */
  answerRun: { DEACTIVATED: false, READ_ONLY: true },
  saveNew: { DEACTIVATED: true, READ_ONLY: false },
} as const satisfies Readonly<Record<string, Readonly<Record<OrgPause, boolean>>>>;

export type OrgAction = keyof typeof actions;

/** True if an organisation with this pause allows the action; null = it is not paused. */
export const doesOrgAllow = (action: OrgAction, pause: OrgPause | null): boolean =>
  pause === null || actions[action][pause];
