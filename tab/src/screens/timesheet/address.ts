import { useSearchParams } from 'react-router-dom';
import type { LocalDate } from '#contracts/ids.ts';
import { limits } from '#contracts/limits.ts';
import { isRange } from '../../parts/dateRange.ts';
import type { Range } from '../../parts/dateRange.ts';
import { readDate } from '../../ui/dates.ts';
import { useChangeParams } from '../../ui/params.ts';
import { mondayOf } from './presets.ts';

/** What the page's address says is looked at: cards and other people's links lead to it. */
export interface SheetAddress {
  /** Undefined = the last thirty days. */
  readonly range: Range | undefined;
  readonly users: readonly string[];
  readonly meetingIds: readonly string[];
  /** Monday of the week that is looked at; undefined = the list. */
  readonly week: LocalDate | undefined;
  /** Whose week; undefined = the reader's own. */
  readonly member: string | undefined;
  /** The team that a link is of. */
  readonly team: string | undefined;
  readonly setRange: (range: Range | undefined) => void;
  readonly setUsers: (ids: readonly string[]) => void;
  readonly setMeetings: (ids: readonly string[]) => void;
  readonly openWeek: (monday: LocalDate, member: string | undefined) => void;
  readonly openList: () => void;
  /** Shows everything of the last thirty days. */
  readonly clear: () => void;
  /** Takes away what is of one team only. */
  readonly leaveTeam: () => void;
  /** The link's team is shown: from now on the header says which one is. */
  readonly dropTeam: () => void;
}

const listIn = (text: string | null, most: number): readonly string[] =>
  [...new Set((text ?? '').split(',').filter((one) => one !== ''))].slice(0, most);

const rangeIn = (params: URLSearchParams): Range | undefined => {
  const [from, to] = [readDate(params.get('from')), readDate(params.get('to'))];
  if (from === undefined || to === undefined) return undefined;
  return isRange({ from, to }, limits.timesheetDays) ? { from, to } : undefined;
};

type Changes = Readonly<Record<string, string | undefined>>;

export const useSheetAddress = (): SheetAddress => {
  const [params, setParams] = useSearchParams();
  const change = useChangeParams();
  const put = (changes: Changes, replace = false): void => {
    change(
      (next) => {
        for (const [name, value] of Object.entries(changes))
          if (value === undefined || value === '') next.delete(name);
          else next.set(name, value);
      },
      { replace },
    );
  };
  const week = readDate(params.get('week'));
  return {
    range: rangeIn(params),
    users: listIn(params.get('users'), limits.filterUsers),
    meetingIds: listIn(params.get('meetings'), limits.filterMeetings),
    week: week === undefined ? undefined : mondayOf(week),
    member: params.get('member') ?? undefined,
    team: params.get('team') ?? undefined,
    setRange: (range) => {
      put({ from: range?.from, to: range?.to });
    },
    // A step back for every tick would lead nowhere.
    setUsers: (ids) => {
      put({ users: ids.join(',') }, true);
    },
    setMeetings: (ids) => {
      put({ meetings: ids.join(',') }, true);
    },
    openWeek: (monday, member) => {
      put({ week: monday, member });
    },
    openList: () => {
      put({ week: undefined, member: undefined });
    },
    clear: () => {
      setParams(new URLSearchParams());
    },
    leaveTeam: () => {
      put({ users: undefined, meetings: undefined, member: undefined }, true);
    },
    dropTeam: () => {
      put({ team: undefined }, true);
    },
  };
};
