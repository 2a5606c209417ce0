import type { Clock } from '../../../bot/src/domain/core/clockPort.ts';
import type { RenderedCard } from '../../../bot/src/gateways/botframework/cardAsOpaqueMessage.ts';
import { MessengerError } from '../../../bot/src/gateways/messengerPort.ts';
import type { Messenger, MessengerFault, OutgoingMessage } from '../../../bot/src/gateways/messengerPort.ts';
import { defaultPlatform } from './fakeChatPlatforms.ts';
import type { FakePlatform } from './fakeChatPlatforms.ts';

export interface Call {
  readonly do: 'send' | 'update';
  /** Name of the recipient (person or room) on the platform; for an update, the conversation. */
  readonly to: string;
  readonly at: string;
  readonly message: OutgoingMessage & RenderedCard;
  readonly activityId: string;
}

export interface FakeMessenger extends Messenger {
  /** Calls that were delivered, in order; `refused` contains the rejected ones. */
  readonly calls: Call[];
  readonly refused: Call[];
  /** Returns the largest number of calls that ran in parallel. */
  mostAtOnce(): number;
  /**
   * Sets a rule that decides for each call whether and how it fails. `LOST`: the message is delivered, but its reply is
   * lost.
   */
  failWhen(rule: (call: Call) => MessengerFault | { readonly kind: 'LOST' } | undefined): void;
  /** Sets the work that runs during each call, before the reply. */
  during(work: (call: Call) => Promise<void>): void;
}

/** Creates a fake messenger that delivers at once and records every call. */
export const createFakeMessenger = (clock: Clock, platform: FakePlatform = defaultPlatform): FakeMessenger => {
  const calls: Call[] = [];
  const refused: Call[] = [];
  let rule: Parameters<FakeMessenger['failWhen']>[0] = () => undefined;
  let meanwhile: Parameters<FakeMessenger['during']>[0] = () => Promise.resolve();
  let underWay = 0;
  let most = 0;
  let count = 0;

  const call = async (done: Omit<Call, 'at' | 'message'> & { readonly message: OutgoingMessage }): Promise<void> => {
    const message = done.message as Call['message'];
    const created = { ...done, message, at: new Date(clock.now()).toISOString() };
    underWay += 1;
    most = Math.max(most, underWay);
    try {
      await meanwhile(created);
      const fault = rule(created);
      if (fault === undefined || fault.kind === 'LOST') calls.push(created);
      else refused.push(created);
      if (fault !== undefined) throw new MessengerError(fault.kind === 'LOST' ? { kind: 'TRANSIENT' } : fault);
    } finally {
      underWay -= 1;
    }
  };

  return {
    limits: platform.limits,
    calls,
    refused,
    mostAtOnce: () => most,
    failWhen: (next) => {
      rule = next;
    },
    during: (work) => {
      meanwhile = work;
    },
    send: async (address, message) => {
      count += 1;
      const activityId = `activity-${count}`;
      const to = platform.nameOf(address);
      await call({ do: 'send', to, message, activityId });
      return { conversationId: platform.conversationOf(to), activityId };
    },
    update: (sent, message) => {
      const { chat, id } = platform.sentOf(sent);
      return call({ do: 'update', to: chat, message, activityId: id });
    },
    // oxlint-disable-next-line typescript/require-await -- the port is asynchronous
    async *roster() {
      yield [];
    },
    channels: () => Promise.resolve([]),
  };
};
