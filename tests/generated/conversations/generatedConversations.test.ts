import { keptScenarios, playSeeds } from '../playSeedsAndKeptScenarios.ts';
import { playConversation } from './playConversation.ts';
import { scenario } from './conversationScenario.ts';
import type { Scenario } from './conversationScenario.ts';

describe('a generated conversation with the bot', () => {
  it('answers every turn, stores what it acknowledges and changes nothing of another person', async () => {
    const figures = await playSeeds({ name: 'conversations', scenario, play: playConversation, seeds: 2, runs: 2 });
    expect(figures['answers']).toBeGreaterThan(0);
  });

  it.each(keptScenarios<Scenario>('conversations'))('still passes the scenario that %s stores', async (_file, kept) => {
    expect((await playConversation(kept))['turns']).toBeGreaterThan(0);
  });
});
