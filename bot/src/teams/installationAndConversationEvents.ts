import { TeamsInfo } from 'botbuilder';
import type { Activity, ChannelAccount, TurnContext } from 'botbuilder';
import { AppError } from '#contracts/core/errorCodesAndAppError.ts';
import { productName } from '#contracts/core/limitsAndProductConstants.ts';
import type { MessageKey } from '#contracts/text/translateAndMessageKeyTypes.ts';
import { rosterPerson } from '../gateways/botframework/rosterPerson.ts';
import type { OutgoingMessage, RosterPerson } from '../gateways/messengerPort.ts';
import type { NoticeButton, Presenter, Reader } from '../services/core/cardPresenterPort.ts';
import type { Thread } from '../services/tenancy/chatEventTypesAndTextRepair.ts';
import type { BotServices } from './botServicesPort.ts';
import { refOf, channelDataOf, isPersonal, senderOf, unknownSenderOf, threadOf } from './parseInboundActivity.ts';
import { sendReply } from './botReplies.ts';
import type { ReplyContext } from './botReplies.ts';

export interface InstallDeps extends ReplyContext {
  readonly services: BotServices;
}

const link = (title: MessageKey, url: string): NoticeButton => ({ kind: 'LINK', title, url });
const command = (title: MessageKey, text: string): NoticeButton => ({ kind: 'COMMAND', title, command: text });

const dashboardButtons = [link('bot.openDashboard', '/'), command('bot.whatIsOpen', 'hi')];
/** A new team has no report, so its first button leads to the form for creating one. */
const teamButtons = [link('bot.createReport', '/reports/create'), ...dashboardButtons];

interface Greeting {
  readonly lines: readonly MessageKey[];
  readonly buttons: readonly NoticeButton[];
}
const personalGreeting: Greeting = {
  lines: ['bot.welcomePersonal', 'bot.welcomePersonalNext'],
  buttons: dashboardButtons,
};
const teamGreeting: Greeting = {
  lines: ['bot.welcomeTeam', 'bot.welcomeTeamCreate', 'bot.welcomeTeamNext'],
  buttons: teamButtons,
};

const welcomeMessage = (presenter: Presenter, { lines, buttons }: Greeting, reader: Reader): OutgoingMessage =>
  presenter.notice(
    {
      title: { key: 'bot.welcomeTitle', values: { product: productName } },
      lines: lines.map((key) => ({ key })),
      buttons,
    },
    reader,
  );

/**
 * Handles one of the several events that Teams sends for an installation. The service decides whether a welcome is due;
 * an upgrade sends none.
 */
const installed = async (
  context: TurnContext,
  { services, presenter }: InstallDeps,
  isUpgrade: boolean,
): Promise<void> => {
  const { activity } = context;
  const sender = senderOf(activity);
  const known = sender === undefined ? undefined : await services.syncSender(sender);
  const reader = known?.reader ?? unknownSenderOf(activity);
  if (isPersonal(activity)) {
    if (sender === undefined) return;
    const { isWelcomeDue } = await services.installedPersonally(sender);
    if (!isWelcomeDue || isUpgrade) return;
    if (known?.pendingDeletion !== undefined) await sendReply(context, await services.help(known));
    else await sendReply(context, welcomeMessage(presenter, personalGreeting, reader));
    return;
  }
  const thread = threadOf(activity);
  if (thread === undefined) return;
  const { isWelcomeDue, language } = await services.installed(thread, sender ?? null);
  const teamReader = { ...reader, locale: language };
  if (isWelcomeDue && !isUpgrade) await sendReply(context, welcomeMessage(presenter, teamGreeting, teamReader));
};

const uninstalled = async ({ activity }: TurnContext, { services }: InstallDeps): Promise<void> => {
  const thread = threadOf(activity);
  const sender = senderOf(activity);
  if (thread !== undefined) await services.uninstalled(refOf(thread));
  else if (isPersonal(activity) && sender !== undefined) await services.uninstalledPersonally(sender);
};

/**
 * Handles an installation by a person. If the service rejects the installation with FORBIDDEN, sends a message with the
 * reason. The member events of the same installation send no such message.
 */
