import type { Translate } from '#contracts/text/translateAndMessageKeyTypes.ts';
import type { Clock } from '../../domain/core/clockPort.ts';
import type { TableStore } from '../../store/tableStorePort.ts';

type Facts = Readonly<Record<string, string | number | boolean | null>>;

/** Structured log. `facts` contain only ids, counts, kinds and states, never a text, a name, an address or a token. */
export interface Log {
  info(event: string, facts?: Facts): void;
  warn(event: string, facts?: Facts): void;
  /**
   * Logs the class, code and stack of the error, but not its message, because a message may quote user-written text.
   */
  error(event: string, error: unknown, facts?: Facts): void;
}

export interface Deps {
  readonly store: TableStore;
  readonly clock: Clock;
  /** Returns a new ULID. It begins with the clock's time, so ids sort by creation. */
  readonly newId: () => string;
  readonly log: Log;
  readonly translateFor: (locale: string) => Translate;
  /** URL of this installation, without a trailing slash. */
  readonly publicUrl: string;
  readonly trialDays: number;
  /** False = the product neither mentions nor enforces trials and payments. */
  readonly isBillingEnabled: boolean;
}
