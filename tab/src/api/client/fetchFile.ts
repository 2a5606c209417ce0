import type { Envelope } from '#contracts/core/endpoint.ts';
import { ApiError, retryAfterOf } from './apiClient.ts';
import type { ClientDeps } from './apiClient.ts';

export interface FetchedFile {
  readonly name: string;
  readonly blob: Blob;
}

const nameIn = (disposition: string | null): string => /filename="([^"]+)"/.exec(disposition ?? '')?.[1] ?? '';

const refusalOf = async (response: Response): Promise<ApiError> => {
  try {
    const envelope = (await response.json()) as Envelope<unknown>;
    if (envelope.status === 'Error') return new ApiError(envelope.errorCode, envelope.message);
  } catch {
    // The reply is not JSON, so it comes from a gateway and not from our server.
  }
  if (response.status === 429)
    return new ApiError('TOO_MANY_REQUESTS', null, { data: null, retryAfter: retryAfterOf(response) });
  return new ApiError('INTERNAL', null);
};

/**
 * Downloads a file from the server. `onBytes` is called with the number of bytes received so far. If `signal` aborts
 * the download, the promise rejects.
 */
export const fetchFile = async (
  fetch: ClientDeps['fetch'],
  url: string,
  onBytes: (bytes: number) => void,
  signal?: AbortSignal,
): Promise<FetchedFile> => {
  const unreachable = (): ApiError => new ApiError('INVALID_ENDPOINT', null);
  let response: Response;
  try {
    response = await fetch(url, { method: 'GET', ...(signal === undefined ? {} : { signal }) });
  } catch {
    throw unreachable();
  }
  if (!response.ok) throw await refusalOf(response);
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  let bytes = 0;
  try {
    for (const reader = response.body?.getReader(); reader !== undefined;) {
      const { done, value } = await reader.read();
      if (done) break;
      pieces.push(value);
      bytes += value.byteLength;
      onBytes(bytes);
    }
  } catch {
    // The connection broke during the download. A partial file is useless, so the whole download fails.
    throw unreachable();
  }
  const type = response.headers.get('content-type') ?? 'application/octet-stream';
  return { name: nameIn(response.headers.get('content-disposition')), blob: new Blob(pieces, { type }) };
};
