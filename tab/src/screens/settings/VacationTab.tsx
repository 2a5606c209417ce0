import { useMemo } from 'react';
import { Button } from '@fluentui/react-components';
import type { LocalDate } from '#contracts/core/ids.ts';
import { useUserDetails } from '../../api/client/queries.ts';
import { useTeam } from '../../api/organisations/team.tsx';
import { useDays, useHolidaysOf } from '../../api/daysOff/vacation.ts';
import { DaysDone } from '../../parts/days/DaysDone.tsx';
import { useDayChanges } from '../../parts/days/dayChanges.ts';
import type { DayChanges } from '../../parts/days/dayChanges.ts';
import { DaysCalendar } from '../../ui/forms/DaysCalendar.tsx';
import type { DayMark } from '../../ui/forms/DaysCalendar.tsx';
import { EmptyState } from '../../ui/display/EmptyState.tsx';
import { useDayText, useToday } from '../../ui/text/reader.ts';
import { useWords } from '../../ui/text/words.ts';
import { FeedBox } from '../../parts/feed/FeedBox.tsx';
import { Loaded } from '../../parts/Loaded.tsx';
import { stretchesOf } from './ranges.ts';
import type { Stretch } from './ranges.ts';
import { Section } from '../../ui/display/Section.tsx';
import { VacationRange } from './VacationRange.tsx';
import css from './VacationTab.module.css';

const none: readonly never[] = [];

/** Returns the holidays of the reader's teams, with the team's name if there are several. */
const useHolidays = (): DayMark => {
  const words = useWords();
  const team = useTeam();
  const teams = team.kind === 'ready' ? team.teams : none;
  const ids = useMemo(() => teams.map(({ id }) => id), [teams]);
  const found = useHolidaysOf(ids);
  const label = words('vacationTab.holiday');
  return useMemo(() => {
    const nameOf = (day: LocalDate): string | undefined => {
      const names = teams.filter((_, at) => found[at]?.includes(day) === true).map(({ name }) => name);
      return teams.length > 1 && names.length > 0 ? names.join(', ') : undefined;
    };
    return { look: 'holiday', label, days: [...new Set(found.flat())], nameOf };
  }, [teams, found, label]);
};

const StretchLine = ({ stretch, onRemove }: { readonly stretch: Stretch; readonly onRemove: () => void }) => {
  const words = useWords();
  const dayText = useDayText();
  const { from, to, dates } = stretch;
  const days = from === to ? dayText(from) : words('vacationTab.stretch', { from: dayText(from), to: dayText(to) });
  return (
    <li className={css.stretch}>
      <span>
        {days} <span className={css.count}>{words('vacationTab.days', { count: dates.length })}</span>
      </span>
      <Button size="small" aria-label={words('vacationTab.removeOf', { days })} onClick={onRemove}>
        {words('vacationTab.remove')}
      </Button>
    </li>
  );
};

/** Lists the coming days off in words: the same as the calendar's colours. */
const Upcoming = ({ vacation, days }: { readonly vacation: DayChanges; readonly days: readonly LocalDate[] }) => {
  const words = useWords();
  const today = useToday();
  const stretches = stretchesOf(days.filter((day) => day >= today));
  if (stretches.length === 0) return <p>{words('vacationTab.nothing')}</p>;
  return (
    <ul className={css.stretches} aria-label={words('vacationTab.upcoming')}>
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
  const words = useWords();
  const query = useDays({ objectType: 'User', objectId: memberId });
  const vacation = useDayChanges({ objectType: 'User', objectId: memberId });
  const holidays = useHolidays();
  const others = useMemo(() => [holidays], [holidays]);
  return (
    <Loaded query={query}>
      {(days) => (
        <>
          <Section title={words('vacationTab.title')} text={words('vacationTab.text')}>
            <VacationRange vacation={vacation} />
            <div className={css.calendar}>
              <DaysCalendar
                label={words('vacationTab.calendar')}
                chosen={{ look: 'vacation', label: words('vacationTab.day'), days }}
                others={others}
                busy={vacation.busy}
                changed={vacation.last}
                onChange={vacation.change}
              />
            </div>
            <DaysDone changes={vacation} />
          </Section>
          <Section title={words('vacationTab.upcoming')}>
            <Upcoming vacation={vacation} days={days} />
          </Section>
          <FeedBox />
        </>
      )}
    </Loaded>
  );
};

/** The reader's own vacation: on these days the reader gets no prompts. */
export const VacationTab = () => {
  const words = useWords();
  const query = useUserDetails();
  return (
    <div className={css.wide}>
      <Loaded query={query}>
        {({ memberId }) =>
          memberId === null ? <EmptyState text={words('vacationTab.noTeam')} /> : <Calendar memberId={memberId} />
        }
      </Loaded>
    </div>
  );
};
