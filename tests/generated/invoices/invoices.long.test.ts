import { playSeeds } from '../scenarios.ts';
import { playInvoices } from './playInvoices.ts';
import { scenario } from './invoiceScenario.ts';

describe('the invoices of random organisations, over many seeds', () => {
  it('are what their stored rows come to when another person adds them up', async () => {
    const figures = await playSeeds({ name: 'invoices', scenario, play: playInvoices, seeds: 30, runs: 5 });
    expect(figures['months']).toBeGreaterThan(0);
    expect(figures['differences']).toBe(0);
  });
});
