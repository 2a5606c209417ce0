import type { eraseUser } from '#contracts/deletion.ts';
import type { exportToken } from '#contracts/user.ts';
import { ApiError } from './client.ts';
import { useApi } from './context.ts';
import { fetchFile } from './fetchFile.ts';
import type { FetchedFile } from './fetchFile.ts';

/** Everything stored about the reader, as a zip; `onBytes` hears how much has come. */
export const useExportFile = (): ((onBytes: (bytes: number) => void) => Promise<FetchedFile>) => {
  const { call, fetch } = useApi();
  return async (onBytes) => {
    const { token } = await call<typeof exportToken>({ method: 'POST', path: '/api/user/exporttoken' }, {});
    return fetchFile(fetch, `/api/user/export?token=${encodeURIComponent(token)}`, onBytes);
  };
};

/** Forgets the reader; their session is over with it. */
export const useEraseMe = (): (() => Promise<void>) => {
  const { call, session } = useApi();
  return async () => {
    try {
      await call<typeof eraseUser>({ method: 'POST', path: '/api/user/erase' }, {});
    } catch (error) {
      // Gone already: a second press, or an answer that was lost on the way.
      if (!(error instanceof ApiError) || error.code !== 'UNAUTHENTICATED') throw error;
    }
    session.signOut();
  };
};
