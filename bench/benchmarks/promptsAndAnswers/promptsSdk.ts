import { mapLimit } from '../../../bot/src/concurrency/mapLimit.ts';
import { createMessenger } from '../../../bot/src/gateways/botframework/botMessenger.ts';
import { asMessage } from '../../../bot/src/gateways/botframework/cardAsOpaqueMessage.ts';
import type { Messenger, OutgoingMessage } from '../../../bot/src/gateways/messengerPort.ts';
import { createBotAuthentication } from '../../../bot/src/teams/botAuthentication.ts';
import { bareSend } from '../../parts/bareBotSdkBaseline.ts';
import { morning, movedClock, opening } from '../../parts/movedClockAndBenchmarkInstants.ts';
import { seedDay } from '../../parts/seedDayAndSaveAnswers.ts';
import type { Day } from '../../parts/seedDayAndSaveAnswers.ts';
import { engineOn } from '../../parts/engineDepsAndFakeMessenger.ts';
import { startConnector } from '../../parts/startLoadClientAndConnector.ts';
import { withCopy } from '../../parts/temporaryAndCountingStores.ts';
import { sideBySide, timed } from '../../measureTimesBlockingAndMemory.ts';
import { aSecond, times } from '../../benchmarkTypesAndFigureFormats.ts';
import type { Bench } from '../../benchmarkTypesAndFigureFormats.ts';

const prompts = 10_000;
const inFlight = 32;

/**
 * Sends the prompts and announcements with the product's own messenger. Returns the time for as many messages as there
 * are prompts, and one of the sent cards, so that the baseline sends the same card.
 */
const run = ({ file }: Day): Promise<{ readonly ms: number; readonly card: OutgoingMessage }> =>
  withCopy(file, async (store) => {
    const clock = movedClock(morning);
    const sdk = createMessenger({
      authentication: createBotAuthentication({ bot: null, isDemo: true, clock }),
      appId: null,
      clock,
      isServiceUrlAllowed: () => true,
      rosterDeadlineMs: 1_000,
    });
    let sent = 0;
    let card: OutgoingMessage = asMessage({ card: {}, summary: '' });
    const messenger: Messenger = {
      ...sdk,
      send: async (target, message, deadlineMs) => {
        const place = await sdk.send(target, message, deadlineMs);
        sent += 1;
        card = message;
        return place;
      },
    };
    const engine = engineOn(store, clock, messenger);
    await engine.poll();
    clock.set(opening);
    const ms = await timed(async () => {
      while (sent < prompts) await engine.poll();
    });
    return { ms: (ms * prompts) / sent, card };
  });

export const bench: Bench = async () => {
  const connector = await startConnector();
  const person = (name: string) => ({ serviceUrl: connector.url, conversationId: `a:chat of ${name}` });
  const day = await seedDay({ teams: 1_000, members: 10, orgs: 250, person });
  let { card } = await run(day);
  const send = bareSend(connector.url);
  const bare = (): Promise<number> =>
    timed(() => mapLimit(Array.from({ length: prompts }), inFlight, (_, index) => send(`a:chat-${index}`, card)));
  const own = async (): Promise<number> => {
    const firstRun = await run(day);
    card = firstRun.card;
    return firstRun.ms;
  };
  const measured = await sideBySide(3, own, bare);
  connector.end();
  const rate = (ms: number): number => (prompts * 1000) / ms;
  return [
    {
      what: '10,000 messages of the engine through the SDK to a loopback connector',
      figure: aSecond(rate(measured.subject)),
      baseline: `${aSecond(rate(measured.baseline))} bare proactive send, ${inFlight} at once`,
      ratio: times(1 / measured.ratio),
      target: '≥ 0.6 ×',
      isMet: 1 / measured.ratio >= 0.6,
    },
  ];
};
