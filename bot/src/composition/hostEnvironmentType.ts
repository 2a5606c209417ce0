import type { Clock } from '../domain/core/clockPort.ts';
import type { Telemetry } from '../observability/createObservability.ts';
import type { Log } from '../services/core/deps.ts';
import type { WorkerEntry } from '../services/files/runExportFileWorker.ts';

export interface HostEnvironment {
  readonly clock: Clock;
  readonly sleep: (ms: number) => Promise<void>;
  readonly log: Log;
  readonly webDir: string | null;
  /** True if an empty store is filled with the demo organisations. */
  readonly hasDemoData: boolean;
  /** True if a timer runs the heartbeat, which starts due work; false in a test that runs each tick itself. */
  readonly ticks: boolean;
  readonly timeZone: string;
  /** Second destination of metrics and spans besides /metrics; left out = none. */
  readonly telemetry?: Telemetry;
  readonly sheetWorker: WorkerEntry;
  /** Folder of the fonts for documents; left out = the folder in which npm installs them. */
  readonly fontFolder?: string;
}
