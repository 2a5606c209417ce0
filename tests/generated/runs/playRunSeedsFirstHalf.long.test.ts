import { playSeeds, worldHalves } from './playRunSeeds.ts';

// The worlds are in two files, so that Jest plays both halves in parallel.
it('sends exactly the owed messages over more than a thousand days: the first half of the worlds', async () => {
  expect(await playSeeds(worldHalves().first)).toEqual([]);
}, 1_800_000);
