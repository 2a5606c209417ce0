import type { Translate } from '#contracts/text/catalogueKeys.ts';
import type { Clock } from '../../domain/core/clockPort.ts';
import type { TableStore } from '../../store/tableStore.ts';

type Facts = Readonly<Record<string, string | number | boolean | null>>;

/** Structured log. `facts` are ids, counts, kinds and states only: never a text, a name, an address or a token. */
export interface Log {
  info(event: string, facts?: Facts): void;
  warn(event: string, facts?: Facts): void;
  /** Of the error only its class, code and stack are written, since messages may quote what people wrote. */
  error(event: string, error: unknown, facts?: Facts): void;
}

/** The dependencies of services; each service takes the smallest part (`Pick`) that works. */
export interface Deps {
  readonly store: TableStore;
  readonly clock: Clock;
  /** A new ULID, its time part from the clock. */
  readonly newId: () => string;
  readonly log: Log;
  readonly translateFor: (locale: string) => Translate;
  /** Address of this installation, without a trailing slash. */
  readonly publicUrl: string;
  readonly trialDays: number;
  /** False = the product never mentions or enforces trials and payment. */
  readonly isBillingEnabled: boolean;
}
