import type { rollupDownloadToken, RollupFileFormat } from '#contracts/rollup/rollupFileCalls.ts';
import { ApiError } from '../client/apiClient.ts';
import { useApi } from '../client/apiContextAndSessionHooks.ts';
import { fetchFile } from '../client/fetchFile.ts';
import type { FetchedFile } from '../client/fetchFile.ts';
import type { RollupInput } from './rollupQuery.ts';

interface FileRequest {
  readonly query: RollupInput;
  readonly format: RollupFileFormat;
  readonly onBytes: (bytes: number) => void;
  readonly signal: AbortSignal;
}

/**
 * Returns the function that downloads a roll-up as a file. Each download needs its own short-lived token. If the token
 * has expired, the function requests a new one and tries once more.
 */
export const useRollupFile = (): ((request: FileRequest) => Promise<FetchedFile>) => {
  const { call, fetch } = useApi();
  return async ({ query: input, format, onBytes, signal }) => {
    const attempt = async (): Promise<FetchedFile> => {
      const { token, query } = await call<typeof rollupDownloadToken>(
        { method: 'POST', path: '/api/report/rollup/downloadtoken' },
        { ...input, format },
        signal,
      );
      const url = `/api/report/rollup/download?${query}&token=${encodeURIComponent(token)}`;
      return fetchFile(fetch, url, onBytes, signal);
    };
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'UNAUTHENTICATED' || signal.aborted) throw error;
      return attempt();
    }
  };
};
