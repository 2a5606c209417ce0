import type { eraseUser } from '#contracts/dataLifecycle/deletionAndErasureCalls.ts';
import type { exportToken } from '#contracts/dataLifecycle/personalDataExport.ts';
import { ApiError } from '../client/apiClient.ts';
import { useApi } from '../client/apiContextAndSessionHooks.ts';
import { fetchFile } from '../client/fetchFile.ts';
import type { FetchedFile } from '../client/fetchFile.ts';

/**
 * Returns a function that downloads the stored data about the reader as a zip file, without data of organisations that
 * this session may not enter. `onBytes` is called with the number of bytes received so far.
 */
export const useExportFile = (): ((onBytes: (bytes: number) => void) => Promise<FetchedFile>) => {
  const { call, fetch } = useApi();
  return async (onBytes) => {
    const { token } = await call<typeof exportToken>({ method: 'POST', path: '/api/user/exporttoken' }, {});
    return fetchFile(fetch, `/api/user/export?token=${encodeURIComponent(token)}`, onBytes);
  };
};

export const useEraseMe = (): (() => Promise<void>) => {
  const { call, session } = useApi();
  return async () => {
    try {
      await call<typeof eraseUser>({ method: 'POST', path: '/api/user/erase' }, {});
    } catch (error) {
      // UNAUTHENTICATED means that the reader is erased already, for example because the reply to an earlier call was
      // lost.
      if (!(error instanceof ApiError) || error.code !== 'UNAUTHENTICATED') throw error;
    }
    session.signOut();
  };
};
