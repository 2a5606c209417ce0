import type { Currency } from '#contracts/billing/billingMonthAndSummaryCalls.ts';
import type { BillingTerms } from '../../../bot/src/domain/billing/forecastAndInvoiceAmounts.ts';
import { createLimiter } from '../../../bot/src/services/rateLimits/storedRateLimiter.ts';
import { sessionKeys } from '../../../bot/src/services/identity/sessionKeys.ts';
import type { Deps, Log } from '../../../bot/src/services/core/deps.ts';
import type { TableStore } from '../../../bot/src/store/tableStorePort.ts';
import { translateFor } from '../../../bot/src/translate.ts';
import { fakeClock } from './fakeClock.ts';
import type { FakeClock } from './fakeClock.ts';
import { pdfFonts } from '../files/pdfFonts.ts';

const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

const base32 = (value: number, digits: number): string =>
  Array.from({ length: digits }, (_, index) => alphabet[Math.floor(value / 32 ** (digits - 1 - index)) % 32]).join('');

/** Returns ULIDs made of the clock's time and a counter, so that they are equal in every test run. */
const countedIds = (clock: FakeClock): (() => string) => {
  let count = 0;
  return () => {
    count += 1;
    return base32(clock.now(), 10) + base32(count, 16);
  };
};

interface LoggedLine {
  readonly level: 'info' | 'warn' | 'error';
  readonly event: string;
  readonly facts: unknown;
}

export interface TestLog extends Log {
  readonly lines: readonly LoggedLine[];
}

const testLog = (): TestLog => {
  const lines: LoggedLine[] = [];
  return {
    lines,
    info: (event, facts) => void lines.push({ level: 'info', event, facts }),
    warn: (event, facts) => void lines.push({ level: 'warn', event, facts }),
    error: (event, _error, facts) => void lines.push({ level: 'error', event, facts }),
  };
};

/** Returns the dependencies that most services share, over this store and a clock that only the test moves. */
export const testDeps = (store: TableStore, clock: FakeClock = fakeClock()) => ({
  ...({ store, translateFor: translateFor, publicUrl: 'https://rollcall.test', trialDays: 30 } satisfies Partial<Deps>),
  clock,
  newId: countedIds(clock),
  log: testLog(),
  limiter: createLimiter({ store, clock, addressLimiter: null }),
  sessionKeys: sessionKeys(['a secret for tests, 32 bytes and more']),
  entra: null,
  isBillingEnabled: true,
  billing: {
    ...{ priceCents: 200, currency: 'USD' as Currency, issuer: ['Rollcall'], tax: null as BillingTerms['tax'] },
    ...{ paymentDetails: ['Example Bank', 'IBAN DE02 1203 0000 0000 2020 51'], dueDays: 14 },
  },
  pdfFonts,
  superadmins: new Set<string>(),
  hidesAccounts: false,
  meetingTypes: ['STANDUP', 'RETRO'] as const,
});
