/** Where a thread's own program is; with `program`, the one that `file` loads because it cannot run by itself. */
export interface WorkerEntry {
  readonly file: string;
  readonly program?: string;
}
