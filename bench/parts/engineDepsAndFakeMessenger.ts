import { setTimeout as wait } from 'node:timers/promises';
import { noMetrics } from '../../bot/src/domain/observability/metricsPort.ts';
import { noTracer } from '../../bot/src/domain/observability/tracerPort.ts';
import type { Clock } from '../../bot/src/domain/core/clockPort.ts';
import type { PersonAddress, RoomAddress } from '../../bot/src/domain/core/chatAddressTypes.ts';
import { isPersonAddress, personParts, roomParts } from '../../bot/src/domain/core/chatAddressParts.ts';
import { teamsLimits } from '../../bot/src/gateways/botframework/teamsRateLimits.ts';
import type { Messenger, SentMessage } from '../../bot/src/gateways/messengerPort.ts';
import { createEngine } from '../../bot/src/jobs/engine/engineAndHeartbeat.ts';
import type { Engine } from '../../bot/src/jobs/engine/engineAndHeartbeat.ts';
import { jobSettings } from '../../bot/src/jobs/core/jobDepsAndSettings.ts';
import type { JobDeps } from '../../bot/src/jobs/core/jobDepsAndSettings.ts';
import { createCardSigner } from '../../bot/src/services/core/cardSigner.ts';
import { createRunCache } from '../../bot/src/services/runs/runAndMeetingCache.ts';
import type { AnswerDeps } from '../../bot/src/services/answers/saveAnswerAndShowCard.ts';
import { createUlids } from '../../bot/src/gateways/ulidGenerator.ts';
import type { TableStore } from '../../bot/src/store/tableStorePort.ts';
import { createPresenter } from '../../bot/src/teams/cards/teamsCardPresenter.ts';
import { translateFor } from '../../bot/src/translate.ts';

export const publicUrl = 'https://rollcall.test';
export const secret = 'a secret of the benchmarks of 32 bytes and more';

/** A log that throws each logged error, because an error in the engine makes the measurement invalid. */
const log: JobDeps['log'] = {
  info: () => undefined,
  warn: () => undefined,
  error: (event, error) => {
    throw new Error(`The product logged ${event}`, { cause: error });
  },
};

export const jobDepsOn = (store: TableStore, clock: Clock, messenger: Messenger): JobDeps => ({
  ...{ store, clock, log, messenger, publicUrl, isBillingEnabled: true },
  translateFor: translateFor,
  presenter: createPresenter({ translateFor: translateFor, publicUrl }),
  signer: createCardSigner([secret]),
  sleep: (ms) => wait(ms),
  clockSkewMs: () => undefined,
  metrics: noMetrics,
  tracer: noTracer,
  random: Math.random,
  instanceId: 'bench',
  settings: jobSettings,
});

export const engineOn = (store: TableStore, clock: Clock, messenger: Messenger): Engine =>
  createEngine(jobDepsOn(store, clock, messenger));

export const answerDepsOn = (store: TableStore, clock: Clock): AnswerDeps => ({
  ...{ store, clock, publicUrl, isBillingEnabled: true },
  newId: createUlids(clock),
  translateFor: translateFor,
  presenter: createPresenter({ translateFor: translateFor, publicUrl }),
  signer: createCardSigner([secret]),
  runs: createRunCache(),
});

export interface CountingMessenger extends Messenger {
  sent(): number;
  /** Time (`performance.now()`) at which the last message to a person was sent. */
  lastPromptAt(): number;
}

/** Returns the id of the conversation in which a message to the address arrives. */
export const placeOf = (to: PersonAddress | RoomAddress): string => {
  if (!isPersonAddress(to)) return roomParts(to).room;
  const { chat, user } = personParts(to);
  return chat ?? `chat-${user}`;
};

/** Returns a messenger that accepts each message after `ms` milliseconds and discards it. */
export const messengerOf = (ms: number): CountingMessenger => {
  let sent = 0;
  let lastPromptAt = 0;
  const pause = async (): Promise<void> => {
    if (ms > 0) await wait(ms);
  };
  return {
    limits: teamsLimits,
    sent: () => sent,
    lastPromptAt: () => lastPromptAt,
    send: async (to): Promise<SentMessage> => {
      if (isPersonAddress(to)) lastPromptAt = performance.now();
      await pause();
      sent += 1;
      return { conversationId: placeOf(to), activityId: `activity-${sent}` };
    },
    update: pause,
    // oxlint-disable-next-line typescript/require-await -- the port is asynchronous
    async *roster() {
      yield [];
    },
    channels: () => Promise.resolve([]),
  };
};
