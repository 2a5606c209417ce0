import { useMutation, useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import type { UseQueryResult } from '@tanstack/react-query';
import type { OutputOf } from '#contracts/core/endpoint.ts';
import type { LocalDate } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { deleteVacation, getVacations, saveVacation } from '#contracts/daysOff/changeAndListDaysOff.ts';
import type { Call } from '../client/apiClient.ts';
import { useApi } from '../client/apiContextAndSessionHooks.ts';

type ObjectType = 'Team' | 'User';

export interface DaysOf {
  readonly objectType: ObjectType;
  readonly objectId: string;
}

/** A day off: a holiday of a team, which may have a name, or a vacation day of a member. */
export type Day = OutputOf<typeof getVacations>[number];

const daysQuery = (call: Call, { objectType, objectId }: DaysOf) => ({
  queryKey: ['vacation', objectType, objectId],
  queryFn: ({ signal }: { readonly signal: AbortSignal }): Promise<readonly Day[]> =>
    call<typeof getVacations>(
      { method: 'GET', path: '/api/vacation/get/{objectType}/{objectId}' },
      { objectType, objectId },
      signal,
    ),
});

const datesOf = (days: readonly Day[]): readonly LocalDate[] => days.map(({ date }) => date);

export const useDays = (of: DaysOf): UseQueryResult<readonly LocalDate[]> =>
  useQuery({ ...daysQuery(useApi().call, of), select: datesOf });

export const useHolidays = (teamId: string): UseQueryResult<readonly Day[]> =>
  useQuery(daysQuery(useApi().call, { objectType: 'Team', objectId: teamId }));

/**
 * Returns the holidays of several teams, in the order of `teamIds`. The list of a team is empty until its holidays are
 * loaded, and if they cannot be read.
 */
export const useHolidaysOf = (teamIds: readonly string[]): readonly (readonly LocalDate[])[] => {
  const { call } = useApi();
  const results = useQueries({
    queries: teamIds.map((objectId) => ({ ...daysQuery(call, { objectType: 'Team', objectId }), select: datesOf })),
  });
  return results.map(({ data }) => data ?? []);
};

export interface DaysChange {
  readonly dates: readonly LocalDate[];
  readonly isAdded: boolean;
  readonly names?: Readonly<Record<string, string>>;
}

const namesOf = (names: Readonly<Record<string, string>>, dates: readonly LocalDate[]): Record<string, string> =>
  Object.fromEntries(Object.entries(names).filter(([date]) => dates.includes(date as LocalDate)));

/**
 * Returns a mutation that adds or removes days off. The cache changes at once, and changes back if the server refuses.
 * The result of the mutation names the days that the server has really changed.
 */
export const useChangeDays = ({ objectType, objectId }: DaysOf) => {
  const { call } = useApi();
  const client = useQueryClient();
  const queryKey = ['vacation', objectType, objectId];
  return useMutation({
    mutationFn: ({ dates, isAdded, names }: DaysChange) =>
      isAdded
        ? call<typeof saveVacation>(
            { method: 'POST', path: '/api/vacation/save/{objectType}/{objectId}' },
            {
              objectType,
              objectId,
              dates: [...dates],
              ...(names === undefined ? {} : { names: namesOf(names, dates) }),
            },
          )
        : call<typeof deleteVacation>(
            { method: 'DELETE', path: '/api/vacation/delete' },
            { objectType, objectId, dates: [...dates] },
          ),
    onMutate: async ({ dates, isAdded, names = {} }) => {
      await client.cancelQueries({ queryKey });
      const before = client.getQueryData<readonly Day[]>(queryKey);
      client.setQueryData<readonly Day[]>(queryKey, (days = []) => {
        const others = days.filter(({ date }) => !dates.includes(date));
        if (!isAdded) return others;
        const added = dates.map((date): Day => {
          const name = days.find((day) => day.date === date)?.name ?? names[date];
          return name === undefined ? { date } : { date, name };
        });
        return [...others, ...added].sort((a, b) => (a.date < b.date ? -1 : 1));
      });
      return { before };
    },
    onError: (_error, _change, kept) => {
      client.setQueryData(queryKey, kept?.before);
    },
    onSettled: () => {
      // The reads are not awaited, so that the mutation ends at once and the page shows its result.
      for (const key of [queryKey, ['report'], ['ahead']]) void client.invalidateQueries({ queryKey: key });
    },
  });
};
