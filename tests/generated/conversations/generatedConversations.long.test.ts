import { playSeeds } from '../playSeedsAndKeptScenarios.ts';
import { playConversation } from './playConversation.ts';
import { scenario } from './conversationScenario.ts';

describe('a generated conversation with the bot, over many seeds', () => {
  it('answers every turn, stores what it acknowledges and changes nothing of another person', async () => {
    const figures = await playSeeds({ name: 'conversations', scenario, play: playConversation, seeds: 10, runs: 4 });
    expect(figures['answers']).toBeGreaterThan(0);
  });
});
