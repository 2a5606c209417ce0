import type { NeededChoice } from '#contracts/answers/goalAndBlockerChoiceSchemas.ts';
import type { AppError } from '#contracts/core/errorCodesAndAppError.ts';
import type { OutgoingMessage } from '../../../gateways/messengerPort.ts';
import { inOrg } from '../../../store/recordKindsAndAccess.ts';
import { answer as answerKind } from '../../../store/kinds/answers/answerAndHistory.ts';
import { plan } from '../../../store/kinds/answers/latestPlan.ts';
import { offeredGoals, settleGoals } from '../../../domain/answers/planLinesAndGoals.ts';
import { readerOf } from '../saveAnswerAndShowCard.ts';
import type { AnswerDeps, Answering } from '../saveAnswerAndShowCard.ts';
import { askCard } from '../buildMemberRunCards.ts';
import { askedBlockerOf, findTrackedBlocker } from '../openBlockerToAskAbout.ts';
import { findFormNeed } from '../neededMemberChoice.ts';
import { findTarget } from '../answerTargetAndAcceptance.ts';
import { inputsOf } from './readCardInputs.ts';
import { sentenceOfError } from './refusalOfPress.ts';

/** Returns the form again with the typed values and the error message, so that the member does not lose the values. */
export const showFormAgain = async (
  deps: AnswerDeps,
  answering: Answering,
  { data, needed: choice }: { readonly data: object; readonly needed: NeededChoice | undefined },
  error: AppError,
): Promise<OutgoingMessage> => {
  const records = inOrg(deps.store, answering.memberRun.orgId);
  const target = await findTarget(deps, records, answering.memberRun, deps.clock.now());
  const { values, openBlocker, ...sent } = inputsOf(data);
  const [last, given, tracked] = await Promise.all([
    records.get(plan, target),
    records.get(answerKind, target),
    findTrackedBlocker(records, target),
  ]);
  const { key, values: inWords } = sentenceOfError(error);
  const problem = deps.translateFor(answering.locale)(key, inWords);
  const ticked = settleGoals(given?.value.goals ?? offeredGoals(last?.value, target.date), sent);
  const known = new Set<string>(target.questions.map((question) => question.id));
  const kept = Object.fromEntries(Object.entries(values).filter(([id]) => known.has(id)));
  const asked = given === undefined ? askedBlockerOf(target, tracked) : undefined;
  const blocker = asked === undefined ? undefined : { ...asked, is: openBlocker?.is };
  const needed = await findFormNeed(records, target, tracked, choice);
  const filled = {
    values: kept,
    goals: ticked,
    isEdit: false,
    problem,
    canSkip: target.maySkip !== false,
    quietHours: answering.member.quietHours,
    blocker,
    needed,
  };
  return askCard(deps, target, filled, readerOf(target, answering));
};

/**
 * Maximum number of typed characters with which the form is shown again. A longer input stays in the pressed card, and
 * the chat shows the error next to that card.
 */
const maxShownAgain = 20_000;

export const canShowAgain = (data: object): boolean =>
  Object.values(inputsOf(data).values).reduce((sum, value) => sum + value.length, 0) <= maxShownAgain;
