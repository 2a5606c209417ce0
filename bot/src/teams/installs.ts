import { TeamsInfo } from 'botbuilder';
import type { Activity, ChannelAccount, TurnContext } from 'botbuilder';
import { AppError } from '#contracts/errors.ts';
import { productName } from '#contracts/limits.ts';
import type { MessageKey } from '#contracts/text/keys.ts';
import { rosterPerson } from '../gateways/botframework/people.ts';
import type { OutgoingMessage, RosterPerson } from '../gateways/messenger.ts';
import type { NoticeButton, Presenter, Reader } from '../services/presenter.ts';
import type { Thread } from '../services/chat.ts';
import type { BotServices } from './botServices.ts';
import { addressOf, channelDataOf, isPersonal, senderOf, strangerOf, threadOf } from './inbound.ts';
import { say } from './replies.ts';
import type { Voice } from './replies.ts';

export interface InstallDeps extends Voice {
  readonly services: BotServices;
}

const link = (title: MessageKey, url: string): NoticeButton => ({ kind: 'LINK', title, url });
const command = (title: MessageKey, said: string): NoticeButton => ({ kind: 'COMMAND', title, command: said });

const welcome = (presenter: Presenter, lines: readonly MessageKey[], reader: Reader): OutgoingMessage =>
  presenter.notice(
    {
      title: { key: 'bot.welcomeTitle', values: { product: productName } },
      lines: lines.map((key) => ({ key })),
      buttons: [link('bot.openDashboard', '/'), command('bot.whatIsOpen', 'hi')],
    },
    reader,
  );

/** Every event of an install leads here, several for each; whether a welcome is due is the service's to say. */
const installed = async (
  context: TurnContext,
  { services, presenter }: InstallDeps,
  isUpgrade: boolean,
): Promise<void> => {
  const { activity } = context;
  const sender = senderOf(activity);
  const known = sender === undefined ? undefined : await services.seen(sender);
  const reader = known?.reader ?? strangerOf(activity);
  if (isPersonal(activity)) {
    if (sender === undefined) return;
    const { isWelcomeDue } = await services.installedPersonally(sender);
    if (!isWelcomeDue || isUpgrade) return;
    if (known?.ending !== undefined) await say(context, await services.help(known));
    else await say(context, welcome(presenter, ['bot.welcomePersonal', 'bot.welcomePersonalNext'], reader));
    return;
  }
  const thread = threadOf(activity);
  if (thread === undefined) return;
  const { isWelcomeDue, language } = await services.installed(thread, sender ?? null);
  const everybody = { ...reader, locale: language };
  if (isWelcomeDue && !isUpgrade)
    await say(context, welcome(presenter, ['bot.welcomeTeam', 'bot.welcomeTeamNext'], everybody));
};

const uninstalled = async ({ activity }: TurnContext, { services }: InstallDeps): Promise<void> => {
  const thread = threadOf(activity);
  const sender = senderOf(activity);
  if (thread !== undefined) await services.uninstalled(addressOf(thread));
  else if (isPersonal(activity) && sender !== undefined) await services.uninstalledPersonally(sender);
};

/** Whoever adds the bot where it may not be hears why. The events of members that tell the same again stay silent. */
const installedByWords = async (context: TurnContext, deps: InstallDeps): Promise<void> => {
  try {
    await installed(context, deps, false);
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'FORBIDDEN') throw error;
    const { message = 'error.FORBIDDEN', values } = error.details;
    const line = values === undefined ? { key: message } : { key: message, values };
    const notice = { title: { key: 'bot.notSetUp' as const }, lines: [line], buttons: [] };
    await say(context, deps.presenter.notice(notice, strangerOf(context.activity)));
  }
};

/** installationUpdate: add, remove, and their forms for an upgrade, which is silent. */
export const onInstallation = async (context: TurnContext, deps: InstallDeps): Promise<void> => {
  const { action } = context.activity;
  if (action === 'add-upgrade') return installed(context, deps, true);
  if (action === 'add') return installedByWords(context, deps);
  if (action === 'remove') return uninstalled(context, deps);
};

const isStatus = (error: unknown, status: number): boolean =>
  typeof error === 'object' && error !== null && Reflect.get(error, 'statusCode') === status;

/** The event names ids only. Who has left again before we ask is not there to be added. */
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
  Array.isArray(accounts) ? accounts.filter((one) => typeof one.id === 'string' && one.id !== '') : [];

const membersChanged = async (context: TurnContext, deps: InstallDeps): Promise<void> => {
  const { activity } = context;
  const added = listOf(activity.membersAdded);
  const removed = listOf(activity.membersRemoved);
  const isBot = (one: ChannelAccount): boolean => one.id === activity.recipient.id;
  if (removed.some(isBot)) return uninstalled(context, deps);
  // The service fetches the whole roster then, with everybody who was added along.
  if (added.some(isBot)) return installed(context, deps, false);
  const thread = threadOf(activity);
  if (thread === undefined) return;
  if (added.length > 0) await deps.services.membersAdded(addressOf(thread), await lookUp(context, added));
  if (removed.length > 0)
    await deps.services.membersRemoved(
      addressOf(thread),
      removed.map((one) => one.id),
    );
};

const topicOf = (activity: Activity): string | undefined => {
  const topic: unknown = activity.topicName;
  return typeof topic === 'string' && topic !== '' ? topic : undefined;
};

const threadChanged = async (activity: Activity, thread: Thread, services: BotServices): Promise<void> => {
  const { eventType, channel } = channelDataOf(activity);
  const address = addressOf(thread);
  switch (eventType) {
    case 'teamRenamed':
      return thread.name === '' ? undefined : services.threadRenamed(address, thread.name);
    case 'teamDeleted':
    case 'teamHardDeleted':
    case 'teamArchived':
      // Nobody can post in an archived team either.
      return services.threadDeleted(address);
    case 'teamRestored':
    case 'teamUnarchived':
      return services.threadRestored(address);
    case 'channelCreated':
    case 'channelRenamed':
    case 'channelRestored':
      if (channel?.name === undefined) return undefined;
      return services.channelChanged(address, { threadId: channel.id, name: channel.name });
    case 'channelDeleted':
      return channel === undefined ? undefined : services.channelDeleted(address, channel.id);
    case undefined:
    default: {
      const topic = topicOf(activity);
      return thread.kind === 'GROUP' && topic !== undefined ? services.threadRenamed(address, topic) : undefined;
    }
  }
};

/** conversationUpdate: members, and the life of teams and channels. */
export const onConversationUpdate = async (context: TurnContext, deps: InstallDeps): Promise<void> => {
  const { activity } = context;
  await membersChanged(context, deps);
  const thread = threadOf(activity);
  if (thread !== undefined) await threadChanged(activity, thread, deps.services);
};
