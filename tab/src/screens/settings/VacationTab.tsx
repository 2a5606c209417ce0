import { useMemo } from 'react';
import { Button } from '@fluentui/react-components';
import type { LocalDate } from '#contracts/core/idDateAndZoneSchemas.ts';
import { useUserDetails } from '../../api/client/userDetailsAndOrgPauseCheck.ts';
import { useTeam } from '../../api/organisations/selectedTeam.tsx';
import { useDays, useHolidaysOf } from '../../api/daysOff/daysOffQueriesAndMutations.ts';
import { DaysOffSavedNotice } from '../../parts/daysOff/DaysOffSavedNotice.tsx';
import { useDaysOffChanges } from '../../parts/daysOff/useDaysOffChanges.ts';
import type { DayChanges } from '../../parts/daysOff/useDaysOffChanges.ts';
import { DaysCalendar } from '../../ui/forms/DaysOffCalendar.tsx';
import type { DayMark } from '../../ui/forms/DaysOffCalendar.tsx';
import { EmptyState } from '../../ui/display/EmptyState.tsx';
import { useDayText, useToday } from '../../ui/text/readerContextClockAndDates.ts';
import { useTranslate } from '../../ui/text/translate.ts';
import { CalendarFeedPanel } from '../../parts/calendarFeed/CalendarFeedPanel.tsx';
import { LoadedData } from '../../parts/LoadedData.tsx';
import { stretchesOf } from './vacationPresetsAndRanges.ts';
import type { Stretch } from './vacationPresetsAndRanges.ts';
import { Section } from '../../ui/display/Section.tsx';
import { AddOrRemoveVacationRange } from './VacationRangeForm.tsx';
import css from './VacationTab.module.css';

const none: readonly never[] = [];

/**
 * Returns the holidays of all teams of the reader. If there are several teams, each holiday also names the teams that
 * have it.
 */
const useHolidays = (): DayMark => {
  const t = useTranslate();
  const team = useTeam();
  const teams = team.kind === 'ready' ? team.teams : none;
  const ids = useMemo(() => teams.map(({ id }) => id), [teams]);
  const teamHolidays = useHolidaysOf(ids);
  const label = t('vacationTab.holiday');
  return useMemo(() => {
    const nameOf = (day: LocalDate): string | undefined => {
      const names = teams.filter((_, index) => teamHolidays[index]?.includes(day) === true).map(({ name }) => name);
      return teams.length > 1 && names.length > 0 ? names.join(', ') : undefined;
    };
    return { style: 'holiday', label, days: [...new Set(teamHolidays.flat())], nameOf };
  }, [teams, teamHolidays, label]);
};

const StretchLine = ({ stretch, onRemove }: { readonly stretch: Stretch; readonly onRemove: () => void }) => {
  const t = useTranslate();
  const dayText = useDayText();
  const { from, to, dates } = stretch;
  const days = from === to ? dayText(from) : t('vacationTab.stretch', { from: dayText(from), to: dayText(to) });
  return (
    <li className={css.stretch}>
      <span>
        {days} <span className={css.count}>{t('vacationTab.days', { count: dates.length })}</span>
      </span>
      <Button size="small" aria-label={t('vacationTab.removeOf', { days })} onClick={onRemove}>
        {t('vacationTab.remove')}
      </Button>
    </li>
  );
};

/**
 * Lists the coming vacation days as text, because some readers cannot see the colours of the calendar. The reader can
 * remove each entry of the list.
 */
const Upcoming = ({ vacation, days }: { readonly vacation: DayChanges; readonly days: readonly LocalDate[] }) => {
  const t = useTranslate();
  const today = useToday();
  const stretches = stretchesOf(days.filter((day) => day >= today));
  if (stretches.length === 0) return <p>{t('vacationTab.nothing')}</p>;
  return (
    <ul className={css.stretches} aria-label={t('vacationTab.upcoming')}>
      {stretches.map((stretch) => (
        <StretchLine
          key={stretch.from}
          stretch={stretch}
          onRemove={() => {
            vacation.change(stretch.dates, false);
          }}
        />
      ))}
    </ul>
  );
};

const Calendar = ({ memberId }: { readonly memberId: string }) => {
  const t = useTranslate();
  const query = useDays({ objectType: 'User', objectId: memberId });
  const vacation = useDaysOffChanges({ objectType: 'User', objectId: memberId });
  const holidays = useHolidays();
  const others = useMemo(() => [holidays], [holidays]);
  return (
    <LoadedData query={query}>
      {(days) => (
        <>
          <Section title={t('vacationTab.title')} text={t('vacationTab.text')}>
            <AddOrRemoveVacationRange vacation={vacation} />
            <div className={css.calendar}>
              <DaysCalendar
                label={t('vacationTab.calendar')}
                chosen={{ style: 'vacation', label: t('vacationTab.day'), days }}
                others={others}
                busy={vacation.busy}
                changed={vacation.last}
                onChange={vacation.change}
              />
            </div>
            <DaysOffSavedNotice changes={vacation} />
          </Section>
          <Section title={t('vacationTab.upcoming')}>
            <Upcoming vacation={vacation} days={days} />
          </Section>
          <CalendarFeedPanel />
        </>
      )}
    </LoadedData>
  );
};

/** Lets the reader choose the days of their vacation, on which they get no prompts. */
export const VacationTab = () => {
  const t = useTranslate();
  const query = useUserDetails();
  return (
    <div className={css.wide}>
      <LoadedData query={query}>
        {({ memberId }) =>
          memberId === null ? <EmptyState text={t('vacationTab.noTeam')} /> : <Calendar memberId={memberId} />
        }
      </LoadedData>
    </div>
  );
};
