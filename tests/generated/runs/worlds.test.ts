import { chosenSeeds } from '../seeds.ts';
import { playSeeds } from './worlds.ts';

it('sends what the rules owe, and nothing else, in worlds that no one imagined', async () => {
  expect(await playSeeds(chosenSeeds(40))).toEqual([]);
}, 600_000);
