import { useInfiniteQuery } from '@tanstack/react-query';
import type { InputOf } from '#contracts/core/endpoint.ts';
import type { getRollup, Rollup, RollupGroup } from '#contracts/reports/rollup.ts';
import { useApi } from '../client/apiContext.ts';

export type RollupInput = Omit<InputOf<typeof getRollup>, 'cursor'>;

/** The pages of a roll-up that are loaded so far. */
export interface LoadedRollup extends Pick<Rollup, 'from' | 'to' | 'by'> {
  readonly head: NonNullable<Rollup['head']>;
  readonly groups: readonly RollupGroup[];
}

/** Joins the parts of a group that continues on the next page. */
const joined = (pages: readonly Rollup[]): RollupGroup[] => {
  const groups: RollupGroup[] = [];
  for (const group of pages.flatMap((page) => page.groups)) {
    const last = groups.at(-1);
    if (last === undefined || last.key !== group.key) groups.push(group);
    else groups[groups.length - 1] = { ...last, entries: [...last.entries, ...group.entries] };
  }
  return groups;
};

export interface RollupQuery {
  readonly data: LoadedRollup | undefined;
  readonly error: unknown;
  readonly refetch: () => unknown;
  readonly hasMore: boolean;
  readonly isLoadingMore: boolean;
  readonly loadMore: () => void;
}

export const useRollup = (input: RollupInput): RollupQuery => {
  const { call } = useApi();
  const query = useInfiniteQuery({
    queryKey: ['rollup', input],
    queryFn: ({ signal, pageParam }) =>
      call<typeof getRollup>(
        { method: 'GET', path: '/api/report/rollup' },
        { ...input, ...(pageParam === null ? {} : { cursor: pageParam }) },
        signal,
      ),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
  });
  const pages = query.data?.pages;
  const first = pages?.[0];
  return {
    data:
      pages === undefined || first === undefined || first.head === null
        ? undefined
        : { from: first.from, to: first.to, by: first.by, head: first.head, groups: joined(pages) },
    error: query.error,
    refetch: query.refetch,
    hasMore: query.hasNextPage,
    isLoadingMore: query.isFetchingNextPage,
    loadMore: () => {
      void query.fetchNextPage();
    },
  };
};
