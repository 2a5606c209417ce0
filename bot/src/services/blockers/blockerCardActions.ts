import { blockerCardData, blockerNoteInput } from '#contracts/blockers/blockerCardDataAndVerbs.ts';
import type { BlockerCardData, BlockerVerb } from '#contracts/blockers/blockerCardDataAndVerbs.ts';
import { changeBlocker } from '#contracts/blockers/blockerCalls.ts';
import { AppError } from '#contracts/core/errorCodesAndAppError.ts';
import type { MessageKey } from '#contracts/text/translateAndMessageKeyTypes.ts';
import type { BlockerChange } from '../../domain/blockers/blockerStateAndAllowedChanges.ts';
import { inOrg } from '../../store/recordKindsAndAccess.ts';
import type { Actor } from '../core/actor.ts';
import type { BlockerModel, Presenter } from '../core/cardPresenterPort.ts';
import type { Deps } from '../core/deps.ts';
import type { CardReply, SyncedSender } from '../tenancy/chatEventTypesAndTextRepair.ts';
import { blockerModel, readBlockerFacts } from './blockerFactsAndCardModel.ts';
import type { BlockerCardDeps } from './blockerFactsAndCardModel.ts';
import { applyChange, requireBlocker } from './changeBlocker.ts';
import type { BlockerDeps } from './changeBlocker.ts';

// Handles the buttons of the cards about a blocker. The rights of the person who pressed are checked when the button is
// pressed, by the same rules as on the web.

export type BlockerActionDeps = BlockerDeps &
  BlockerCardDeps &
  Pick<Deps, 'translateFor'> & { readonly presenter: Presenter };

/** The press of a button as the client sent it. `data` is not verified yet. */
export interface BlockerPress {
  readonly verb: BlockerVerb;
  readonly data: unknown;
}

const verified = (deps: BlockerActionDeps, data: unknown): BlockerCardData => {
  const parsed = blockerCardData.safeParse(data);
  if (!parsed.success || !deps.signer.isGenuineBlocker(parsed.data)) throw new AppError('CARD_INVALID');
  return parsed.data;
};

const noteSchema = changeBlocker.input.shape.note;

/** A note that the schema refuses. `problem` is the reason. */
interface RefusedNote {
  readonly text: string;
  readonly problem: MessageKey;
}

const readNote = (data: unknown): { readonly note: string | null } | RefusedNote => {
  const typed = (data as Readonly<Record<string, unknown>>)[blockerNoteInput];
  const sent = noteSchema.safeParse(typed);
  if (sent.success) return { note: sent.data == null || sent.data === '' ? null : sent.data };
  const why = sent.error.issues[0]?.message ?? 'blocker.noteTooLong';
  return { text: typeof typed === 'string' ? typed : '', problem: why as MessageKey };
};

const changeOf = ({ verb, data }: BlockerPress): BlockerChange | RefusedNote => {
  switch (verb) {
    case 'blockerOnIt':
      return { action: 'ACKNOWLEDGE' };
    case 'blockerResolved':
      return { action: 'RESOLVE' };
    case 'blockerNotMe': {
      const note = readNote(data);
      return 'problem' in note ? note : { action: 'HAND_BACK', note: note.note };
    }
  }
};

/**
 * True if the error means that the card shows an earlier state of the blocker. The reply to the press is then the card
 * with the current state.
 */
const isOutdated = (error: unknown): error is AppError =>
  error instanceof AppError && ['BLOCKER_CHANGED', 'BLOCKER_RESOLVED', 'FORBIDDEN'].includes(error.code);

/**
 * Applies the change. If it is refused and the card with the current state would not show why, returns the reason;
 * otherwise undefined. An error that does not mean an outdated card is thrown.
 */
const act = async (
  deps: BlockerActionDeps,
  actor: Actor,
  change: BlockerChange,
  card: BlockerCardData,
): Promise<MessageKey | undefined> => {
  try {
    const place = await requireBlocker(deps, actor, card);
    await applyChange(deps, actor, place, { change, since: card.since });
  } catch (error) {
    if (!isOutdated(error)) throw error;
    // `number` 0: the reader was informed, not named as needed. The card of such a reader does not show that the reader
    // lost the right to the change, so the reply states the reason.
    if (error.code === 'FORBIDDEN' && card.number === 0) return 'error.FORBIDDEN';
  }
  return undefined;
};

const modelOf = async (
  deps: BlockerActionDeps,
  { actor }: Pick<SyncedSender, 'actor'>,
  card: BlockerCardData,
  problem: MessageKey | undefined,
): Promise<BlockerModel> => {
  const place = { teamId: card.T, meetingId: card.meetingId, memberId: card.memberId };
  const facts = await readBlockerFacts(inOrg(deps.store, card.O), place, deps.clock.now());
  if (facts === undefined) throw new AppError('NOT_FOUND');
  const isAdmin = actor?.role === 'admin';
  const of = { who: card.neededId, number: card.number, since: card.since };
  return blockerModel(deps, card.O, facts, { card: of, isAdmin, problem });
};

/**
 * Returns the card again with a refused note, so that the reader can shorten it. If the card no longer has a button for
 * the note, it shows only the current state. Throws the refusal if the card would be too large; the note then stays in
 * the pressed card.
 */
const drawnWithNote = async (
  deps: BlockerActionDeps,
  sender: SyncedSender & { readonly actor: Actor },
  card: BlockerCardData,
  { text, problem }: RefusedNote,
): Promise<CardReply> => {
  await requireBlocker(deps, sender.actor, card);
  const model = await modelOf(deps, sender, card, undefined);
  if (!model.actions.includes('HAND_BACK')) return deps.presenter.blocker(model, sender.reader);
  const message = deps.presenter.blocker({ ...model, problem, typedNote: text }, sender.reader);
  if (!deps.presenter.isWithinBudget(message)) throw new AppError('INVALID_INPUT', { message: problem });
  return message;
};

/** Returns the refusal as a separate message, so that the pressed card and its typed note stay. */
const refused = (deps: BlockerActionDeps, { reader }: Pick<SyncedSender, 'reader'>, error: AppError): CardReply => {
  const own = error.code === 'NOT_FOUND' ? 'blocker.gone' : error.details.message;
  const why = own ?? (`error.${error.code}` as const);
  const t = deps.translateFor(reader.locale);
  const title = 'card.blockerRefused';
  const message = deps.presenter.notice({ title: { key: title }, lines: [{ key: why }], buttons: [] }, reader);
  return { ...deps.presenter.withNotification(message, `${t(title)}. ${t(why)}`), replacesCard: false };
};

/**
 * Handles the press of a button. A refusal (AppError) is returned as a card with the reason; only unexpected errors are
 * thrown.
 */
export const blockerAction = async (
  deps: BlockerActionDeps,
  sender: SyncedSender,
  press: BlockerPress,
): Promise<CardReply> => {
  try {
    const card = verified(deps, press.data);
    const { actor } = sender;
    if (actor?.orgId !== card.O) throw new AppError('NOT_FOUND');
    if (actor.memberId !== card.neededId) throw new AppError('NOT_YOUR_CARD');
    const change = changeOf(press);
    if ('problem' in change) return await drawnWithNote(deps, { ...sender, actor }, card, change);
    const model = await modelOf(deps, sender, card, await act(deps, actor, change, card));
    return deps.presenter.blocker(model, sender.reader);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return refused(deps, sender, error);
  }
};
