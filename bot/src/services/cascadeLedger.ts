import { memberId as memberIdSchema } from '#contracts/ids.ts';
import type { OrgId } from '#contracts/ids.ts';
import { monthOf } from '../domain/usage.ts';
import { msOf } from '../domain/time.ts';
import { inOrg, readAs, scanRows } from '../store/kind.ts';
import { org as orgKind } from '../store/kinds/org.ts';
import { asked, usage } from '../store/kinds/usage.ts';
import { prefixRange } from '../store/port.ts';
import type { StoredRow } from '../store/port.ts';
import { removeRange } from './cascadeRows.ts';
import type { CascadeDeps } from './cascadeRows.ts';
import { retryOnConflict } from './revise.ts';

// What was billed stays and names nobody: member ids become numbers. A number is an id whose first signs are all zero, which no
// id made at a time can be, so the rows are read as before.

const digits = 26;
const isNumber = (id: string): boolean => /^0{16}\d{10}$/.test(id);
const numbered = (count: number) => memberIdSchema.parse(String(count).padStart(digits, '0'));

const nextMonth = (month: string): string =>
  month.endsWith('12') ? `${Number(month.slice(0, 4)) + 1}01` : String(Number(month) + 1);

/** From the month before the organisation was made to the one after this: a clock that was wrong once has left rows there. */
const monthsOf = async (deps: CascadeDeps, orgId: OrgId): Promise<string[]> => {
  const organisation = (await inOrg(deps.store, orgId).get(orgKind, undefined))?.value;
  const now = deps.clock.now();
  const dayMs = 24 * 3_600_000;
  const from = Math.min(now, organisation === undefined ? now : msOf(organisation.createdOn)) - 31 * dayMs;
  const months = [monthOf(from)];
  for (let month = nextMonth(monthOf(from)); month <= nextMonth(monthOf(now)); month = nextMonth(month))
    months.push(month);
  return months;
};

// Each is two steps of a transaction.
const atOnce = 50;

/** Numbers the next rows of a month, in the order of their ids; false = all have one. */
const numberSome = (deps: CascadeDeps, orgId: OrgId, month: string): Promise<boolean> =>
  retryOnConflict(async () => {
    const records = inOrg(deps.store, orgId);
    const { pk } = usage.at(orgId, { month, memberId: numbered(0) });
    const named: StoredRow[] = [];
    let count = 0;
    for await (const row of scanRows(deps.store, usage.table, pk, prefixRange('m|'))) {
      if (isNumber(row.rk.slice('m|'.length))) count += 1;
      else if (named.length < atOnce) named.push(row);
    }
    const steps = named.flatMap((row, at) => {
      const { value } = readAs(usage, row);
      const memberId = numbered(count + at + 1);
      return [
        records.deleteStep(usage, { month, memberId: value.memberId }),
        records.insertStep(usage, { month, memberId }, { ...value, memberId }),
      ];
    });
    await records.transact(steps);
    return steps.length > 0;
  });

/** The ledger without names; who was asked and did not answer was never billed. */
export const numberLedger = async (deps: CascadeDeps, orgId: OrgId): Promise<void> => {
  for (const month of await monthsOf(deps, orgId)) {
    const { pk } = asked.at(orgId, { month, memberId: numbered(0) });
    await removeRange(deps, asked.table, pk, prefixRange('q|'));
    while (await numberSome(deps, orgId, month));
  }
};
