import type { Envelope } from '#contracts/endpoint.ts';
import { ApiError } from './client.ts';
import type { ClientDeps } from './client.ts';

export interface FetchedFile {
  /** As the server names it; empty when it names none. */
  readonly name: string;
  readonly blob: Blob;
}

const nameIn = (disposition: string | null): string => /filename="([^"]+)"/.exec(disposition ?? '')?.[1] ?? '';

const refusalOf = async (response: Response): Promise<ApiError> => {
  try {
    const said = (await response.json()) as Envelope<unknown>;
    if (said.status === 'Error') return new ApiError(said.errorCode, said.message);
  } catch {
    // Not ours: something on the way answered.
  }
  return new ApiError('INTERNAL', null);
};

/** A file of the server's, read as it comes; `onBytes` hears how much there is so far. */
export const fetchFile = async (
  fetch: ClientDeps['fetch'],
  url: string,
  onBytes: (bytes: number) => void,
): Promise<FetchedFile> => {
  const unreachable = (): ApiError => new ApiError('INVALID_ENDPOINT', null);
  let response: Response;
  try {
    response = await fetch(url, { method: 'GET' });
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
    // Broken off half-way: half an archive is none.
    throw unreachable();
  }
  const type = response.headers.get('content-type') ?? 'application/octet-stream';
  return { name: nameIn(response.headers.get('content-disposition')), blob: new Blob(pieces, { type }) };
};
