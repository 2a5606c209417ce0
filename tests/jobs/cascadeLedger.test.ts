import { numberLedger } from '../../bot/src/services/cascadeLedger.ts';
import { inOrg } from '../../bot/src/store/kind.ts';
import { org } from '../../bot/src/store/kinds/org.ts';
import { asked, usage } from '../../bot/src/store/kinds/usage.ts';
import { openSqliteStore } from '../../bot/src/store/sqlite/open.ts';
import { aMemberId, anInstant, anOrgId } from '../support/builders.ts';
import { cascadeDeps } from '../support/cascadeWorld.ts';
import { failingStore } from '../support/failingStore.ts';
import { fakeClock } from '../support/fakeClock.ts';
import { rowsOf } from '../support/rows.ts';
import { seedOrg } from '../support/seed.ts';

const people = 130;
const months = ['202611', '202612', '202701'];
const at = anInstant('2026-11-20T08:00:00Z');

const ledger = async () => {
  const store = openSqliteStore({ file: ':memory:' });
  await seedOrg(store);
  const records = inOrg(store, anOrgId());
  const row = await records.get(org, undefined);
  if (row === undefined) throw new Error('no organisation');
  for (const month of months)
    await Promise.all(
      Array.from({ length: people }, async (_, index) => {
        const memberId = aMemberId(`${index}`);
        await records.insert(usage, { month, memberId }, { memberId, event: 'ANSWER', at, meetingId: null });
        await records.insert(asked, { month, memberId }, { memberId, at });
      }),
    );
  return store;
};

const numbers = Array.from({ length: people }, (_, index) => `m|${String(index + 1).padStart(26, '0')}`);

it('has a number for everybody in every month, each once, after a kill at any call', async () => {
  const clock = fakeClock('2027-01-15T08:00:00Z');
  const counted = await ledger();
  const whole = failingStore(counted, Infinity, 'before');
  await numberLedger(cascadeDeps(whole.store, clock), anOrgId());
  const calls = whole.calls();
  expect(calls).toBeGreaterThan(20);
  for (let call = 0; call <= calls; call += 3) {
    const store = await ledger();
    const failing = failingStore(store, call, 'crash').store;
    await numberLedger(cascadeDeps(failing, clock), anOrgId()).catch(() => undefined);
    await numberLedger(cascadeDeps(store, clock), anOrgId());
    await numberLedger(cascadeDeps(store, clock), anOrgId());
    const rows = await rowsOf(store.admin, 'Usage');
    for (const month of months)
      expect(rows.filter((row) => row.pk === `${anOrgId()}|${month}`).map((row) => row.rk)).toEqual(numbers);
    expect(new Set(rows.map((row) => row.values['event']))).toEqual(new Set(['ANSWER']));
    expect(rows.map((row) => `m|${String(row.values['memberId'])}`)).toEqual(rows.map((row) => row.rk));
  }
});
