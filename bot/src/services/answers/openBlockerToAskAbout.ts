import type { OpenBlockerChoice } from '#contracts/answers/goalAndBlockerChoiceSchemas.ts';
import type { LocalDate, OrgId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { sinceOf, textOfBlocker } from '../../domain/blockers/blockerStateAndAllowedChanges.ts';
import type { TrackedBlocker } from '../../domain/blockers/blockerStateAndAllowedChanges.ts';
import type { Records } from '../../store/recordKindsAndAccess.ts';
import { blocker } from '../../store/kinds/blockers/blocker.ts';
import type { AnswerTarget } from './answerTargetAndAcceptance.ts';

/** The member's open blocker from an earlier date. The form of a later run begins with a question about it. */
export interface AskedBlocker {
  readonly since: LocalDate;
  readonly text: string;
  /** The choice that the member has already made about the blocker; set only if the form is shown again. */
  readonly is?: OpenBlockerChoice | undefined;
}

/** True if the run has a question about blockers. Only then can its form ask about an open blocker. */
export const asksAboutBlockers = ({ questions }: Pick<AnswerTarget, 'questions'>): boolean =>
  questions.some((question) => question.isBlocker);

/** Returns the blocker about which the form of this run asks; undefined if none is open from an earlier date. */
export const askedBlockerOf = (
  { questions, date }: Pick<AnswerTarget, 'questions' | 'date'>,
  tracked: TrackedBlocker | undefined,
): AskedBlocker | undefined =>
  tracked?.isOpen === true && sinceOf(tracked) < date && asksAboutBlockers({ questions })
    ? { since: sinceOf(tracked), text: textOfBlocker(tracked) }
    : undefined;

/**
 * Returns the member's last blocker in this report, open or resolved; undefined if there is none or the run asks no
 * question about blockers.
 */
export const findTrackedBlocker = async (
  records: Records<OrgId>,
  target: AnswerTarget,
): Promise<TrackedBlocker | undefined> =>
  asksAboutBlockers(target) ? (await records.get(blocker, target))?.value : undefined;
