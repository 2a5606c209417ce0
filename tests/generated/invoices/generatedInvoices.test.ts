import { playSeeds } from '../playSeedsAndKeptScenarios.ts';
import { playInvoices } from './playInvoices.ts';
import { scenario } from './invoiceScenario.ts';

describe('the invoices of random organisations', () => {
  it('equal an independent sum of their stored rows', async () => {
    const figures = await playSeeds({ name: 'invoices', scenario, play: playInvoices, seeds: 2, runs: 3 });
    expect(figures['months']).toBeGreaterThan(0);
    expect(figures['differences']).toBe(0);
  });
});
