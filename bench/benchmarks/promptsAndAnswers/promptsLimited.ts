import { mapLimit } from '../../../bot/src/concurrency/mapLimit.ts';
import { roomAddress } from '../../../bot/src/domain/core/chatAddressParts.ts';
import { teamsLimits } from '../../../bot/src/gateways/botframework/teamsRateLimits.ts';
import { asMessage } from '../../../bot/src/gateways/botframework/cardAsOpaqueMessage.ts';
import { movedClock, morning, opening } from '../../parts/movedClockAndBenchmarkInstants.ts';
import { seedDay } from '../../parts/seedDayAndSaveAnswers.ts';
import { engineOn, messengerOf } from '../../parts/engineDepsAndFakeMessenger.ts';
import { withCopy } from '../../parts/temporaryAndCountingStores.ts';
import { timed } from '../../measureTimesBlockingAndMemory.ts';
import { inMs, times } from '../../benchmarkTypesAndFigureFormats.ts';
import type { Bench, Row } from '../../benchmarkTypesAndFigureFormats.ts';

const prompts = 1_000;
const teams = 100;
const sendMs = 50;
const inFlight = 32;
const aSecond = 40;

interface Run {
  /** Milliseconds from the opening until the last prompt is sent. */
  readonly promptsMs: number;
  /** Milliseconds from the opening until the last announcement is sent and every delivery record is written. */
  readonly allMs: number;
}

const run = async (orgs: number): Promise<Run> => {
  const { file } = await seedDay({ teams, members: prompts / teams, orgs });
  return withCopy(file, async (store) => {
    const clock = movedClock(morning);
    const messenger = messengerOf(sendMs);
    const engine = engineOn(store, clock, messenger);
    await engine.poll();
    clock.set(opening);
    const begun = performance.now();
    const allMs = await timed(async () => {
      while (messenger.sent() < prompts + teams) await engine.poll();
    });
    return { promptsMs: messenger.lastPromptAt() + sendMs - begun, allMs };
  });
};

const bare = (): Promise<number> => {
  const messenger = messengerOf(sendMs);
  const room = roomAddress({ kind: 'CHANNEL', tenant: '', endpoint: '', room: '' });
  const message = asMessage({ card: {}, summary: '' });
  return timed(() => mapLimit(Array.from({ length: prompts }), inFlight, () => messenger.send(room, message, 1_000)));
};

/**
 * Returns the minimum time in milliseconds that the rate limit of one tenant allows: a burst at once, then the rest at
 * the limited rate.
 */
const limitMs = (messages: number): number => ((messages - teamsLimits.tenant.mostAtOnce) / aSecond) * 1000;

interface Measured {
  readonly what: string;
  readonly ms: number;
  readonly baseline: string;
  readonly baselineMs: number;
}

const rowOf = ({ what, ms, baseline, baselineMs }: Measured, most?: number): Row => ({
  ...{ what, figure: inMs(ms), baseline: `${inMs(baselineMs)} ${baseline}`, ratio: times(ms / baselineMs) },
  ...(most === undefined ? { target: 'no target', isMet: true } : { target: `≤ ${inMs(most)}`, isMet: ms <= most }),
});

export const bench: Bench = async () => {
  const [many, oneTenant] = [await run(25), await run(1)];
  const itsLimit = `its limit of ${aSecond}/s`;
  const withAnnouncements = `– with an announcement in each of ${teams} channels`;
  return [
    rowOf(
      {
        what: '1,000 prompts, 50 ms a send, 25 tenants',
        ms: many.promptsMs,
        ...{ baseline: `the messenger, ${inFlight} at once`, baselineMs: await bare() },
      },
      3_000,
    ),
    rowOf(
      {
        what: '1,000 prompts, 50 ms a send, one tenant',
        ms: oneTenant.promptsMs,
        ...{ baseline: itsLimit, baselineMs: limitMs(prompts) },
      },
      27_000,
    ),
    rowOf({ what: withAnnouncements, ms: oneTenant.allMs, baseline: itsLimit, baselineMs: limitMs(prompts + teams) }),
  ];
};
