import { AppError } from '#contracts/core/errorCodesAndAppError.ts';
import type { MessageKey } from '#contracts/text/translateAndMessageKeyTypes.ts';
import {
  approveWeek as approveCall,
  returnWeek as returnCall,
  weekCardData,
  weekNoteInput,
} from '#contracts/timesheets/weekApprovalCallsAndCardData.ts';
import type { WeekCardData, WeekVerb } from '#contracts/timesheets/weekApprovalCallsAndCardData.ts';
import type { Actor } from '../core/actor.ts';
import type { CardReply, SyncedSender } from '../tenancy/chatEventTypesAndTextRepair.ts';
import type { Presenter } from '../core/cardPresenterPort.ts';
import { weekOf } from './weekViewAndWaitingWeeks.ts';
import { teamNameOf, weekModel } from './weekCardModelAndApprovers.ts';
import type { WeekCardDeps } from './weekCardModelAndApprovers.ts';
import { approveWeek, returnWeek } from './weekApproval.ts';
import type { StateDeps } from './weekApproval.ts';
import type { Deps } from '../core/deps.ts';

// Handles the buttons of a card that asks for the approval of a week. The permissions of the person who pressed are
// checked when the button is pressed, by the same rules as on the web.

export type WeekActionDeps = StateDeps & WeekCardDeps & Pick<Deps, 'translateFor'> & { readonly presenter: Presenter };

/** The press of a button as the client sent it. `data` is not verified yet. */
export interface WeekPress {
  readonly verb: WeekVerb;
  readonly data: unknown;
}

const verified = (deps: WeekActionDeps, data: unknown): WeekCardData => {
  const parsed = weekCardData.safeParse(data);
  if (!parsed.success || !deps.signer.isGenuineWeek(parsed.data)) throw new AppError('CARD_INVALID');
  return parsed.data;
};

const noteIn = (data: unknown): unknown => (data as Readonly<Record<string, unknown>>)[weekNoteInput] ?? '';

const act = async (
  deps: WeekActionDeps,
  actor: Actor,
  { verb, data }: WeekPress,
  card: WeekCardData,
): Promise<void> => {
  const path = { teamId: card.T, memberId: card.memberId, monday: card.monday };
  switch (verb) {
    case 'approveWeek':
      await approveWeek(deps, actor, approveCall.input.parse({ ...path, version: card.version }));
      return;
    case 'returnWeek': {
      const parsed = returnCall.input.safeParse({ ...path, note: noteIn(data) });
      if (parsed.success) await returnWeek(deps, actor, parsed.data);
      else
        throw new AppError('INVALID_INPUT', {
          message: (parsed.error.issues[0]?.message ?? 'timesheet.noteMissing') as MessageKey,
        });
    }
  }
};

/**
 * True if the press failed because the week has changed since the card was drawn. The card is then drawn again, with
 * the present week and the reason.
 */
const isOutdated = (error: unknown): error is AppError =>
  error instanceof AppError && (error.code === 'WEEK_CHANGED' || error.code === 'WEEK_STATE');

const drawn = async (
  deps: WeekActionDeps,
  { actor, reader }: { readonly actor: Actor; readonly reader: SyncedSender['reader'] },
  card: WeekCardData,
  problem: MessageKey | undefined,
): Promise<CardReply> => {
  const path = { teamId: card.T, memberId: card.memberId, monday: card.monday };
  const facts = await weekOf(deps, actor, path, 'timesheet.approve');
  const teamName = await teamNameOf(deps, actor.orgId, card.T);
  return deps.presenter.week(
    weekModel(deps, facts, { teamName, ...(problem === undefined ? {} : { problem }) }),
    reader,
  );
};

/** Returns the refusal as a separate message, so that the pressed card and its typed values stay. */
const refused = (deps: WeekActionDeps, { reader }: Pick<SyncedSender, 'reader'>, error: AppError): CardReply => {
  const why = error.details.message ?? (`error.${error.code}` as const);
  const t = deps.translateFor(reader.locale);
  const message = deps.presenter.notice(
    { title: { key: 'card.weekRefused' }, lines: [{ key: why }], buttons: [] },
    reader,
  );
  const text = `${t('card.weekRefused')}. ${t(why)}`;
  return { ...deps.presenter.withNotification(message, text), replacesCard: false };
};

/**
 * Handles the press of a button. A refusal (AppError) is returned as a card with the reason; only unexpected errors are
 * thrown.
 */
export const weekAction = async (deps: WeekActionDeps, sender: SyncedSender, press: WeekPress): Promise<CardReply> => {
  try {
    const card = verified(deps, press.data);
    const { actor, reader } = sender;
    if (actor?.orgId !== card.O) throw new AppError('NOT_FOUND');
    const who = { actor, reader };
    try {
      await act(deps, actor, press, card);
      return await drawn(deps, who, card, undefined);
    } catch (error) {
      if (!isOutdated(error)) throw error;
      return await drawn(deps, who, card, `error.${error.code}`);
    }
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return refused(deps, sender, error);
  }
};
