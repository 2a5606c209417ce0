import { useMutation, useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import type { UseQueryResult } from '@tanstack/react-query';
import type { LocalDate } from '#contracts/ids.ts';
import type { deleteVacation, getVacations, saveVacation } from '#contracts/vacation.ts';
import type { Call } from './client.ts';
import { useApi } from './context.ts';

type ObjectType = 'Team' | 'User';

/** Of a team its holidays, of a member their own days. */
export interface DaysOf {
  readonly objectType: ObjectType;
  readonly objectId: string;
}

const daysQuery = (call: Call, { objectType, objectId }: DaysOf) => ({
  queryKey: ['vacation', objectType, objectId],
  queryFn: async ({ signal }: { readonly signal: AbortSignal }): Promise<readonly LocalDate[]> => {
    const days = await call<typeof getVacations>(
      { method: 'GET', path: '/api/vacation/get/{objectType}/{objectId}' },
      { objectType, objectId },
      signal,
    );
    return days.map(({ date }) => date);
  },
});

/** Oldest first. */
export const useDays = (of: DaysOf): UseQueryResult<readonly LocalDate[]> => useQuery(daysQuery(useApi().call, of));

/** Of several teams at once; what could not be read is left out. */
export const useHolidaysOf = (teamIds: readonly string[]): readonly (readonly LocalDate[])[] => {
  const { call } = useApi();
  const found = useQueries({
    queries: teamIds.map((objectId) => daysQuery(call, { objectType: 'Team', objectId })),
  });
  return found.map(({ data }) => data ?? []);
};

export interface DaysChange {
  readonly dates: readonly LocalDate[];
  readonly isAdded: boolean;
}

/** Adds or takes away days, shown at once and taken back when it was refused. Answers the days that were not so before. */
export const useChangeDays = ({ objectType, objectId }: DaysOf) => {
  const { call } = useApi();
  const client = useQueryClient();
  const queryKey = ['vacation', objectType, objectId];
  return useMutation({
    mutationFn: ({ dates, isAdded }: DaysChange) =>
      isAdded
        ? call<typeof saveVacation>(
            { method: 'POST', path: '/api/vacation/save/{objectType}/{objectId}' },
            { objectType, objectId, dates: [...dates] },
          )
        : call<typeof deleteVacation>(
            { method: 'DELETE', path: '/api/vacation/delete' },
            { objectType, objectId, dates: [...dates] },
          ),
    onMutate: async ({ dates, isAdded }) => {
      await client.cancelQueries({ queryKey });
      const before = client.getQueryData<readonly LocalDate[]>(queryKey);
      client.setQueryData<readonly LocalDate[]>(queryKey, (days = []) => {
        const others = days.filter((day) => !dates.includes(day));
        return isAdded ? [...others, ...dates].sort() : others;
      });
      return { before };
    },
    onError: (_error, _change, kept) => {
      client.setQueryData(queryKey, kept?.before);
    },
    onSettled: () =>
      Promise.all([[...queryKey], ['report'], ['ahead']].map((key) => client.invalidateQueries({ queryKey: key }))),
  });
};
