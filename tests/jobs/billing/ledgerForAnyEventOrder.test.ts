import fc from 'fast-check';
import { shardOf } from '../../../bot/src/domain/core/shardOf.ts';
import { monthOf } from '../../../bot/src/domain/billing/billingMonths.ts';
import { jobSettings } from '../../../bot/src/jobs/core/jobDepsAndSettings.ts';
import { countedIds, invoicesOf } from '../../../bot/src/services/billing/readInvoicesAndUsage.ts';
import { closeMonthOfShard } from '../../../bot/src/services/billing/closeMonthOfShard.ts';
import { recordActiveMember } from '../../../bot/src/services/billing/activeMemberIntents.ts';
import { inSequentialOrder, inOrg, outside } from '../../../bot/src/store/recordKindsAndAccess.ts';
import { org } from '../../../bot/src/store/kinds/organisations/organisation.ts';
import { orgMember } from '../../../bot/src/store/kinds/organisations/organisationUserAndMember.ts';
import { taskMark, usage } from '../../../bot/src/store/kinds/billing/usageLedger.ts';
import { openSqliteStore } from '../../../bot/src/store/sqlite/openSqlite.ts';
import { chargedOn } from '../../support/data/seedActivePeopleAndCloseMonths.ts';
import { aMemberId, anInstant } from '../../support/data/idDateAndRecordBuilders.ts';
import { failingStore } from '../../support/store/storeFailingAtNthCall.ts';
import { testDeps } from '../../support/data/testDepsAndLogs.ts';
import { aWorld } from '../../support/worlds/teamWorldWithEngine.ts';
import type { World } from '../../support/worlds/teamWorldWithEngine.ts';
import { orgIndex } from '../../../bot/src/store/kinds/organisations/organisationIndex.ts';

// In any order of events, the ledger of a month contains each person who saved in that month once, with the first
// event. One invoice charges the month's price for each of them, and for no other person.

const people = ['ann', 'bob', 'cem', 'dan'] as const;
const trialEndsAt = anInstant('2026-11-25T00:00:00Z');
const price = 200;

type Command =
  | { readonly do: 'SAVE'; readonly who: number; readonly breaks: number }
  | { readonly do: 'WAIT'; readonly hours: number }
  | { readonly do: 'BEAT'; readonly breaks: number }
  | { readonly do: 'CLOSE'; readonly breaks: number }
  | { readonly do: 'BACK'; readonly hours: number }
  | { readonly do: 'DISABLE' | 'ERASE'; readonly who: number };

// 0 = no failure; n = the store fails from its n-th call on.
const breaks = fc.oneof(
  { weight: 3, arbitrary: fc.constant(0) },
  { weight: 1, arbitrary: fc.integer({ min: 1, max: 40 }) },
);
const who = fc.nat(people.length - 1);
const command: fc.Arbitrary<Command> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ do: fc.constant('SAVE' as const), who, breaks }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('WAIT' as const), hours: fc.integer({ min: 1, max: 400 }) }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('BEAT' as const), breaks }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('CLOSE' as const), breaks }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('BACK' as const), hours: fc.integer({ min: 1, max: 30 }) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constantFrom('DISABLE' as const, 'ERASE' as const), who }) },
);

/** Maps `month|name`, with the name of the member, to the instant of the first save that certainly succeeded. */
type Model = Map<string, string>;

const through = (world: World, index: number) =>
  index === 0 ? world.store : failingStore(world.store, index, 'crash').store;

const save = async (world: World, model: Model, name: string, at: number): Promise<void> => {
  const store = through(world, at);
  const now = world.clock.now();
  const place = { orgId: world.orgId, teamId: world.teamId, memberId: aMemberId(name), meetingId: null };
  try {
    const { intents, steps } = await recordActiveMember({ store }, place, now);
    await inSequentialOrder(store, [intents, steps]);
  } catch {
    // The store may have failed after the write, so the test reads whether the row exists.
    const mark = await inOrg(world.store, world.orgId).get(taskMark, { ...place, month: monthOf(now) });
    if (mark?.value.at !== new Date(now).toISOString()) return;
  }
  const key = `${monthOf(now)}|${name}`;
  const when = new Date(now).toISOString();
  // After the clock moved back, a later save has an earlier time. The event that was stored first stays.
  if (!model.has(key)) model.set(key, when);
};

