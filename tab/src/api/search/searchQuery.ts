import { useInfiniteQuery } from '@tanstack/react-query';
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import type { InputOf } from '#contracts/core/endpoint.ts';
import type { searchAnswers, SearchResult } from '#contracts/search/searchAnswers.ts';
import { useApi } from '../client/apiContextAndSessionHooks.ts';

export type SearchInput = Omit<InputOf<typeof searchAnswers>, 'after'>;

/** Returns the pages of a search, the newest answers first. Reads nothing while the query has no words. */
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
    // A refetch would read all pages again and move the results under the reader.
    refetchOnWindowFocus: false,
    staleTime: 60_000,
  });
};
