import type { OrgId } from '#contracts/ids.ts';
import type { Config } from '../config.ts';
import { createMessenger } from '../gateways/botframework/messenger.ts';
import { isLoopbackUrl, isSecureUrl } from '../gateways/botframework/serviceUrls.ts';
import { raw } from '../http/bind.ts';
import { chatWatch, observedMessenger } from '../observing.ts';
import type { Observing } from '../observing.ts';
import * as cardActions from '../services/cardActions.ts';
import * as channels from '../services/channels.ts';
import { answerConnect, offerConnection } from '../services/connectOffer.ts';
import { endConnecting } from '../services/connectRun.ts';
import * as installs from '../services/installs.ts';
import { mute } from '../services/muting.ts';
import * as runs from '../services/runs.ts';
import * as seen from '../services/seen.ts';
import * as starts from '../services/starts.ts';
import { tomorrow } from '../services/tomorrow.ts';
import { weekAction } from '../services/weekCardActions.ts';
import { saidWhy } from '../services/whySaid.ts';
import { createBot } from '../teams/activityHandler.ts';
import { createBotAuthentication, TeamsAdapter } from '../teams/auth.ts';
import type { BotServices } from '../teams/botServices.ts';
import { createBotEndpoint } from '../teams/endpoint.ts';
import { afterTimeout } from '../teams/typing.ts';
import type { Services } from './services.ts';
import type { World } from './world.ts';

// The side of the product that talks with the chat.

export const createBotSide = (config: Config, { clock }: World, observing: Observing) => {
  // The chat client of a demo has the clock of this very machine.
  const watched = config.isDemo ? {} : chatWatch(observing);
  const authentication = createBotAuthentication({ bot: config.bot, isDemo: config.isDemo, clock, ...watched });
  const isServiceUrlAllowed = config.isDemo ? isLoopbackUrl : isSecureUrl;
  const messenger = createMessenger({
    authentication,
    appId: config.bot?.appId ?? null,
    clock,
    isServiceUrlAllowed,
    rosterDeadlineMs: 30_000,
  });
  return {
    adapter: new TeamsAdapter(authentication),
    messenger: observedMessenger(messenger, observing),
    isServiceUrlAllowed,
  };
};
export type BotSide = ReturnType<typeof createBotSide>;

const botServices = (deps: Services, { messenger }: BotSide, wake: () => void): BotServices => {
  const chat = { ...deps, messenger };
  return {
    seen: (sender) => seen.seen(deps, sender),
    installed: async (thread, installer) => {
      const result = await installs.installed(chat, thread, installer);
      if (installer !== null && result.isWelcomeDue) {
        const { reader } = await seen.seen(deps, installer);
        await offerConnection(chat, installer, reader, result.orgId);
      }
      return result;
    },
    uninstalled: (thread) => installs.uninstalled(chat, thread),
    installedPersonally: (sender) => seen.installedPersonally(deps, sender),
    uninstalledPersonally: (sender) => seen.uninstalledPersonally(deps, sender),
    membersAdded: (thread, people) => installs.membersAdded(chat, thread, people),
    membersRemoved: (thread, ids) => installs.membersRemoved(chat, thread, ids),
    threadRenamed: (thread, name) => installs.threadRenamed(chat, thread, name),
    threadDeleted: (thread) => installs.threadDeleted(chat, thread),
    threadRestored: (thread) => installs.threadRestored(chat, thread),
    channelChanged: (thread, channel) => channels.channelChanged(chat, thread, channel),
    channelDeleted: (thread, channelThreadId) => channels.channelDeleted(chat, thread, channelThreadId),
    start: (actor, reader, request) => starts.start({ ...deps, wake }, actor, reader, request),
    mute: (actor, reader, isMuted) => mute(deps, actor, reader, isMuted),
    tomorrow: (actor, reader, request) => tomorrow(deps, actor, reader, request),
    why: (actor, reader, request) => saidWhy(deps, actor, reader, request),
    connect: (sender, reader) => answerConnect(chat, sender, reader),
    cardAction: (sender, press) => cardActions.cardAction(deps, sender, press),
    weekAction: (known, press) => weekAction(deps, known, press),
    help: (known) => runs.help(deps, known),
  };
};

/** What services and jobs share that needs the chat as well. */
export const withConnecting = (deps: Services, { messenger }: BotSide) => {
  const chat = { ...deps, messenger };
  return { ...chat, endConnecting: (orgId: OrgId) => endConnecting(chat, orgId) };
};

export const botRoute = (config: Config, deps: Services, side: BotSide, wake: () => void) => {
  const voice = { presenter: deps.presenter, words: deps.words, log: deps.log };
  const bot = createBot({ ...voice, services: botServices(deps, side, wake), after: afterTimeout });
  const { adapter, isServiceUrlAllowed } = side;
  const answer = createBotEndpoint({ ...voice, adapter, bot, isDemo: config.isDemo, isServiceUrlAllowed });
  return raw('POST', '/api/messages', (req, res, body, exchange) =>
    answer(req, res, body.json, exchange.correlationId),
  );
};
