import type { TurnContext } from 'botbuilder';
import { Dialog } from 'botbuilder-dialogs/lib/dialog.js';
import type { DialogTurnResult } from 'botbuilder-dialogs/lib/dialog.js';
import { DialogContext } from 'botbuilder-dialogs/lib/dialogContext.js';
import { DialogSet } from 'botbuilder-dialogs/lib/dialogSet.js';
import { cardVerbs } from '#contracts/answers/answerCardDataAndVerbs.ts';
import type { CardVerb } from '#contracts/answers/answerCardDataAndVerbs.ts';
import type { CardReply } from '../../services/tenancy/chatEventTypesAndTextRepair.ts';
import { pressedButtonIn } from '../parseInboundActivity.ts';

/** A pressed button of a card about a run. `data` is unverified: the service checks its signature. */
export interface CardPress {
  readonly verb: CardVerb;
  readonly data: unknown;
}

type Act = (press: CardPress) => Promise<CardReply>;

/**
 * Result of the dialog. A failure is returned and not thrown, because the dialog library would wrap a thrown error and
 * hide that it is a refusal.
 */
type Ended = { readonly reply: CardReply } | { readonly failure: unknown };

/**
 * A dialog with one step, because answering needs only one card: it reads the card's values, calls one service and
 * ends. It keeps no state, so any number of open cards work at the same time, even after a restart.
 */
class CardDialog extends Dialog<{ readonly act: Act }> {
  constructor() {
    super('standup');
  }
  override async beginDialog(dc: DialogContext, options?: { readonly act: Act }): Promise<DialogTurnResult> {
    const { verb: pressed, data } = pressedButtonIn(dc.context.activity) ?? {};
    const verb = cardVerbs.find((item) => item === pressed);
    if (options === undefined || verb === undefined) return dc.endDialog();
    const ended = await options.act({ verb, data }).then(
      (reply): Ended => ({ reply }),
      (failure: unknown): Ended => ({ failure }),
    );
    return dc.endDialog(ended);
  }
}

const dialogs = new DialogSet().add(new CardDialog());

/**
 * Key under which the dialog library stores its configuration in the state of a turn. The configuration is the same in
 * every turn.
 */
const configured = 'DialogStateManagerConfiguration';
let configuration: unknown;

/**
 * Runs the dialog with a state that lasts one turn. Answers are stored in the product's tables, where writes are
 * conditional.
 */
export const answerCardByDialog = async (context: TurnContext, act: Act): Promise<CardReply> => {
  // Reuses the value of an earlier turn, because computing it takes the library longer than the rest of the dialog.
  if (configuration !== undefined) context.turnState.set(configured, configuration);
  const dc = new DialogContext(dialogs, context, { dialogStack: [] });
  configuration ??= context.turnState.get(configured);
  const { result } = (await dc.beginDialog('standup', { act })) as DialogTurnResult<Ended | undefined>;
  if (result === undefined) throw new Error('The dialog was begun without a card');
  if ('failure' in result) throw result.failure;
  return result.reply;
};
