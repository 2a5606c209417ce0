import type { AnswerDraft } from '#contracts/answers/answerCardAndDraftCalls.ts';
import type {
  Goal,
  GoalState,
  NeededChoice,
  OpenBlockerAnswer,
} from '#contracts/answers/goalAndBlockerChoiceSchemas.ts';
import { settleGoals } from './planLinesAndGoals.ts';
import type { SentGoals } from './planLinesAndGoals.ts';
import { acceptsAnswer } from '../runs/memberInstantsAndOwedAnswers.ts';
import type { Run } from '#contracts/runs/runSchema.ts';
import type { LocalDate, MemberId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { addDays, toInstant } from '../core/zonedTimeAndCalendarDates.ts';

// Rules for the draft of an answer: whether it can still be sent, and whether it is still needed.

interface DraftContent extends SentGoals {
  readonly values: AnswerDraft['values'];
  readonly openBlocker?: OpenBlockerAnswer | null | undefined;
  readonly needed?: NeededChoice | null | undefined;
}

/** The parts of a sent answer that can replace the content of a draft. */
export interface SentForm {
  readonly values: Readonly<Record<string, string>>;
  readonly needed?: NeededChoice | null | undefined;
  /** The goals of the stored answer, with the states that the member chose. */
  readonly goals: readonly Goal[];
}

const entriesOf = (values: Readonly<Record<string, string>>): string =>
  JSON.stringify(Object.entries(values).sort(([a], [b]) => (a < b ? -1 : 1)));

export const isSameDraft = (stored: DraftContent, sent: DraftContent): boolean =>
  entriesOf(stored.values) === entriesOf(sent.values) &&
  JSON.stringify([...stored.goals].sort()) === JSON.stringify([...sent.goals].sort()) &&
  entriesOf(stored.goalStates ?? {}) === entriesOf(sent.goalStates ?? {}) &&
  entriesOf({ ...stored.openBlocker }) === entriesOf({ ...sent.openBlocker }) &&
  stored.needed?.id === sent.needed?.id;

const outcomeOf = ({ ticked, state }: Goal): GoalState | undefined => state ?? (ticked ? 'DONE' : undefined);

/**
 * True if each goal that the draft marks as done or dropped has the same state in the answer. Other goals are ignored,
 * because the form carries goals over by default.
 */
const coversGoals = (draft: SentGoals, goals: readonly Goal[]): boolean =>
  settleGoals(goals, draft).every((goal, index) => {
    const chosen = outcomeOf(goal);
    const sent = goals[index];
    return chosen === undefined || chosen === 'CARRIED' || (sent !== undefined && chosen === outcomeOf(sent));
  });

/**
 * True if the answer contains all texts, the done and dropped goals, and the needed member of the draft. Nothing is
 * lost if the draft is then deleted.
 */
export const coversDraft = (draft: DraftContent, { values, needed, goals }: SentForm): boolean =>
  coversGoals(draft, goals) &&
  (draft.needed?.id == null || draft.needed.id === draft.needed.shown || draft.needed.id === needed?.id) &&
  Object.entries(draft.values).every(
    ([id, text]) => text.trim() === '' || (Object.hasOwn(values, id) && values[id]?.trim() === text.trim()),
  );

/**
 * Number of days after a date until the date's opening has passed in every zone. If the date has no run by then, a
 * draft for it can never be sent.
 */
const daysWithoutRun = 2;

/** True if the member can no longer send the draft, because the run is over for the member or never opened. */
export const isDraftOver = (
  { memberId, date }: { readonly memberId: MemberId; readonly date: LocalDate },
  run: Run | undefined,
  now: number,
): boolean => {
  if (run !== undefined) return !acceptsAnswer(run, memberId, now);
  return date < addDays(toInstant(now).slice(0, 10) as LocalDate, -daysWithoutRun);
};
