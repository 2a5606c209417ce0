import { dunningDays, payingOf } from '../domain/paying.ts';
import { inOrg } from '../store/kind.ts';
import { charge as chargeKind, payment as paymentKind } from '../store/kinds/payment.ts';
import type { AccountWork } from './accountMail.ts';
import type { Deps } from './deps.ts';
import { letterIs, nothing } from './letterIs.ts';
import type { LetterContent } from './letterIs.ts';
import { dayOf } from './moments.ts';
import { hasMethod } from './paying.ts';
import { livingOrg } from './standing.ts';

const money = (cents: number, currency: string, locale: string): string =>
  new Intl.NumberFormat(locale, { style: 'currency', currency }).format(cents / 100);

/** Letters about bills. What was paid since they were queued is not asked for any more. */
export const billLetter = async (
  deps: Pick<Deps, 'store' | 'clock'>,
  { orgId, letter, locale, values }: AccountWork,
): Promise<LetterContent> => {
  if (orgId === null) return nothing;
  const records = inOrg(deps.store, orgId);
  const [organisation, charge, payment] = await Promise.all([
    livingOrg(records),
    records.get(chargeKind, { month: values['month'] ?? '' }),
    records.get(paymentKind, undefined),
  ]);
  if (organisation === undefined || charge === undefined || charge.value.state === 'PAID') return nothing;
  const { number, amountCents, currency, failedAt } = charge.value;
  const bill = { organization: organisation.name, number, amount: money(amountCents, currency, locale ?? 'en') };
  if (letter === 'INVOICE_READY') return letterIs({ kind: 'INVOICE_READY', ...bill });
  const facts = {
    trialEndsAt: organisation.trialEndsAt,
    overdueSince: failedAt,
    methodLostAt: payment?.value.methodLostAt ?? null,
  };
  const paying = payingOf({ ...facts, hasMethod: hasMethod(payment?.value) }, deps.clock.now());
  const until = 'readOnlyFrom' in paying ? dayOf(paying.readOnlyFrom, locale ?? 'en') : '';
  const isLast = paying.is === 'READ_ONLY' || Number(values['reminder']) >= dunningDays.length;
  return letterIs({ kind: 'PAYMENT_FAILED', ...bill, until, isLast });
};
