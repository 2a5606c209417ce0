/** Outbound port to the container of the backups. Written content is never changed. */
export interface BlobContainer {
  put(name: string, bytes: Uint8Array): Promise<void>;
  get(name: string): Promise<Uint8Array | undefined>;
  list(prefix: string): Promise<readonly string[]>;
}

/** The blob service is unreachable, rejects the request, or lacks the container. The message is a sentence for the operator. */
export class BlobError extends Error {
  constructor(message: string, options: { cause?: unknown } = {}) {
    super(message, options);
    this.name = 'BlobError';
  }
}
