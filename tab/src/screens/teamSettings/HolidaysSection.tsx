import { Suspense, lazy, useMemo, useState } from 'react';
import { Button } from '@fluentui/react-components';
import type { LocalDate } from '#contracts/ids.ts';
import { useHolidays } from '../../api/vacation.ts';
import type { Day } from '../../api/vacation.ts';
import { DaysDone } from '../../parts/days/DaysDone.tsx';
import { useDayChanges } from '../../parts/days/dayChanges.ts';
import type { DayChanges } from '../../parts/days/dayChanges.ts';
import { Loaded } from '../../parts/Loaded.tsx';
import { shortDate } from '../../ui/dates.ts';
import { DaysCalendar } from '../../ui/DaysCalendar.tsx';
import { useReader, useToday } from '../../ui/reader.ts';
import { Section } from '../../ui/Section.tsx';
import { useDialog } from '../../ui/useDialog.ts';
import { useWords } from '../../ui/words.ts';
import css from './HolidaysSection.module.css';
import { ImportPanel } from './ImportPanel.tsx';

const ConfirmDialog = lazy(() => import('../../ui/ConfirmDialog.tsx').then((it) => ({ default: it.ConfirmDialog })));

interface HolidaysProps {
  readonly teamId: string;
  readonly mayManage: boolean;
}

type Change = DayChanges['change'];

const namesOf = (days: readonly Day[]): Readonly<Record<string, string>> =>
  Object.fromEntries(days.flatMap(({ date, name }) => (name === undefined ? [] : [[date, name]])));

/** A holiday of today calls off what is open, so it is asked about; all else is one press. */
const useAskedChange = (changes: DayChanges, names: Readonly<Record<string, string>>) => {
  const words = useWords();
  const today = useToday();
  const { place, round, open, ...dialog } = useDialog();
  const [wanted, setWanted] = useState<readonly LocalDate[]>([]);
  const change: Change = (dates, isAdded, given = names) => {
    if (isAdded && dates.includes(today)) {
      setWanted(dates);
      open();
    } else changes.change(dates, isAdded, given);
  };
  const question = round > 0 && (
    <Suspense>
      <ConfirmDialog
        isOpen={dialog.isOpen}
        question={words('teamSettings.todayQuestion')}
        confirm={words('teamSettings.todayYes')}
        isRunning={false}
        onConfirm={() => {
          dialog.close();
          changes.change(wanted, true, names);
        }}
        onClose={dialog.close}
        onGone={dialog.onGone}
      >
        <p>{words('teamSettings.todayText')}</p>
      </ConfirmDialog>
    </Suspense>
  );
  return { place, change, question };
};

const shownAtFirst = 12;

/** What comes, in words: the same as the calendar says in colours. */
const Upcoming = ({ days, onRemove }: { readonly days: readonly Day[]; readonly onRemove?: (day: Day) => void }) => {
  const words = useWords();
  const today = useToday();
  const { locale } = useReader();
  const [isAll, setAll] = useState(false);
  const coming = days.filter(({ date }) => date >= today);
  if (coming.length === 0) return <p className={css.none}>{words('teamSettings.noHolidays')}</p>;
  const shown = isAll ? coming : coming.slice(0, shownAtFirst);
  return (
    <>
      <h3 className={css.heading}>{words('teamSettings.upcoming')}</h3>
      <ul className={css.days} aria-label={words('teamSettings.upcoming')}>
        {shown.map((day) => {
          const date = `${shortDate(day.date, locale)} ${day.date.slice(0, 4)}`;
          return (
            <li key={day.date} className={css.day}>
              <span className={css.date}>{date}</span>
              <span className={css.name}>{day.name ?? ''}</span>
              {onRemove !== undefined && (
                <Button
                  size="small"
                  aria-label={words('teamSettings.removeDay', { day: date })}
                  onClick={() => {
                    onRemove(day);
                  }}
                >
                  {words('teamSettings.remove')}
                </Button>
              )}
            </li>
          );
        })}
      </ul>
      {shown.length < coming.length && (
        <Button
          size="small"
          onClick={() => {
            setAll(true);
          }}
        >
          {words('teamSettings.showAll', { count: coming.length })}
        </Button>
      )}
    </>
  );
};

const Days = ({ teamId, mayManage, days }: HolidaysProps & { readonly days: readonly Day[] }) => {
  const words = useWords();
  const changes = useDayChanges({ objectType: 'Team', objectId: teamId });
  const names = useMemo(() => namesOf(days), [days]);
  const { place, change, question } = useAskedChange(changes, names);
  const chosen = useMemo(
    () =>
      ({
        look: 'holiday',
        label: words('teamSettings.holiday'),
        days: days.map(({ date }) => date),
        nameOf: (day: LocalDate) => names[day],
      }) as const,
    [days, names, words],
  );
  return (
    <div ref={place} tabIndex={-1} className={css.area}>
      {mayManage && (
        <ImportPanel
          teamId={teamId}
          onAdd={(found) => {
            // What today's holiday does was said before it was confirmed.
            changes.change(
              found.map(({ date }) => date),
              true,
              namesOf(found),
            );
          }}
        />
      )}
      <DaysCalendar
        label={words('teamSettings.holidays')}
        chosen={chosen}
        busy={changes.busy}
        isReadOnly={!mayManage}
        onChange={change}
      />
      <DaysDone changes={changes} />
      <Upcoming
        days={days}
        {...(mayManage
          ? {
              onRemove: ({ date }: Day) => {
                change([date], false);
              },
            }
          : {})}
      />
      {question}
    </div>
  );
};

/** Days on which the whole team is asked nothing. */
export const HolidaysSection = (props: HolidaysProps) => {
  const words = useWords();
  const query = useHolidays(props.teamId);
  return (
    <Section
      title={words('teamSettings.holidays')}
      text={words(props.mayManage ? 'teamSettings.holidaysText' : 'teamSettings.holidaysRead')}
    >
      <Loaded query={query}>{(days) => <Days {...props} days={days} />}</Loaded>
    </Section>
  );
};
