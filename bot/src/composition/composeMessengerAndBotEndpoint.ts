import type { Config } from '../startup/config.ts';
import { createMessenger } from '../gateways/botframework/botMessenger.ts';
import { isLoopbackUrl, isSecureUrl } from '../gateways/botframework/allowedUrls.ts';
import { chatWatch } from '../observability/createObservability.ts';
import type { Observability } from '../observability/createObservability.ts';
import { createBot } from '../teams/activityHandler.ts';
import { createBotAuthentication, TeamsAdapter } from '../teams/botAuthentication.ts';
import type { BotServices } from '../teams/botServicesPort.ts';
import { createBotEndpoint } from '../teams/messagesEndpoint.ts';
import type { BotEndpoint, EndpointDeps } from '../teams/messagesEndpoint.ts';
import { afterTimeout } from '../teams/typingIndicator.ts';
import type { HostEnvironment } from './hostEnvironmentType.ts';

/**
 * Creates the parts that need the SDK of the chat service. The SDK is half of the server's code, so the server imports
 * this file only when the first message is sent or arrives.
 */
export const createChat = (config: Config, { clock }: HostEnvironment, observing: Observability) => {
  // In a demo, the chat client runs on this machine and has the same clock, so no clock difference needs to be watched.
  const watched = config.isDemo ? {} : chatWatch(observing);
  const authentication = createBotAuthentication({ bot: config.bot, isDemo: config.isDemo, clock, ...watched });
  const isServiceUrlAllowed = config.isDemo ? isLoopbackUrl : isSecureUrl;
  return {
    messenger: createMessenger({
      authentication,
      appId: config.bot?.appId ?? null,
      clock,
      isServiceUrlAllowed,
      rosterDeadlineMs: 30_000,
    }),
    createEndpoint: (
      messageDeps: Pick<EndpointDeps, 'presenter' | 'translateFor' | 'log'>,
      services: BotServices,
    ): BotEndpoint =>
      createBotEndpoint({
        ...{ ...messageDeps, adapter: new TeamsAdapter(authentication), isDemo: config.isDemo, isServiceUrlAllowed },
        bot: createBot({ ...messageDeps, services, after: afterTimeout }),
      }),
  };
};
export type Chat = ReturnType<typeof createChat>;
