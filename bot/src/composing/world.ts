import type { Clock } from '../domain/clock.ts';
import type { Telemetry } from '../observing.ts';
import type { Log } from '../services/deps.ts';
import type { WorkerEntry } from '../services/sheetWorker.ts';

/** What differs between a running installation and one under test. */
export interface World {
  readonly clock: Clock;
  readonly sleep: (ms: number) => Promise<void>;
  readonly log: Log;
  /** The web build; null serves no pages. */
  readonly webDir: string | null;
  /** Whether an empty store is filled with the demo organisations. */
  readonly hasDemoData: boolean;
  /** Whether the heart beats by itself; false where a test beats it. */
  readonly ticks: boolean;
  /** IANA zone of the machine: where the demo organisation lives. */
  readonly timeZone: string;
  /** Where measures and spans go beside /metrics; left out: nowhere. */
  readonly telemetry?: Telemetry;
  /** The program of the threads that make files. */
  readonly sheetWorker: WorkerEntry;
  /** Where the fonts of documents are; left out: where npm installs them. */
  readonly fontFolder?: string;
}
