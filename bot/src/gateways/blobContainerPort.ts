/** Outbound port to the container of the backups. Written content is never changed. */
export interface BlobContainer {
  /** Rejects when there is one of that name already. */
  put(name: string, bytes: Uint8Array): Promise<void>;
  /** Undefined: there is none of that name. */
  get(name: string): Promise<Uint8Array | undefined>;
  /** Names that begin so, in their order. */
  list(prefix: string): Promise<readonly string[]>;
}

/** The blob service is unreachable, rejects the request, or lacks the container. The message is a sentence for the operator. */
export class BlobError extends Error {
  constructor(message: string, options: { cause?: unknown } = {}) {
    super(message, options);
    this.name = 'BlobError';
  }
}
