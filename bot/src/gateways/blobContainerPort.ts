/**
 * Outbound port to the container with the backups. `put` fails if the name exists already, so stored content is never
 * changed. `get` returns undefined for a name that does not exist.
 */
export interface BlobContainer {
  put(name: string, bytes: Uint8Array): Promise<void>;
  get(name: string): Promise<Uint8Array | undefined>;
  list(prefix: string): Promise<readonly string[]>;
}

/**
 * Thrown if the blob service cannot be reached, refuses the request, or has no such container. Operators read the
 * message of this error.
 */
export class BlobError extends Error {
  constructor(message: string, options: { cause?: unknown } = {}) {
    super(message, options);
    this.name = 'BlobError';
  }
}
