import { chosenSeeds } from '../chooseSeedsAndPrintFigures.ts';
import { playSeeds } from './playRunSeeds.ts';

it('sends exactly the messages that the rules owe, in random worlds', async () => {
  expect(await playSeeds(chosenSeeds(8))).toEqual([]);
}, 600_000);
