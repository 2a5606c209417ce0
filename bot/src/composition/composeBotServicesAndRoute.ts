import type { OrgId } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { Config } from '../startup/config.ts';
import { lazyMessenger } from '../gateways/botframework/lazyMessenger.ts';
import { raw } from '../http/server/bindEndpointsAndRawRoutes.ts';
import { observedMessenger } from '../observability/createObservability.ts';
import type { Observability } from '../observability/createObservability.ts';
import { answerCommand } from '../services/chatCommands/answerCommand.ts';
import { answerPressedRun } from '../services/answers/runCardOrWaitingRuns.ts';
import * as cardActions from '../services/answers/cardActions/runCardActions.ts';
import * as channels from '../services/teamsSync/syncAndReadChannels.ts';
import { answerConnect, offerConnection } from '../services/connect/connectCodeOfferAndCommand.ts';
import { endConnecting } from '../services/connect/connectTenantToOrganisationJob.ts';
import * as installs from '../services/teamsSync/handleInstallAndTeamEvents.ts';
import { muteCommand } from '../services/chatCommands/muteCommand.ts';
import { replyPrivately } from '../services/chatCommands/privateReply.ts';
import * as runs from '../services/chatCommands/helpCommand.ts';
import * as senderSync from '../services/teamsSync/senderSyncAndPersonalInstall.ts';
import * as starts from '../services/chatCommands/startCommand.ts';
import { tomorrowCommand } from '../services/chatCommands/tomorrowCommand.ts';
import { blockerAction } from '../services/blockers/blockerCardActions.ts';
import { weekAction } from '../services/timesheets/weekCardActions.ts';
import { whyCommand } from '../services/chatCommands/whyCommand.ts';
import type { BotServices } from '../teams/botServicesPort.ts';
import type { BotEndpoint } from '../teams/messagesEndpoint.ts';
import type { Chat } from './composeMessengerAndBotEndpoint.ts';
import type { Services } from './composeServiceDeps.ts';
import type { HostEnvironment } from './hostEnvironmentType.ts';

/**
 * Creates the messenger and the chat. Both load the SDK of the chat service with the first message, because loading it
 * at start-up would double the start-up time and the memory.
 */
export const createBotSide = (config: Config, world: HostEnvironment, observing: Observability) => {
  let loading: Promise<Chat> | undefined;
  const load = async (): Promise<Chat> => {
    const { createChat } = await import('./composeMessengerAndBotEndpoint.ts');
    return createChat(config, world, observing);
  };
  // A failed load is tried again with the next message.
  const chat = (): Promise<Chat> =>
    (loading ??= load().catch((error: unknown) => {
      loading = undefined;
      throw error;
    }));
  const messenger = lazyMessenger(async () => (await chat()).messenger);
  return { chat, messenger: observedMessenger(messenger, observing) };
};
export type BotSide = ReturnType<typeof createBotSide>;

const botServices = (deps: Services, { messenger }: BotSide, wake: () => void): BotServices => {
  const chat = { ...deps, messenger };
  return {
    syncSender: (sender) => senderSync.syncSender(deps, sender),
    installed: async (thread, installer) => {
      const result = await installs.handleInstalled(chat, thread, installer);
      if (installer !== null && result.isWelcomeDue) {
        const { reader } = await senderSync.syncSender(deps, installer);
        await offerConnection(chat, installer, reader, result.orgId);
      }
      return result;
    },
    uninstalled: (thread) => installs.handleUninstalled(chat, thread),
    installedPersonally: (sender) => senderSync.handlePersonalInstall(deps, sender),
    uninstalledPersonally: (sender) => senderSync.handlePersonalUninstall(deps, sender),
    membersAdded: (thread, people) => installs.handleMembersAdded(chat, thread, people),
    membersRemoved: (thread, ids) => installs.handleMembersRemoved(chat, thread, ids),
    threadRenamed: (thread, name) => installs.handleThreadRenamed(chat, thread, name),
    threadDeleted: (thread) => installs.handleThreadDeleted(chat, thread),
    threadRestored: (thread) => installs.handleThreadRestored(chat, thread),
    channelChanged: (thread, channel) => channels.handleChannelChanged(chat, thread, channel),
    channelDeleted: (thread, channelThreadId) => channels.handleChannelDeleted(chat, thread, channelThreadId),
    start: (actor, reader, request) => starts.startCommand({ ...deps, wake }, actor, reader, request),
    answer: (actor, reader, request) => answerCommand(deps, { actor, reader }, request),
    answerRun: (actor, reader, data) => answerPressedRun(deps, { actor, reader }, data),
    answerPrivately: (to, message) => replyPrivately(chat, to, message),
    mute: (actor, reader, isMuted) => muteCommand(deps, actor, reader, isMuted),
    tomorrow: (actor, reader, request) => tomorrowCommand(deps, actor, reader, request),
    why: (actor, reader, request) => whyCommand(deps, actor, reader, request),
    connect: (sender, reader) => answerConnect(chat, sender, reader),
    cardAction: (sender, press) => cardActions.cardAction(deps, sender, press),
    weekAction: (known, press) => weekAction(deps, known, press),
    blockerAction: (known, press) => blockerAction(deps, known, press),
    help: (known) => runs.helpCommand(deps, known),
  };
};

export const withConnecting = (deps: Services, { messenger }: BotSide) => {
  const chat = { ...deps, messenger };
  return { ...chat, endConnecting: (orgId: OrgId) => endConnecting(chat, orgId) };
};

export const botRoute = (deps: Services, side: BotSide, wake: () => void) => {
  const messageDeps = { presenter: deps.presenter, translateFor: deps.translateFor, log: deps.log };
  let endpoint: BotEndpoint | undefined;
  return raw('POST', '/api/messages', async (req, res, body, exchange) => {
    const { createEndpoint } = await side.chat();
    endpoint ??= createEndpoint(messageDeps, botServices(deps, side, wake));
    return endpoint(req, res, body.json, exchange.correlationId);
  });
};
