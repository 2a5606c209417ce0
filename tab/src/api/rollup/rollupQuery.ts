import { useInfiniteQuery } from '@tanstack/react-query';
import type { InputOf } from '#contracts/core/endpoint.ts';
import type { getRollup, Rollup, RollupEntry, RollupGroup } from '#contracts/rollup/rollupQueryAndResult.ts';
import { useApi } from '../client/apiContextAndSessionHooks.ts';

export type RollupInput = Omit<InputOf<typeof getRollup>, 'cursor' | 'group'>;

const useReadPage = (): ((input: InputOf<typeof getRollup>, signal: AbortSignal) => Promise<Rollup>) => {
  const { call } = useApi();
  return (input, signal) => call<typeof getRollup>({ method: 'GET', path: '/api/report/rollup' }, input, signal);
};

const withCursor = (cursor: string | null) => (cursor === null ? {} : { cursor });

export interface Paged {
  readonly error: unknown;
  readonly hasMore: boolean;
  readonly isLoadingMore: boolean;
  readonly loadMore: () => void;
}

/** A roll-up with the groups that are loaded so far. */
export interface LoadedRollup extends Pick<Rollup, 'from' | 'to' | 'by'> {
  readonly head: NonNullable<Rollup['head']>;
  readonly groups: readonly RollupGroup[];
}

export interface RollupQuery extends Paged {
  readonly data: LoadedRollup | undefined;
  readonly refetch: () => unknown;
}

export const useRollup = (input: RollupInput): RollupQuery => {
  const readPage = useReadPage();
  const query = useInfiniteQuery({
    queryKey: ['rollup', input],
    queryFn: ({ signal, pageParam }) => readPage({ ...input, ...withCursor(pageParam) }, signal),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
  });
  const pages = query.data?.pages ?? [];
  const [first] = pages;
  const head = first?.head ?? undefined;
  return {
    data:
      first === undefined || head === undefined
        ? undefined
        : { from: first.from, to: first.to, by: first.by, head, groups: pages.flatMap(({ groups }) => groups) },
    error: query.error,
    refetch: query.refetch,
    hasMore: query.hasNextPage,
    isLoadingMore: query.isFetchingNextPage,
    loadMore: () => {
      void query.fetchNextPage();
    },
  };
};

/**
 * Returns the entries of a group: first those that the server sent with the group, and the remaining ones once
 * `isWanted` is true.
 */
export const useRollupEntries = (
  input: RollupInput,
  group: RollupGroup,
  isWanted: boolean,
): Paged & { readonly entries: readonly RollupEntry[] } => {
  const readPage = useReadPage();
  const { key, moreEntries } = group;
  const query = useInfiniteQuery({
    queryKey: ['rollup', input, 'entries', key, moreEntries],
    enabled: isWanted && moreEntries !== null,
    queryFn: ({ signal, pageParam }) => readPage({ ...input, group: key, ...withCursor(pageParam) }, signal),
    initialPageParam: moreEntries,
    getNextPageParam: ({ groups }) => groups[0]?.moreEntries,
  });
  const pages = query.data?.pages ?? [];
  const further = pages.flatMap(({ groups }) => groups.flatMap(({ entries }) => entries));
  return {
    entries: [...group.entries, ...further],
    error: query.error,
    hasMore: pages.length === 0 ? moreEntries !== null : query.hasNextPage,
    isLoadingMore: query.isFetching,
    loadMore: () => {
      if (pages.length === 0) void query.refetch();
      else void query.fetchNextPage();
    },
  };
};
