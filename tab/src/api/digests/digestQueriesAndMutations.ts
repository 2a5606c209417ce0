import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { UseQueryResult } from '@tanstack/react-query';
import type {
  DigestList,
  DigestView,
  deleteDigest,
  listDigestAdmins,
  listDigests,
  listOrganisationDigests,
  pauseDigest,
  previewDigest,
  saveDigest,
  sendDigestNow,
} from '#contracts/digests/digestCalls.ts';
import type { InputOf, OutputOf } from '#contracts/core/endpoint.ts';
import { useApi } from '../client/apiContextAndSessionHooks.ts';

export type DigestInput = InputOf<typeof saveDigest>;
export type SavedDigest = OutputOf<typeof saveDigest>;
export type DigestPreview = OutputOf<typeof previewDigest>;

/**
 * Milliseconds between two reads of the list while a digest that the reader sent to themselves still has undelivered
 * messages.
 */
const waitingMs = 3000;
/**
 * Milliseconds after such a sending at which the page stops reading the list, because the server may retry a delayed
 * message for days.
 */
const waitedMs = 60_000;

/** Returns the milliseconds until the next read of the list; false = no further read. */
const nextRead = (list: DigestList | undefined, readAt: number): number | false => {
  const waits = list?.items.some(
    ({ sentToMe }) => sentToMe != null && sentToMe.waiting > 0 && readAt - Date.parse(sentToMe.at) < waitedMs,
  );
  return waits === true ? waitingMs : false;
};

export const useDigests = (teamId: string): UseQueryResult<DigestList> => {
  const { call } = useApi();
  return useQuery({
    queryKey: ['digests', teamId],
    queryFn: ({ signal }) =>
      call<typeof listDigests>({ method: 'GET', path: '/api/digest/list/{teamId}' }, { teamId }, signal),
    refetchInterval: ({ state }) => nextRead(state.data, state.dataUpdatedAt),
  });
};

export const useOrganisationDigests = (isAdmin: boolean): UseQueryResult<DigestList> => {
  const { call } = useApi();
  return useQuery({
    queryKey: ['digests', 'organisation'],
    queryFn: ({ signal }) =>
      call<typeof listOrganisationDigests>({ method: 'GET', path: '/api/digest/organisation' }, {}, signal),
    enabled: isAdmin,
    refetchInterval: ({ state }) => nextRead(state.data, state.dataUpdatedAt),
  });
};

/** Returns the admins to whom a digest of the organisation can be sent. */
export const useDigestAdmins = (): UseQueryResult<OutputOf<typeof listDigestAdmins>> => {
  const { call } = useApi();
  return useQuery({
    queryKey: ['digestAdmins'],
    queryFn: ({ signal }) => call<typeof listDigestAdmins>({ method: 'GET', path: '/api/digest/admins' }, {}, signal),
  });
};

/**
 * Returns a mutation that then reads the lists of digests again, also after a refusal, because another person may have
 * changed the digest.
 */
const useChange = <Input, Output>(run: (input: Input) => Promise<Output>) => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: run,
    onSettled: () => client.invalidateQueries({ queryKey: ['digests'] }),
  });
};

export const useSaveDigest = () => {
  const { call } = useApi();
  return useChange((input: DigestInput): Promise<SavedDigest> =>
    call<typeof saveDigest>({ method: 'POST', path: '/api/digest/save' }, input),
  );
};

export const usePauseDigest = () => {
  const { call } = useApi();
  return useChange((input: { readonly digestId: string; readonly isPaused: boolean }): Promise<DigestView> =>
    call<typeof pauseDigest>({ method: 'POST', path: '/api/digest/pause/{digestId}' }, input),
  );
};

export const useDeleteDigest = () => {
  const { call } = useApi();
  return useChange((digestId: string) =>
    call<typeof deleteDigest>({ method: 'DELETE', path: '/api/digest/delete/{digestId}' }, { digestId }),
  );
};

export const useSendDigestNow = () => {
  const { call } = useApi();
  return useChange((digestId: string) =>
    call<typeof sendDigestNow>({ method: 'POST', path: '/api/digest/sendnow/{digestId}' }, { digestId }),
  );
};

export const usePreviewDigest = () => {
  const { call } = useApi();
  return useMutation({
    mutationFn: (input: Omit<DigestInput, 'rev'>): Promise<DigestPreview> =>
      call<typeof previewDigest>({ method: 'POST', path: '/api/digest/preview' }, input),
  });
};