const close = (world: World, index: number): Promise<boolean> =>
  closeMonthOfShard({ ...testDeps(through(world, index), world.clock) }, shardOf(world.orgId)).catch(() => false);

const beat = async (world: World, index: number): Promise<void> => {
  const settings = { ...jobSettings, shards: [shardOf(world.orgId)] };
  await world.instance(`beat ${world.clock.now()} ${index}`, { store: through(world, index), settings }).poll();
};

const obey = async (world: World, model: Model, item: Command): Promise<void> => {
  switch (item.do) {
    case 'SAVE':
      return save(world, model, people[item.who] ?? 'ann', item.breaks);
    case 'WAIT':
      world.clock.advance({ minutes: item.hours * 60 });
      return;
    case 'BACK':
      world.clock.advance({ minutes: -item.hours * 60 });
      return;
    case 'BEAT':
      return beat(world, item.breaks);
    case 'CLOSE':
      await close(world, item.breaks);
      return;
    case 'DISABLE':
      return world.changeMember(people[item.who] ?? 'ann', { isEnabled: false });
    case 'ERASE': {
      // Simulates an erasure: the billing rows keep the id of a member who no longer has a row, so the store check reports it.
      const key = { memberId: aMemberId(people[item.who] ?? 'ann') };
      const records = inOrg(world.store, world.orgId);
      const row = await records.get(orgMember, key);
      if (row !== undefined) await records.delete(orgMember, key, row.etag);
      world.plants(/is no member of its organisation/);
    }
  }
};

const settle = async (world: World, latest: number): Promise<void> => {
  // Rows that were written before the clock moved back become due only at the latest time of the clock.
  world.clock.set(latest);
  for (let turn = 0; turn < 12; turn += 1) {
    world.clock.advance({ minutes: 3 });
    await beat(world, 0);
  }
  world.clock.advance({ minutes: 70 * 24 * 60 });
  await close(world, 0);
};

it('the ledger equals the events, and the invoices equal the ledger, to the cent', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(command, { minLength: 4, maxLength: 30 }), async (commands) => {
      const store = openSqliteStore({ file: ':memory:' });
      const world = await aWorld({ people, store });
      await inOrg(store, world.orgId).touch(org, undefined, { trialEndsAt });
      await outside(store).touch(orgIndex, { orgId: world.orgId }, { trialEndsAt });
      const model: Model = new Map();
      let latest = world.clock.now();
      for (const item of commands) {
        await obey(world, model, item);
        latest = Math.max(latest, world.clock.now());
      }
      await settle(world, latest);

      const records = inOrg(store, world.orgId);
      const months = [...new Set([...model.keys()].map((key) => key.slice(0, 6)))];
      for (const month of months) {
        const named = people.filter((name) => model.has(`${month}|${name}`)).map((name) => aMemberId(name));
        expect(await countedIds(records, month)).toEqual([...named].sort());
      }
      for (const [key, at] of model) {
        const [month = '', name = ''] = key.split('|');
        const row = await records.get(usage, { month, memberId: aMemberId(name) });
        expect(row?.value).toMatchObject({ event: 'TASK', at });
      }
      const charged = await chargedOn(store, world.orgId);
      const owed = [...model].map(([key, at]) => {
        const [month = '', name = ''] = key.split('|');
        return `${month} ${aMemberId(name)} ${at < trialEndsAt ? 0 : price}`;
      });
      expect(charged.map((item) => `${item.month} ${item.memberId} ${item.cents}`).sort()).toEqual(owed.sort());
      const total = (await invoicesOf(records)).reduce((sum, invoice) => sum + invoice.cents, 0);
      expect(total).toBe(owed.filter((line) => line.endsWith(` ${price}`)).length * price);
      await world.verify();
      await store.close();
    }),
    { numRuns: 60 },
  );
});
