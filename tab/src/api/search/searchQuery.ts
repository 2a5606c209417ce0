import { useInfiniteQuery } from '@tanstack/react-query';
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import type { InputOf } from '#contracts/core/endpoint.ts';
import type { searchAnswers, SearchResult } from '#contracts/search/searchAnswers.ts';
import { useApi } from '../client/apiContextAndSessionHooks.ts';

export type SearchInput = Omit<InputOf<typeof searchAnswers>, 'after'>;

/** Returns the pages of a search, newest answers first. Makes no call while the query contains no words. */
export const useSearch = (input: SearchInput): UseInfiniteQueryResult<InfiniteData<SearchResult>> => {
  const { call } = useApi();
  return useInfiniteQuery({
    queryKey: ['search', input],
    queryFn: ({ signal, pageParam }) =>
      call<typeof searchAnswers>(
        { method: 'GET', path: '/api/search/answers' },
        { ...input, ...(pageParam === null ? {} : { after: pageParam }) },
        signal,
      ),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    enabled: input.q !== '',
    // A refetch would read all loaded pages again, and new results would move the others while the reader reads them.
    refetchOnWindowFocus: false,
    staleTime: 60_000,
  });
};
