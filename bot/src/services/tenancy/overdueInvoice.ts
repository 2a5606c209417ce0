import type { UserDetails } from '#contracts/identity/sessionAndUserDetailsCalls.ts';
import { hasPermission } from '#contracts/core/rolesAndPermissions.ts';
import { toInstant } from '../../domain/core/zonedTimeAndCalendarDates.ts';
import { inOrg } from '../../store/recordKindsAndAccess.ts';
import { invoice as invoiceKind } from '../../store/kinds/billing/invoicesAndNumbers.ts';
import { charge as chargeKind } from '../../store/kinds/billing/charges.ts';
import { prefixRange } from '../../store/tableStorePort.ts';
import type { Actor } from '../core/actor.ts';
import type { Deps } from '../core/deps.ts';
import type { PayingDeps } from './payingStateAndOrgPause.ts';

/**
 * Returns the oldest unpaid invoice whose due date has passed, and the number of such invoices. Null if there is none,
 * or if the caller may not read invoices. An invoice that is not due yet does not count even if the card was refused:
 * the payment state already reports that.
 */
export const overdueInvoiceFor = async (
  deps: Pick<Deps, 'store'> & PayingDeps,
  actor: Actor,
): Promise<UserDetails['overdueInvoice']> => {
  const mayRead = hasPermission('billing.read', { role: actor.role, belongsToTeam: false, isOwner: false });
  if (!deps.isBillingEnabled || !mayRead) return null;
  const records = inOrg(deps.store, actor.orgId);
  // Every invoice with an amount has a charge (the work to collect it). So if no charge is unpaid, no invoice must be
  // read.
  const charges = await records.list(chargeKind, undefined, prefixRange('chg|'));
  const unpaid = charges.map((row) => row.value).filter(({ state }) => state !== 'PAID');
  const today = toInstant(deps.clock.now()).slice(0, 10);
  const overdue = [];
  for (const { month, number } of unpaid) {
    const dueOn = (await records.get(invoiceKind, { month }))?.value.dueOn ?? null;
    if (dueOn !== null && dueOn < today) overdue.push({ number, dueOn });
  }
  const [oldest] = overdue;
  return oldest === undefined ? null : { ...oldest, count: overdue.length };
};
