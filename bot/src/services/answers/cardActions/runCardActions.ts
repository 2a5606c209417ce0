import { cardData } from '#contracts/answers/answerCardDataAndVerbs.ts';
import type { NeededChoice } from '#contracts/answers/goalAndBlockerChoiceSchemas.ts';
import type { CardData, CardVerb } from '#contracts/answers/answerCardDataAndVerbs.ts';
import { AppError } from '#contracts/core/errorCodesAndAppError.ts';
import type { ErrorCode } from '#contracts/core/errorCodesAndAppError.ts';
import { choiceInput, skipReason, snoozeLength } from '#contracts/answers/skipAndSnoozeCalls.ts';
import type { OutgoingMessage } from '../../../gateways/messengerPort.ts';
import { inOrg } from '../../../store/recordKindsAndAccess.ts';
import { answerAs, showCard } from '../saveAnswerAndShowCard.ts';
import type { AnswerDeps, Answering } from '../saveAnswerAndShowCard.ts';
import { readPickedNeed } from '../neededMemberChoice.ts';
import { showRefusedReason, skipAs } from '../skipRun.ts';
import { snoozeAs } from '../snoozeRun.ts';
import { findTarget } from '../answerTargetAndAcceptance.ts';
import type { CardReply, BotInstallations, Sender } from '../../tenancy/chatEventTypesAndTextRepair.ts';
import { findPickedMember } from '../../teamsSync/findPickedMember.ts';
import { readerOfSender } from '../../teamsSync/senderSyncAndPersonalInstall.ts';
import { parseChoice, inputsOf, parseAnswer, textOfInput } from './readCardInputs.ts';
import type { VerifiedPress } from './readCardInputs.ts';
import { refusalNotice, sentenceOfError, refusalTitle } from './refusalOfPress.ts';
import { findMemberOfCard } from './findMemberOfCard.ts';
import { showFormAgain, canShowAgain } from './showFormAgain.ts';

// Handles the buttons on the card of a run. The data of a press is untrusted: a client may have changed it, and any
// person who sees the card may press its buttons.

/** Returns the choice of the needed member; undefined for a card that has no input for the needed member. */
const neededIn = (
  deps: AnswerDeps,
  { orgId, teamId }: Answering['memberRun'],
  { data, tid }: Pick<VerifiedPress, 'data' | 'tid'>,
): Promise<NeededChoice | undefined> => {
  const { picked } = inputsOf(data);
  if (picked === undefined) return Promise.resolve(undefined);
  return readPickedNeed(picked, (person) => findPickedMember(deps, tid, { orgId, teamId }, person));
};

const submit = async (deps: AnswerDeps, answering: Answering, press: VerifiedPress): Promise<OutgoingMessage> => {
  const { data } = press;
  let needed: NeededChoice | undefined;
  try {
    needed = await neededIn(deps, answering.memberRun, press);
    return (await answerAs(deps, answering, parseAnswer(press, needed))).message;
  } catch (error) {
    const canBeCorrected =
      error instanceof AppError && (error.code === 'INVALID_INPUT' || error.code === 'QUESTION_UNKNOWN');
    if (canBeCorrected && canShowAgain(data)) return showFormAgain(deps, answering, { data, needed }, error);
    throw error;
  }
};

const currentCard = async (
  deps: AnswerDeps,
  answering: Answering,
  how: Pick<Parameters<typeof showCard>[1], 'edit' | 'sameAsLast'>,
): Promise<OutgoingMessage> => {
  const target = await findTarget(
    deps,
    inOrg(deps.store, answering.memberRun.orgId),
    answering.memberRun,
    deps.clock.now(),
  );
  return (await showCard(deps, { target, who: answering, ...how })).message;
};

/**
 * Skips the run. If the typed reason is refused, returns the card with this reason and the error, so that the member
 * can shorten it.
 */
