import type { MemberId } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { QuietHours } from '#contracts/people/quietHours.ts';
import type { NeededChoice } from '#contracts/answers/goalAndBlockerChoiceSchemas.ts';
import type { Run } from '#contracts/runs/runSchema.ts';
import { offeredGoals } from '../../domain/answers/planLinesAndGoals.ts';
import { isLatePrompt } from '../../domain/runs/lastSendInstants.ts';
import type { AnswerTarget } from '../../services/answers/answerTargetAndAcceptance.ts';
import { askedBlockerOf, asksAboutBlockers } from '../../services/answers/openBlockerToAskAbout.ts';
import { formNeedOf, storedNeed } from '../../services/answers/neededMemberChoice.ts';
import type { FormNeed } from '../../services/answers/neededMemberChoice.ts';
import { withDraft } from '../../services/answers/formFromAnswersAndDraft.ts';
import type { Form } from '../../services/answers/formFromAnswersAndDraft.ts';
import type { OutboxRow } from '../../services/runs/outboxRowAndRunRef.ts';
import { isMember } from '../../store/kinds/messages/messageKindsAndRecipients.ts';
import type { MessageTo } from '../../store/kinds/messages/messageKindsAndRecipients.ts';
import { isWholeCard } from './remindedRunRecipientAndCardForm.ts';
import type { RunContext } from './readAndCacheRunContext.ts';

// Fills the form of a prompt or a reminder with the member's draft, goals and open blocker.

type FormMessage = MessageTo & { readonly claimed: { readonly row: Pick<OutboxRow, 'movedTo'> } };

/**
 * Returns the members whose drafts the messages show: messages with the whole form, except prompts that come at the
 * opening, so that the opening of a run needs no further read.
 */
export const membersWithDraftForm = (
  context: RunContext,
  messages: readonly FormMessage[],
  now: number,
): readonly MemberId[] => {
  const run = context.rows.run?.value;
  if (run === undefined) return [];
  const hasDraftForm = ({ kind, who, claimed }: FormMessage): boolean => {
    switch (kind) {
      case 'snoozedPrompt':
        return true;
      case 'prompt':
        return claimed.row.movedTo != null || isLatePrompt(run, who, now);
      case 'reminder1':
      case 'reminder2':
        return isWholeCard(context, run, who, kind);
      case 'announcement':
      case 'observerSummary':
        return false;
    }
  };
  return messages
    .filter(hasDraftForm)
    .map(({ who }) => who)
    .filter(isMember);
};

/**
 * Returns the needed member that the form shows: the member chosen in the draft, otherwise the needed member of the
 * open blocker. Undefined if the form shows no needed member.
 */
const neededIn = (
  { blockers, members }: RunContext,
  target: AnswerTarget,
  choice: NeededChoice | null | undefined,
): FormNeed | undefined => {
  const { memberId } = target;
  const stored = storedNeed(blockers.get(memberId));
  if (choice == null && stored === null) return undefined;
  if (!asksAboutBlockers(target)) return undefined;
  const chosen = choice == null ? stored : choice.id;
  return formNeedOf(stored, chosen === memberId ? null : chosen, (id) => members.get(id)?.value);
};

export interface PromptForm extends Form {
  readonly canSkip: boolean;
  readonly quietHours: QuietHours | null | undefined;
}

/** Returns the form of a member who has not answered, filled with the member's draft if the batch has read it. */
export const promptFormOf = (context: RunContext, run: Run, target: AnswerTarget): PromptForm => {
  const { memberId } = target;
  const draft = context.drafts?.rows.get(memberId);
  const form = {
    values: {},
    goals: offeredGoals(context.plans.get(memberId), run.date),
    isEdit: false,
    canSkip: context.maySkip,
    quietHours: context.members.get(memberId)?.value.quietHours,
    blocker: askedBlockerOf(target, context.blockers.get(memberId)),
    needed: neededIn(context, target, draft?.needed),
  };
  if (draft === undefined) return form;
  return { ...form, ...withDraft(target, form, draft) };
};
