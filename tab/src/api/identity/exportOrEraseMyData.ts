import type { eraseUser } from '#contracts/dataLifecycle/deletionAndErasureCalls.ts';
import type { exportToken } from '#contracts/people/userAndProfileCalls.ts';
import { ApiError } from '../client/apiClient.ts';
import { useApi } from '../client/apiContextAndSessionHooks.ts';
import { fetchFile } from '../client/fetchFile.ts';
import type { FetchedFile } from '../client/fetchFile.ts';

/**
 * Downloads the stored data about the reader as a zip, without the data in organisations that this session may not
 * enter. `onBytes` receives the number of bytes so far.
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
      // The reader is erased already, for example because the reply to an earlier call was lost.
      if (!(error instanceof ApiError) || error.code !== 'UNAUTHENTICATED') throw error;
    }
    session.signOut();
  };
};
