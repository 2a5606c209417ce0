/** Outbound port to the container of the backups. Written content is never changed. */
export interface BlobContainer {
  put(name: string, bytes: Uint8Array): Promise<void>;
  get(name: string): Promise<Uint8Array | undefined>;
  list(prefix: string): Promise<readonly string[]>;
}

/** Thrown if the service is unreachable, rejects the request, or lacks the container. Operators read the message. */
export class BlobError extends Error {
  constructor(message: string, options: { cause?: unknown } = {}) {
    super(message, options);
    this.name = 'BlobError';
  }
}
