import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { UseQueryResult } from '@tanstack/react-query';
import type { BlockerItem, changeBlocker, getBlockers } from '#contracts/blockers/blockerCalls.ts';
import type { InputOf, OutputOf } from '#contracts/core/endpoint.ts';
import type { Call } from '../client/apiClient.ts';
import { useApi } from '../client/apiContextAndSessionHooks.ts';

export type BlockerList = OutputOf<typeof getBlockers>;
export type BlockerListInput = InputOf<typeof getBlockers>;
export type BlockerChangeInput = InputOf<typeof changeBlocker>;

const readPage = (call: Call, input: BlockerListInput, signal?: AbortSignal): Promise<BlockerList> =>
  call<typeof getBlockers>({ method: 'POST', path: '/api/blocker/getlist' }, input, signal);

/** Returns a page of blockers. While the page of a new filter loads, returns the page of the previous filter. */
export const useBlockers = (input: BlockerListInput): UseQueryResult<BlockerList> => {
  const { call } = useApi();
  return useQuery({
    queryKey: ['blockers', input],
    queryFn: ({ signal }) => readPage(call, input, signal),
    placeholderData: keepPreviousData,
  });
};

const exportPage = 100;

export const useAllBlockers = (): ((input: BlockerListInput) => Promise<BlockerItem[]>) => {
  const { call } = useApi();
  return async (input) => {
    const items: BlockerItem[] = [];
    for (let pageNumber = 1; ; pageNumber += 1) {
      const page = await readPage(call, { ...input, pageCount: exportPage, pageNumber });
      items.push(...page.items);
      if (page.items.length < exportPage) return items;
    }
  };
};

/**
 * Returns a mutation that changes a blocker. Reads the lists again after a refusal too, because another person may have
 * changed the blocker since the page loaded it.
 */
export const useChangeBlocker = () => {
  const { call } = useApi();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: BlockerChangeInput) =>
      call<typeof changeBlocker>({ method: 'POST', path: '/api/blocker/change/{meetingId}/{memberId}' }, input),
    onSettled: () =>
      Promise.all(['blockers', 'report', 'activity'].map((key) => client.invalidateQueries({ queryKey: [key] }))),
  });
};
