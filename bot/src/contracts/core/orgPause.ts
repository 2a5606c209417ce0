// Reasons why an organisation sends no prompts at all, and the actions that it still allows. Services and screens use the same
// table, so that no screen offers an action that a call refuses.

export const orgPauses = [
  /** An admin deactivated it. */
  'DEACTIVATED',
  /** The trial or a payment is long over. */
  'READ_ONLY',
] as const;
export type OrgPause = (typeof orgPauses)[number];

// No schema here: screens import the table, and zod would come along.
const actions = {
  /** Opens runs: by schedule, by `start`, and by an answer ahead. */
  openRun: { DEACTIVATED: false, READ_ONLY: false },
  /** Takes an answer to a run that has asked already. */
  answerRun: { DEACTIVATED: false, READ_ONLY: true },
  /** Saves reports and tasks: the calls that are marked `isNew`. */
  saveNew: { DEACTIVATED: true, READ_ONLY: false },
} as const satisfies Readonly<Record<string, Readonly<Record<OrgPause, boolean>>>>;

export type OrgAction = keyof typeof actions;

/** True if an organisation in this state allows the action; null = it is not paused. */
export const doesOrgAllow = (action: OrgAction, pause: OrgPause | null): boolean =>
  pause === null || actions[action][pause];
