import type { TurnContext } from 'botbuilder';
import { Dialog } from 'botbuilder-dialogs/lib/dialog.js';
import type { DialogTurnResult } from 'botbuilder-dialogs/lib/dialog.js';
import { DialogContext } from 'botbuilder-dialogs/lib/dialogContext.js';
import { DialogSet } from 'botbuilder-dialogs/lib/dialogSet.js';
import type { CardReply } from '../../services/tenancy/inboundChat.ts';
import { pressedButtonIn } from '../inboundActivity.ts';

/** A pressed button of a prompt. `data` is unverified: the service checks its signature. */
export interface CardPress {
  readonly verb: 'submit' | 'edit';
  readonly data: unknown;
}

type Act = (press: CardPress) => Promise<CardReply>;

/** A failure travels as a result: the dialog library would wrap it, and a refusal would no longer be known as one. */
type Ended = { readonly reply: CardReply } | { readonly failure: unknown };

/**
 * Answering is one card, so its dialog is one step: it reads the card's values, makes one service call and ends. Nothing is kept
 * in dialog state, hence any number of open cards work at once, also after a restart.
 */
class CardDialog extends Dialog<{ readonly act: Act }> {
  constructor() {
    super('standup');
  }
  override async beginDialog(dc: DialogContext, options?: { readonly act: Act }): Promise<DialogTurnResult> {
    const { verb, data } = pressedButtonIn(dc.context.activity) ?? {};
    if (options === undefined || (verb !== 'submit' && verb !== 'edit')) return dc.endDialog();
    const ended = await options.act({ verb, data }).then(
      (reply): Ended => ({ reply }),
      (failure: unknown): Ended => ({ failure }),
    );
    return dc.endDialog(ended);
  }
}

const dialogs = new DialogSet().add(new CardDialog());

/** Under it the library keeps, for the rest of a turn, where dialogs may store things: always the same places. */
const configured = 'DialogStateManagerConfiguration';
let configuration: unknown;

/** Runs the dialog with a state of this turn only. Answers are stored in the product's tables, where writes are conditional. */
export const answerByDialog = async (context: TurnContext, act: Act): Promise<CardReply> => {
  // The library needs more time to find these places again than for the rest of the dialog.
  if (configuration !== undefined) context.turnState.set(configured, configuration);
  const dc = new DialogContext(dialogs, context, { dialogStack: [] });
  configuration ??= context.turnState.get(configured);
  const { result } = (await dc.beginDialog('standup', { act })) as DialogTurnResult<Ended | undefined>;
  if (result === undefined) throw new Error('The dialog was begun without a card');
  if ('failure' in result) throw result.failure;
  return result.reply;
};
