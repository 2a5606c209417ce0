import type { OutgoingMessage } from '../../gateways/messengerPort.ts';
import type { Actor } from '../core/actor.ts';
import type { AnswerDeps } from '../answers/saveAnswerAndShowCard.ts';
import type { SyncedSender } from '../tenancy/chatEventTypesAndTextRepair.ts';
import type { Deps } from '../core/deps.ts';
import { pendingDeletionValues } from '../tenancy/findPendingDeletionAndError.ts';
import type { PendingDeletion } from '../tenancy/findPendingDeletionAndError.ts';
import type { NoticeButton, NoticeLine, NoticeModel, Reader } from '../core/cardPresenterPort.ts';
import { listMeetingsFor } from './findMeetingsByName.ts';
import { canStartRun } from './startChoices.ts';
import { waitingTitle } from './startReplies.ts';
import { pausedReply } from './pausedReply.ts';
import { listWaiting } from '../answers/waitingRunListAndButtons.ts';
import { waitingRunsFor } from '../answers/waitingRunsAndTeamNames.ts';

export type HelpDeps = AnswerDeps & Pick<Deps, 'publicUrl'>;

const dashboard = (url: string): NoticeButton => ({ kind: 'LINK', title: 'start.openDashboard', url });

const startButton: NoticeButton = { kind: 'COMMAND', title: 'help.startButton', command: 'start' };

const unknown: NoticeModel = {
  title: { key: 'start.unknown' },
  lines: [{ key: 'start.unknownLine' }],
  buttons: [],
};

/** Reply to a person whom an admin disabled in all their teams; no run asks such a person. */
const switchedOff: NoticeModel = {
  title: { key: 'help.switchedOffTitle' },
  lines: [{ key: 'help.switchedOffLine' }],
  buttons: [],
};

/**
 * Returns the reply to a person whose organisation is pending deletion: such an organisation asks no questions and
 * accepts no answers.
 */
const farewell = (pendingDeletion: PendingDeletion, { locale }: Reader): NoticeModel => {
  const values = pendingDeletionValues(pendingDeletion, locale);
  return {
    title: { key: 'bot.endingTitle', values },
    lines: [{ key: 'bot.endingLine', values }],
    buttons: [],
  };
};

const canStart = async (deps: HelpDeps, actor: Actor): Promise<boolean> =>
  (await listMeetingsFor(deps, actor, null)).some(({ value }) => value.isEnabled && canStartRun(actor, value));

/** Returns the reply to `hi`, `help` and unknown commands: the caller's waiting runs and the available commands. */
export const helpCommand = async (
  deps: HelpDeps,
  { actor, reader, pendingDeletion }: SyncedSender,
): Promise<OutgoingMessage> => {
  if (actor === undefined)
    return deps.presenter.notice(pendingDeletion === undefined ? unknown : farewell(pendingDeletion, reader), reader);
  // `syncSender` returns an actor only for a person in a team, so an actor without teams is disabled in all of them.
  if (actor.teamIds.length === 0) return deps.presenter.notice(switchedOff, reader);
  const paused = await pausedReply(deps, { actor, reader }, 'openRun');
  if (paused !== undefined) return paused;
  const [waiting, isStarter] = await Promise.all([waitingRunsFor(deps, actor), canStart(deps, actor)]);
  const how: NoticeLine[] = [{ key: 'help.how' }, ...(isStarter ? [{ key: 'help.howStart' } as const] : [])];
  const listed = listWaiting(deps, actor, waiting, deps.clock.now());
  const title: NoticeModel['title'] =
    waiting.length === 0 ? { key: 'help.nothingTitle' } : waitingTitle(waiting.length);
  const others = [...(isStarter ? [startButton] : []), dashboard(deps.publicUrl)];
  const buttons = waiting.length === 0 ? others : listed.buttons;
  return deps.presenter.notice({ title, lines: [...listed.lines, ...how], buttons }, reader);
};
