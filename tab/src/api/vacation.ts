import { useMutation, useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import type { UseQueryResult } from '@tanstack/react-query';
import type { OutputOf } from '#contracts/endpoint.ts';
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

/** A team holiday may have a name. */
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

/** Oldest first. */
export const useDays = (of: DaysOf): UseQueryResult<readonly LocalDate[]> =>
  useQuery({ ...daysQuery(useApi().call, of), select: datesOf });

/** Of one team, with their names; oldest first. */
export const useHolidays = (teamId: string): UseQueryResult<readonly Day[]> =>
  useQuery(daysQuery(useApi().call, { objectType: 'Team', objectId: teamId }));

/** Of several teams at once; what could not be read is left out. */
export const useHolidaysOf = (teamIds: readonly string[]): readonly (readonly LocalDate[])[] => {
  const { call } = useApi();
  const found = useQueries({
    queries: teamIds.map((objectId) => ({ ...daysQuery(call, { objectType: 'Team', objectId }), select: datesOf })),
  });
  return found.map(({ data }) => data ?? []);
};

export interface DaysChange {
  readonly dates: readonly LocalDate[];
  readonly isAdded: boolean;
  /** What added holidays are called, by date. */
  readonly names?: Readonly<Record<string, string>>;
}

const namesOf = (names: Readonly<Record<string, string>>, dates: readonly LocalDate[]): Record<string, string> =>
  Object.fromEntries(Object.entries(names).filter(([date]) => dates.includes(date as LocalDate)));

/** Adds or takes away days, shown at once and taken back when it was refused. Answers the days that were not so before. */
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
          const name = days.find((one) => one.date === date)?.name ?? names[date];
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
      // Not waited for: what was done is known, and said at once.
      for (const key of [queryKey, ['report'], ['ahead']]) void client.invalidateQueries({ queryKey: key });
    },
  });
};
