import { movedClock, morning, opening } from '../parts/clocks.ts';
import { aDay } from '../parts/days.ts';
import { engineOn, messengerOf } from '../parts/engine.ts';
import { withCopy } from '../parts/stores.ts';
import { inLanes, timed } from '../measure.ts';
import { inMs, times } from '../row.ts';
import type { Bench, Row } from '../row.ts';

const prompts = 1_000;
const sendMs = 50;
const inFlight = 32;
const aSecond = 40;

const run = async (orgs: number): Promise<number> => {
  const { file } = await aDay({ teams: 100, members: prompts / 100, orgs });
  return withCopy(file, async (store) => {
    const clock = movedClock(morning);
    const messenger = messengerOf(sendMs);
    const engine = engineOn(store, clock, messenger);
    await engine.beat();
    clock.set(opening);
    return timed(async () => {
      while (messenger.sent() < prompts) await engine.beat();
    });
  });
};

const bare = (): Promise<number> => {
  const messenger = messengerOf(sendMs);
  const target = { kind: 'CHANNEL', tid: '', serviceUrl: '', threadId: '' } as const;
  return timed(() =>
    inLanes(Array.from({ length: prompts }), inFlight, () => messenger.send(target, { card: {}, summary: '' }, 1_000)),
  );
};

const rowOf = (what: string, ms: number, baseline: string, bareMs: number, most: number): Row => ({
  ...{ what, figure: inMs(ms), baseline, ratio: times(ms / bareMs), target: `≤ ${inMs(most)}` },
  isMet: ms <= most,
});

export const bench: Bench = async () => {
  const bareMs = await bare();
  const limitMs = ((prompts - aSecond) / aSecond) * 1000;
  return [
    rowOf(
      '1,000 prompts, 50 ms a send, 25 tenants',
      await run(25),
      `${inMs(bareMs)} the messenger, ${inFlight} at once`,
      bareMs,
      3_000,
    ),
    rowOf(
      '1,000 prompts, 50 ms a send, one tenant',
      await run(1),
      `${inMs(limitMs)} its limit of ${aSecond}/s`,
      limitMs,
      27_000,
    ),
  ];
};
