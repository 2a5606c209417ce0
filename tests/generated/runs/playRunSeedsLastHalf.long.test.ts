import { playSeeds, worldHalves } from './playRunSeeds.ts';

it('sends exactly the owed messages over more than a thousand days: the last half of the worlds', async () => {
  expect(await playSeeds(worldHalves().last)).toEqual([]);
}, 1_800_000);
