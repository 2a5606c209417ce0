import { playSeeds, worldHalves } from './worlds.ts';

it('sends what the rules owe, and nothing else, over a thousand days and more: the last half of the worlds', async () => {
  expect(await playSeeds(worldHalves().last)).toEqual([]);
}, 1_800_000);