const skipWithReason = async (deps: AnswerDeps, answering: Answering, data: object): Promise<OutgoingMessage> => {
  let reason: string | undefined;
  try {
    reason = parseChoice(skipReason.optional(), data, choiceInput.reason);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const { key, values } = sentenceOfError(error);
    const refused = {
      text: textOfInput((data as Readonly<Record<string, unknown>>)[choiceInput.reason]),
      problem: deps.translateFor(answering.locale)(key, values),
    };
    const again = await showRefusedReason(deps, answering, refused);
    if (again === undefined) throw error;
    return again;
  }
  return (await skipAs(deps, answering, reason)).message;
};

const settled: ReadonlySet<string> = new Set<ErrorCode>(['RUN_ANSWERED', 'RUN_SKIPPED']);

/**
 * Skips or snoozes the run. If the member has already answered the run, or snoozes a run that they skipped, returns the
 * card with that answer or skip and changes nothing.
 */
const choose = async (
  deps: AnswerDeps,
  answering: Answering,
  { verb, data }: VerifiedPress,
): Promise<OutgoingMessage> => {
  try {
    return verb === 'skip'
      ? await skipWithReason(deps, answering, data)
      : (await snoozeAs(deps, answering, parseChoice(snoozeLength, data, choiceInput.length))).message;
  } catch (error) {
    if (error instanceof AppError && settled.has(error.code)) return currentCard(deps, answering, { edit: false });
    throw error;
  }
};

/**
 * Fills the form with the last answer. A picked person who is not a member is ignored and not refused, because the form
 * is not sent yet.
 */
const fillSameAsLast = async (
  deps: AnswerDeps,
  answering: Answering,
  press: VerifiedPress,
): Promise<OutgoingMessage> => {
  const needed = await neededIn(deps, answering.memberRun, press).catch((error: unknown) => {
    if (error instanceof AppError) return undefined;
    throw error;
  });
  return currentCard(deps, answering, { edit: false, sameAsLast: { ...inputsOf(press.data), needed } });
};

const act = async (deps: AnswerDeps, answering: Answering, press: VerifiedPress): Promise<OutgoingMessage> => {
  switch (press.verb) {
    case 'submit':
      return submit(deps, answering, press);
    case 'edit':
      return currentCard(deps, answering, { edit: true });
    case 'sameAsLast':
      return fillSameAsLast(deps, answering, press);
    case 'skip':
    case 'snooze':
      return choose(deps, answering, press);
  }
};

const verified = (deps: AnswerDeps, data: unknown): CardData => {
  const parsed = cardData.safeParse(data);
  if (!parsed.success || !deps.signer.isGenuine(parsed.data)) throw new AppError('CARD_INVALID');
  return parsed.data;
};

/** A press of a button as it arrived. `data` is untrusted, because it comes from the client. */
export interface CardPress {
  readonly verb: CardVerb;
  readonly data: unknown;
  /** Activity id of the pressed card; null if the chat does not send it. */
  readonly pressed: string | null;
  /**
   * The sender's memberships, if the caller has already read them; undefined = the membership is read from the store.
   */
  readonly seats?: BotInstallations | undefined;
}

/**
 * Handles a press of a button on the card of a run. A refusal (AppError) is returned as a card with the reason; only
 * unexpected errors are thrown.
 */
export const cardAction = async (
  deps: AnswerDeps,
  sender: Sender,
  { verb, data, pressed, seats }: CardPress,
): Promise<CardReply> => {
  try {
    const card = verified(deps, data);
    const who = await findMemberOfCard(deps, sender, { card, pressed, seats });
    return await act(deps, who, { verb, card, data: data as object, tid: sender.tid });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    // The card may be in a channel, so the refusal of one person must not replace it for all readers. A card whose
    // submit, skip or snooze was refused stays too, because it holds the typed values.
    const isForeign = error.code === 'NOT_YOUR_CARD' || error.code === 'CARD_INVALID';
    const replacesCard = (verb === 'edit' || verb === 'sameAsLast') && !isForeign;
    return {
      ...refusalNotice(deps, readerOfSender(sender, seats?.places[0]?.row), refusalTitle(error, verb), error),
      replacesCard,
    };
  }
};
