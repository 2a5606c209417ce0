import { faultsIn } from '../../support/worlds/teamWorldWithEngine.ts';
import { aMemberId, anOrgId } from '../../support/data/idDateAndRecordBuilders.ts';
import { rowsOf } from '../../support/data/readStoreRows.ts';
import { monthAt } from '../billing/billingModelAndMonthBounds.ts';
import type { Figures } from '../playSeedsAndKeptScenarios.ts';
import { recomputeInvoices } from './recomputeInvoices.ts';
import type { RawRow } from './recomputeInvoices.ts';
import type { Scenario } from './invoiceScenario.ts';
import { InvoiceWorld } from './invoiceWorld.ts';
import type { Saved } from './invoiceWorld.ts';

// Plays random organisations, recomputes their invoices from the stored rows, and compares them with the saved tasks.

/**
 * Returns the expected ledger, which lists who was active in a month: one row for each person and month, from the first
 * accepted save.
 */
const expectedLedger = (saved: readonly Saved[]): string[] => {
  const firsts = new Map<string, number>();
  for (const { org, who, ms } of saved) {
    const key = `${anOrgId(org)}|${monthAt(ms)} ${aMemberId(who)}`;
    firsts.set(key, Math.min(firsts.get(key) ?? ms, ms));
  }
  return [...firsts].map(([key, ms]) => `${key} ${new Date(ms).toISOString()}`).sort();
};

const ledgerIn = (usage: readonly RawRow[]): string[] =>
  usage
    .filter(({ rk }) => rk.startsWith('m|'))
    .map(({ pk, values }) => `${pk} ${String(values['memberId'])} ${String(values['at'])}`)
    .sort();

export const playInvoices = async (scenario: Scenario): Promise<Figures> => {
  const world = new InvoiceWorld(scenario);
  try {
    await world.open();
    for (const step of scenario.steps) await world.take(step);
    await world.finish();
    const org = await rowsOf(world.store.admin, 'Org');
    const usage = await rowsOf(world.store.admin, 'Usage');
    const { organisations, months, differences } = recomputeInvoices({ org, usage }, (ms) => world.priceAt(ms));
    const faults = [...differences];
    if (ledgerIn(usage).join() !== expectedLedger(world.saved).join())
      faults.push(`ledger\n${ledgerIn(usage).join('\n')}\nnot\n${expectedLedger(world.saved).join('\n')}`);
    faults.push(...(await faultsIn(world.store)));
    if (faults.length > 0) throw new Error(faults.join('\n'));
    return { organisations, months, tasks: world.saved.length, kills: world.killed, differences: differences.length };
  } finally {
    await world.store.close();
  }
};
