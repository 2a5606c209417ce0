/** Outbound port to the container that backups are kept in. What was written there is never changed. */
export interface BlobContainer {
  /** Rejects when there is one of that name already. */
  put(name: string, bytes: Uint8Array): Promise<void>;
  /** Undefined: there is none of that name. */
  get(name: string): Promise<Uint8Array | undefined>;
  /** Names that begin so, in their order. */
  list(prefix: string): Promise<readonly string[]>;
}

/** It cannot be reached, refuses us, or is not there. The message is a sentence. */
export class BlobError extends Error {
  constructor(message: string, options: { cause?: unknown } = {}) {
    super(message, options);
    this.name = 'BlobError';
  }
}
