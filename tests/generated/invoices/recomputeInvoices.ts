// Recomputes every invoice from the columns of the stored rows, without importing code of the product.

export interface RawRow {
  readonly pk: string;
  readonly rk: string;
  readonly values: Readonly<Record<string, unknown>>;
}

export interface RawTables {
  readonly org: readonly RawRow[];
  readonly usage: readonly RawRow[];
}

interface Line {
  readonly month: string;
  readonly people: number;
  readonly free: number;
  readonly priceCents: number;
  readonly cents: number;
}

export interface Recomputed {
  readonly organisations: number;
  readonly months: number;
  readonly differences: readonly string[];
}

const text = (row: RawRow, column: string): string => String(row.values[column]);
const count = (row: RawRow, column: string): number => Number(row.values[column]);
const list = (row: RawRow, column: string): unknown[] => JSON.parse(text(row, `j_${column}`)) as unknown[];
const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, number) => sum + number, 0);
const begins = (rows: readonly RawRow[], prefix: string): RawRow[] => rows.filter(({ rk }) => rk.startsWith(prefix));

const lineOf = (month: string, pages: readonly RawRow[]): Line => {
  const sizes = pages.map((page) => ({ size: list(page, 'members').length, price: count(page, 'priceCents') }));
  return {
    month,
    people: sumOf(sizes.map(({ size }) => size)),
    free: sumOf(sizes.filter(({ price }) => price === 0).map(({ size }) => size)),
    priceCents: Math.max(...sizes.map(({ price }) => price)),
    cents: sumOf(sizes.map(({ size, price }) => size * price)),
  };
};

/** Returns the price in cents of an invoice that is issued at the instant (epoch ms). */
export type PriceAt = (ms: number) => number;

/** Returns the contradictions between an invoice, its pages and its charge, one line each. */
const invoiceFaults = (
  invoice: RawRow,
  pages: readonly RawRow[],
  charge: RawRow | undefined,
  priceAt: PriceAt,
): string[] => {
  const month = text(invoice, 'month');
  const months = [...new Set(pages.map((page) => text(page, 'month')))].sort();
  const expected = [...months.filter((item) => item === month), ...months.filter((item) => item !== month)].map(
    (item) =>
      lineOf(
        item,
        pages.filter((page) => text(page, 'month') === item),
      ),
  );
  const cents = sumOf(expected.map((line) => line.cents));
  const own = expected.find((line) => line.month === month)?.people ?? 0;
  const faults: string[] = [];
  if (JSON.stringify(list(invoice, 'lines')) !== JSON.stringify(expected)) faults.push('its lines are not its pages');
  if (count(invoice, 'cents') !== cents) faults.push(`${count(invoice, 'cents')} cents, not ${cents}`);
  if (count(invoice, 'mau') !== own) faults.push(`${count(invoice, 'mau')} active people, not ${own}`);
  const price = priceAt(Date.parse(text(invoice, 'issuedOn')));
  if (count(invoice, 'priceCents') !== price) faults.push(`price ${count(invoice, 'priceCents')}, not ${price}`);
  if (text(invoice, 'issuedOn').slice(0, 7).replace('-', '') <= month) faults.push('issued before its month was over');
  if (months.some((item) => item > month)) faults.push('a line of a later month');
  if (cents === 0 && charge !== undefined) faults.push('a charge over nothing');
  if (cents > 0 && (charge === undefined || count(charge, 'amountCents') !== cents))
    faults.push('no charge of its sum');
  if (charge !== undefined && text(charge, 'number') !== text(invoice, 'number')) faults.push('another number charged');
  return faults.map((fault) => `invoice ${month}: ${fault}`);
};

/**
 * Checks that each counted person is on exactly one page, at no cost in the trial and otherwise at the month's price.
 */
const peopleFaults = (usage: readonly RawRow[], pages: readonly RawRow[], invoices: readonly RawRow[], end: string) => {
  const faults: string[] = [];
  const placesOf = (month: string, memberId: string): RawRow[] =>
    pages.filter((page) => text(page, 'month') === month && list(page, 'members').includes(memberId));
  for (const row of usage) {
    const month = row.pk.split('|')[1] ?? '';
    const memberId = text(row, 'memberId');
    const places = placesOf(month, memberId);
    const [page] = places;
    if (places.length !== 1 || page === undefined) {
      faults.push(`${month} ${memberId} is on ${places.length} pages`);
      continue;
    }
    const priceOf = (of: string): number | undefined =>
      invoices.filter((invoice) => text(invoice, 'month') === of).map((invoice) => count(invoice, 'priceCents'))[0];
    const price = text(row, 'at') < end ? 0 : (priceOf(month) ?? priceOf(text(page, 'invoice')));
    if (count(page, 'priceCents') !== price)
      faults.push(`${month} ${memberId} pays ${count(page, 'priceCents')}, not ${String(price)}`);
  }
  const named = sumOf(pages.map((page) => list(page, 'members').length));
  if (named !== usage.length) faults.push(`${named} people are billed, ${usage.length} counted`);
  return faults;
};

/** Checks that the invoice numbers of a year have no gap, over all organisations. */
const numberFaults = (invoices: readonly RawRow[]): string[] => {
  const years = [...new Set(invoices.map((invoice) => text(invoice, 'issuedOn').slice(0, 4)))];
  return years.flatMap((year) => {
    const ofYear = invoices.filter((invoice) => text(invoice, 'issuedOn').startsWith(year));
    const input = ofYear.map((item) => text(item, 'number')).sort();
    const expected = input.map((_number, index) => `${year}-${String(index + 1).padStart(6, '0')}`);
    return input.join() === expected.join() ? [] : [`numbers of ${year}: ${input.join()}`];
  });
};

export const recomputeInvoices = ({ org, usage }: RawTables, priceAt: PriceAt): Recomputed => {
  const organisations = org.filter(({ rk }) => rk === 'org');
  const differences = numberFaults(begins(org, 'inv|'));
  let months = 0;
  for (const organisation of organisations) {
    const own = org.filter(({ pk }) => pk === organisation.pk);
    const [invoices, pages, charges] = ['inv|', 'inl|', 'chg|'].map((prefix) => begins(own, prefix)) as [
      RawRow[],
      RawRow[],
      RawRow[],
    ];
    const counted = usage.filter(({ pk, rk }) => pk.startsWith(`${organisation.pk}|`) && rk.startsWith('m|'));
    months += new Set([...counted.map(({ pk }) => pk), ...invoices.map(({ rk }) => rk)]).size;
    const faults = peopleFaults(counted, pages, invoices, text(organisation, 'trialEndsAt'));
    for (const invoice of invoices) {
      const month = text(invoice, 'month');
      const charge = charges.find((item) => text(item, 'month') === month);
      faults.push(
        ...invoiceFaults(
          invoice,
          pages.filter((page) => text(page, 'invoice') === month),
          charge,
          priceAt,
        ),
      );
    }
    differences.push(...faults.map((fault) => `${text(organisation, 'name')}: ${fault}`));
  }
  return { organisations: organisations.length, months, differences };
};
