import { playSeeds } from '../playSeedsAndKeptScenarios.ts';
import { playInvoices } from './playInvoices.ts';
import { scenario } from './invoiceScenario.ts';

describe('the invoices of random organisations, over many seeds', () => {
  it('equal an independent sum of their stored rows', async () => {
    const figures = await playSeeds({ name: 'invoices', scenario, play: playInvoices, seeds: 30, runs: 5 });
    expect(figures['months']).toBeGreaterThan(0);
    expect(figures['differences']).toBe(0);
  });
});