const installedByMessage = async (context: TurnContext, deps: InstallDeps): Promise<void> => {
  try {
    await installed(context, deps, false);
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'FORBIDDEN') throw error;
    const { message = 'error.FORBIDDEN', values } = error.details;
    const line = values === undefined ? { key: message } : { key: message, values };
    const notice = { title: { key: 'bot.notSetUp' as const }, lines: [line], buttons: [] };
    await sendReply(context, deps.presenter.notice(notice, unknownSenderOf(context.activity)));
  }
};

/**
 * Handles `installationUpdate`: an installation, a removal, and the variants of an upgrade. Only an installation may
 * send a message.
 */
export const onInstallation = async (context: TurnContext, deps: InstallDeps): Promise<void> => {
  const { action } = context.activity;
  if (action === 'add-upgrade') return installed(context, deps, true);
  if (action === 'add') return installedByMessage(context, deps);
  if (action === 'remove') return uninstalled(context, deps);
};

const isStatus = (error: unknown, status: number): boolean =>
  typeof error === 'object' && error !== null && Reflect.get(error, 'statusCode') === status;

/** Reads the added people from Teams, because the event contains only ids. A person who has left again is not added. */
const lookUp = async (context: TurnContext, accounts: readonly ChannelAccount[]): Promise<RosterPerson[]> => {
  const people: RosterPerson[] = [];
  for (const { id } of accounts) {
    try {
      const person = rosterPerson(await TeamsInfo.getMember(context, id));
      if (person !== undefined) people.push(person);
    } catch (error) {
      if (!isStatus(error, 404)) throw error;
    }
  }
  return people;
};

const listOf = (accounts: ChannelAccount[] | undefined): readonly ChannelAccount[] =>
  Array.isArray(accounts) ? accounts.filter((account) => typeof account.id === 'string' && account.id !== '') : [];

const membersChanged = async (context: TurnContext, deps: InstallDeps): Promise<void> => {
  const { activity } = context;
  const added = listOf(activity.membersAdded);
  const removed = listOf(activity.membersRemoved);
  const isBot = (channelAccount: ChannelAccount): boolean => channelAccount.id === activity.recipient.id;
  if (removed.some(isBot)) return uninstalled(context, deps);
  // If the bot itself was added, the service fetches the whole roster, which includes these people.
  if (added.some(isBot)) return installed(context, deps, false);
  const thread = threadOf(activity);
  if (thread === undefined) return;
  if (added.length > 0) await deps.services.membersAdded(refOf(thread), await lookUp(context, added));
  if (removed.length > 0)
    await deps.services.membersRemoved(
      refOf(thread),
      removed.map((channelAccount) => channelAccount.id),
    );
};

const topicOf = (activity: Activity): string | undefined => {
  const topic: unknown = activity.topicName;
  return typeof topic === 'string' && topic !== '' ? topic : undefined;
};

const threadChanged = async (activity: Activity, thread: Thread, services: BotServices): Promise<void> => {
  const { eventType, channel } = channelDataOf(activity);
  const ref = refOf(thread);
  switch (eventType) {
    case 'teamRenamed':
      return thread.name === '' ? undefined : services.threadRenamed(ref, thread.name);
    case 'teamDeleted':
    case 'teamHardDeleted':
    case 'teamArchived':
      // An archived team accepts no messages, so it is handled like a deleted team.
      return services.threadDeleted(ref);
    case 'teamRestored':
    case 'teamUnarchived':
      return services.threadRestored(ref);
    case 'channelCreated':
    case 'channelRenamed':
    case 'channelRestored':
      if (channel?.name === undefined) return undefined;
      return services.channelChanged(ref, { threadId: channel.id, name: channel.name });
    case 'channelDeleted':
      return channel === undefined ? undefined : services.channelDeleted(ref, channel.id);
    case undefined:
    default: {
      const topic = topicOf(activity);
      return thread.kind === 'GROUP' && topic !== undefined ? services.threadRenamed(ref, topic) : undefined;
    }
  }
};

/** Handles `conversationUpdate`: one activity may report changes of members, and of the team or a channel. */
export const onConversationUpdate = async (context: TurnContext, deps: InstallDeps): Promise<void> => {
  const { activity } = context;
  await membersChanged(context, deps);
  const thread = threadOf(activity);
  if (thread !== undefined) await threadChanged(activity, thread, deps.services);
};
