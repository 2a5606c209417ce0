import type { LocalDate } from '#contracts/core/idDateAndZoneSchemas.ts';
import { limits } from '#contracts/core/limitsAndProductConstants.ts';
import type { Task } from '#contracts/timesheets/timesheetTaskCalls.ts';
import { isRange } from '../../parts/dateRangeInUrl.ts';
import type { Range } from '../../parts/dateRangeInUrl.ts';
import { mondayOf, readDate } from '../../ui/text/calculateAndFormatDates.ts';
import { useChangeParams, useSearchParams } from '../../ui/router/searchParamsAndValueChecks.ts';

/**
 * The filters of the timesheet. The page's address contains them, so that cards, and links of other people, open the
 * same rows.
 */
export interface SheetAddress {
  /** The shown days; undefined = the last thirty days. */
  readonly range: Range | undefined;
  readonly users: readonly string[];
  readonly meetingIds: readonly string[];
  /** Monday of the week that the week view shows; undefined = the page shows the list view. */
  readonly week: LocalDate | undefined;
  /** Member id of the week's owner in the week view; undefined = the reader. */
  readonly member: string | undefined;
  readonly page: number;
  /**
   * Id of the row that the page scrolls to and highlights; the list opens the page that contains it. Undefined = none.
   */
  readonly row: string | undefined;
  /** True if the address contains dates that the page cannot show. */
  readonly hasWrongDates: boolean;
  /** Id of the team that a link names; undefined = none. See `useTeamOfLink`. */
  readonly team: string | undefined;
  readonly setRange: (range: Range | undefined) => void;
  readonly setUsers: (ids: readonly string[]) => void;
  readonly setMeetings: (ids: readonly string[]) => void;
  readonly setPage: (page: number, how?: { readonly replace: boolean }) => void;
  readonly showRow: (id: string) => void;
  /** Shows a row that the filter hides: sets the filter to the day of the row, and to all members and reports. */
  readonly showDayOf: (task: Pick<Task, 'id' | 'date'>) => void;
  readonly openWeek: (monday: LocalDate, member: string | undefined, row?: string) => void;
  readonly openList: () => void;
  /** Removes all filters from the address. The page then shows the list of the last thirty days. */
  readonly clear: () => void;
  readonly leaveTeam: () => void;
  /** Removes the link's team from the address. Call it when the app has selected that team. */
  readonly dropTeam: () => void;
  readonly dropWrongDates: () => void;
}

const listIn = (text: string | null, most: number): readonly string[] =>
  [...new Set((text ?? '').split(',').filter((part) => part !== ''))].slice(0, most);

const rangeIn = (params: URLSearchParams): Range | undefined => {
  const [from, to] = [readDate(params.get('from')), readDate(params.get('to'))];
  if (from === undefined || to === undefined) return undefined;
  return isRange({ from, to }, limits.timesheetDays) ? { from, to } : undefined;
};

const maxPages = 1_000_000;
const pageIn = (text: string | null): number => {
  const page = /^\d{1,7}$/.test(text ?? '') ? Number(text) : 1;
  return Math.min(Math.max(page, 1), maxPages);
};

const isWrong = (params: URLSearchParams, name: string): boolean =>
  params.has(name) && readDate(params.get(name)) === undefined;

const hasWrongDates = (params: URLSearchParams): boolean => {
  if (isWrong(params, 'week')) return true;
  return (params.has('from') || params.has('to')) && rangeIn(params) === undefined;
};

/** Every change of a filter opens the first page and ends the highlighting of a row. */
const firstPage = { page: undefined, row: undefined };

type Changes = Readonly<Record<string, string | undefined>>;

type Put = (changes: Changes, replace?: boolean) => void;

/** Returns a function that sets parameters of the address. A parameter without a value is removed. */
const usePut = (): Put => {
  const change = useChangeParams();
  return (changes, replace = false) => {
    change(
      (next) => {
        for (const [name, value] of Object.entries(changes))
          if (value === undefined || value === '') next.delete(name);
          else next.set(name, value);
      },
      { replace },
    );
  };
};

export const useSheetAddress = (): SheetAddress => {
  const params = useSearchParams();
  const change = useChangeParams();
  const put = usePut();
  const week = readDate(params.get('week'));
  return {
    range: rangeIn(params),
    users: listIn(params.get('users'), limits.filterUsers),
    meetingIds: listIn(params.get('meetings'), limits.filterMeetings),
    week: week === undefined ? undefined : mondayOf(week),
    member: params.get('member') ?? undefined,
    page: pageIn(params.get('page')),
    row: params.get('row') ?? undefined,
    hasWrongDates: hasWrongDates(params),
    team: params.get('team') ?? undefined,
    setRange: (range) => {
      put({ from: range?.from, to: range?.to, ...firstPage });
    },
    // `setUsers` and `setMeetings` replace the history entry, because otherwise each press of Back would undo only one
    // tick.
    setUsers: (ids) => {
      put({ users: ids.join(','), ...firstPage }, true);
    },
    setMeetings: (ids) => {
      put({ meetings: ids.join(','), ...firstPage }, true);
    },
    setPage: (page, { replace } = { replace: false }) => {
      put({ page: page === 1 ? undefined : String(page), row: undefined }, replace);
    },
    showRow: (id) => {
      put({ page: undefined, row: id }, true);
    },
    showDayOf: ({ id, date }) => {
      put({ from: date, to: date, users: undefined, meetings: undefined, page: undefined, row: id });
    },
    openWeek: (monday, member, row) => {
      put({ week: monday, member, page: undefined, row });
    },
    openList: () => {
      put({ week: undefined, member: undefined, ...firstPage });
    },
    clear: () => {
      change((next) => {
        for (const name of [...next.keys()]) next.delete(name);
      });
    },
    leaveTeam: () => {
      put({ users: undefined, meetings: undefined, member: undefined, ...firstPage }, true);
    },
    dropTeam: () => {
      put({ team: undefined }, true);
    },
    dropWrongDates: () => {
      put(isWrong(params, 'week') ? { week: undefined, member: undefined } : { from: undefined, to: undefined }, true);
    },
  };
};
