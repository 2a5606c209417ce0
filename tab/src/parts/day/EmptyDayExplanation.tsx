import { Button } from '@fluentui/react-components';
import type { LocalDate } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { NearbyRuns } from '#contracts/reports/getNearbyRuns.ts';
import { useNearbyRuns } from '../../api/reports/nearbyRunsQuery.ts';
import { useUserDetails } from '../../api/client/userDetailsAndOrgPauseCheck.ts';
import { dateIn, shortDate, timeOf } from '../../ui/text/calculateAndFormatDates.ts';
import { EmptyState } from '../../ui/display/EmptyState.tsx';
import { useReader } from '../../ui/text/readerContextClockAndDates.ts';
import type { Reader } from '../../ui/text/readerContextClockAndDates.ts';
import { useTranslate } from '../../ui/text/translate.ts';
import type { WebKey, WebTranslate } from '../../ui/text/translate.ts';
import type { DateFilter } from './dateInUrl.ts';
import css from './EmptyDayExplanation.module.css';
import { emptyDayReason } from './emptyDayReason.ts';
import type { EmptyReason } from './emptyDayReason.ts';
import { StartRunButton } from './StartRunButton.tsx';
import type { Startable } from './StartRunButton.tsx';

export interface EmptyDayProps {
  readonly isHoliday: boolean;
  readonly teamId: string;
  readonly filter: DateFilter;
  /** The meetings that the page can show: all meetings of the team, or the only meeting of the page. */
  readonly meetings: readonly Startable[];
  /** Id of the only meeting that the page shows. Undefined = the page shows all meetings. */
  readonly meetingId: string | undefined;
  /** Removes the filter for one meeting; undefined = the page has no such filter. */
  readonly onClear?: () => void;
}

const reasonTexts = {
  HOLIDAY: 'dashboard.holiday',
  FILTERED: 'dashboard.noResponses',
  PAUSED: 'dashboard.emptyPaused',
  DISABLED: 'dashboard.emptyDisabled',
  AHEAD: 'dashboard.emptyAhead',
  TODAY: 'dashboard.emptyToday',
  NO_RUNS: 'dashboard.emptyNoRuns',
} as const satisfies Record<EmptyReason, WebKey>;

const nextText = ({ next, previous }: NearbyRuns, reader: Reader, t: WebTranslate): string => {
  if (next === null) return t('dashboard.emptyNoPlan');
  const opensAt = Date.parse(next.opensAt);
  const values = {
    meeting: next.meetingName,
    date: shortDate(dateIn(opensAt, reader.zone), reader.locale),
    time: timeOf(opensAt, reader.zone, reader.locale),
  };
  return t(previous === null ? 'dashboard.firstRun' : 'dashboard.nextRun', values);
};

const completeReasons = new Set<EmptyReason>(['PAUSED', 'DISABLED']);

interface WaysProps {
  readonly nearby: NearbyRuns | undefined;
  readonly filter: DateFilter;
  readonly onClear: (() => void) | undefined;
  /** The reports that get a start button. */
  readonly startable: readonly Startable[];
}

const Ways = ({ nearby, filter, onClear, startable }: WaysProps) => {
  const t = useTranslate();
  const { locale } = useReader();
  const day = (key: 'dashboard.toLast' | 'dashboard.toNext', date: LocalDate | undefined | null) =>
    date === undefined || date === null || date === filter.date ? null : (
      <Button
        appearance={key === 'dashboard.toLast' ? 'primary' : 'secondary'}
        onClick={() => {
          filter.setDate(date);
        }}
      >
        {t(key, { date: shortDate(date, locale) })}
      </Button>
    );
  return (
    <div className={css.ways}>
      {onClear !== undefined && <Button onClick={onClear}>{t('dashboard.clearFilter')}</Button>}
      {day('dashboard.toLast', nearby?.previous)}
      {day('dashboard.toNext', nearby?.next?.date)}
      {startable.map((meeting) => (
        <StartRunButton key={meeting.id} meeting={meeting} isNamed={startable.length > 1} />
      ))}
    </div>
  );
};

/**
 * Largest number of reports for which the page shows start buttons. With more reports it shows none, because the
 * buttons would hide the explanation; each report's own page has its button.
 */
const maxStarts = 3;

const startableOf = (reason: EmptyReason, { filter, meetings, meetingId }: EmptyDayProps): readonly Startable[] => {
  const isToday = reason === 'TODAY' || (reason === 'FILTERED' && filter.date === filter.today);
  const shown = meetings.filter(({ id, isEnabled }) => isEnabled && (meetingId === undefined || id === meetingId));
  return isToday && shown.length <= maxStarts ? shown : [];
};

/**
 * Shows the reason why a day is empty, with buttons that lead to the last day with answers and to the next run, or
 * start a report.
 */
export const EmptyDayExplanation = (props: EmptyDayProps) => {
  const { isHoliday, teamId, filter, meetings, meetingId, onClear } = props;
  const t = useTranslate();
  const reader = useReader();
  const { date, today } = filter;
  const { data: me } = useUserDetails();
  const { data: nearby } = useNearbyRuns({ teamId, meetingId, date });
  const clear = meetingId === undefined ? undefined : onClear;
  const isPaused = me !== undefined && me.orgPause !== null;
  const reason = emptyDayReason({ isHoliday, isFiltered: clear !== undefined, isPaused, meetings, date, today });
  const startable = isPaused ? [] : startableOf(reason, props);
  const detail = nearby === undefined || completeReasons.has(reason) ? undefined : nextText(nearby, reader, t);
  return (
    <EmptyState text={t(reasonTexts[reason], { count: meetings.length })} detail={detail}>
      <Ways nearby={nearby} filter={filter} onClear={clear} startable={startable} />
    </EmptyState>
  );
};
