import type { Instant, MemberId, OrgId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { toInstant } from '../../../domain/core/zonedTimeAndCalendarDates.ts';
import { monthOf } from '../../../domain/billing/billingMonths.ts';
import { createGenerationalCache } from '../../../store/generationalCache.ts';
import { inOrg } from '../../../store/recordKindsAndAccess.ts';
import { asked } from '../../../store/kinds/billing/usageLedger.ts';
import { isConflict } from '../../../store/tableStorePort.ts';
import type { JobDeps } from '../../core/jobDepsAndSettings.ts';

/**
 * Records which members were prompted in a month (docs/product-rules.md, Billing). It writes one row for each member
 * and month, after the first delivered prompt.
 */
export interface PromptedMembersLedger {
  record(orgId: OrgId, members: readonly MemberId[]): Promise<void>;
}

const maxKnown = 200_000;
const batchSize = 100;

type LedgerDeps = Pick<JobDeps, 'store' | 'clock'>;

/** The month and organisation of new rows, and the instant that they get. */
interface LedgerMonth {
  readonly orgId: OrgId;
  readonly month: string;
  readonly at: Instant;
}

const insertAbsent = async (
  { store }: LedgerDeps,
  { orgId, month, at }: LedgerMonth,
  batch: readonly MemberId[],
): Promise<void> => {
  const records = inOrg(store, orgId);
  const sorted = [...batch].sort();
  const [first, last] = [sorted[0], sorted.at(-1)];
  if (first === undefined || last === undefined) return;
  const partition = asked.at(orgId, { month, memberId: first }).pk;
  // One page of keys is sufficient. In a large organisation, existing rows of these members may be on another page.
  // Inserting such a row again only causes a conflict, which is ignored.
  const range = { from: `q|${first}`, to: `q|${last} ` };
  const page = await store.scan(asked.table, partition, range, { keysOnly: true });
  const there = new Set(page.rows.map((row) => row.rk.slice(2)));
  for (const memberId of sorted.filter((id) => !there.has(id))) {
    try {
      await records.insert(asked, { month, memberId }, { memberId, at });
    } catch (error) {
      if (!isConflict(error)) throw error;
    }
  }
};

const insertBatch = async (deps: LedgerDeps, ledger: LedgerMonth, batch: readonly MemberId[]): Promise<void> => {
  const { orgId, month, at } = ledger;
  const records = inOrg(deps.store, orgId);
  const step = (memberId: MemberId) => records.insertStep(asked, { month, memberId }, { memberId, at });
  try {
    await records.transact(batch.map(step));
  } catch (error) {
    if (!isConflict(error)) throw error;
    await insertAbsent(deps, ledger, batch);
  }
};

export const createPromptedMembersLedger = (deps: LedgerDeps): PromptedMembersLedger => {
  // Cache by month and organisation, of at most `maxKnown` members. The rows never change, so a cached row need not be
  // read again.
  const known = createGenerationalCache<Set<MemberId>>({ bytes: maxKnown, ms: Infinity, now: () => 0 });

  const remember = (name: string, members: readonly MemberId[]): void => {
    const there = known.get(name) ?? new Set();
    for (const member of members) there.add(member);
    known.set(name, there, there.size);
  };

  return {
    record: async (orgId, members) => {
      const now = deps.clock.now();
      const month = monthOf(now);
      const name = `${month}|${orgId}`;
      const ledger = { orgId, month, at: toInstant(now) };
      const there = known.get(name);
      const fresh = [...new Set(members)].filter((member) => there?.has(member) !== true);
      for (let at = 0; at < fresh.length; at += batchSize) {
        const batch = fresh.slice(at, at + batchSize);
        await insertBatch(deps, ledger, batch);
        remember(name, batch);
      }
    },
  };
};
