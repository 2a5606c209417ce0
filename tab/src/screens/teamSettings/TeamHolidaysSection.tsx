import { Suspense, lazy, useMemo, useState } from 'react';
import { Button } from '@fluentui/react-components';
import type { LocalDate } from '#contracts/core/idDateAndZoneSchemas.ts';
import { useHolidays } from '../../api/daysOff/daysOffQueriesAndMutations.ts';
import type { Day } from '../../api/daysOff/daysOffQueriesAndMutations.ts';
import { DaysOffSavedNotice } from '../../parts/daysOff/DaysOffSavedNotice.tsx';
import { useDaysOffChanges } from '../../parts/daysOff/useDaysOffChanges.ts';
import type { DayChanges } from '../../parts/daysOff/useDaysOffChanges.ts';
import { LoadedData } from '../../parts/LoadedData.tsx';
import { addDays, dateIn } from '../../ui/text/calculateAndFormatDates.ts';
import { DaysCalendar } from '../../ui/forms/DaysOffCalendar.tsx';
import { useDayText, useReader, useToday } from '../../ui/text/readerContextClockAndDates.ts';
import { Section } from '../../ui/display/Section.tsx';
import { useLazyDialog } from '../../ui/dialogs/useLazyDialog.ts';
import { useTranslate } from '../../ui/text/translate.ts';
import css from './TeamHolidaysSection.module.css';
import { HolidayImportPanel } from './HolidayImportPanel.tsx';

const ConfirmDialog = lazy(() =>
  import('../../ui/dialogs/ConfirmDialog.tsx').then((module) => ({ default: module.ConfirmDialog })),
);

interface HolidaysProps {
  readonly teamId: string;
  readonly mayManage: boolean;
}

type Change = DayChanges['change'];

const namesOf = (days: readonly Day[]): Readonly<Record<string, string>> =>
  Object.fromEntries(days.flatMap(({ date, name }) => (name === undefined ? [] : [[date, name]])));

/** The time zone in which each date begins first. */
const firstZone = 'Pacific/Kiritimati';

/**
 * Returns a function that changes holidays. A new holiday cancels the open runs of its date, so a date that may have an
 * open run needs a confirmation: yesterday, today, and tomorrow once it has begun in `firstZone`. All other changes are
 * saved at once.
 */
const useConfirmedChange = (changes: DayChanges, names: Readonly<Record<string, string>>) => {
  const t = useTranslate();
  const today = useToday();
  const { clock } = useReader();
  const { place, round, open, ...dialog } = useLazyDialog();
  const [wanted, setWanted] = useState<readonly LocalDate[]>([]);
  const dayText = useDayText();
  const mayBeOpen = (date: LocalDate): boolean => date >= addDays(today, -1) && date <= dateIn(clock.now(), firstZone);
  const named = {
    date: wanted.filter(mayBeOpen).map(dayText).join(', '),
  };
  const change: Change = (dates, isAdded, input = names) => {
    if (isAdded && dates.some(mayBeOpen)) {
      setWanted(dates);
      open();
    } else changes.change(dates, isAdded, input);
  };
  const question = round > 0 && (
    <Suspense>
      <ConfirmDialog
        isOpen={dialog.isOpen}
        question={t('teamSettings.openDayQuestion', named)}
        confirm={t('teamSettings.openDayYes', named)}
        isRunning={false}
        onConfirm={() => {
          dialog.close();
          changes.change(wanted, true, names);
        }}
        onClose={dialog.close}
        onGone={dialog.onGone}
      >
        <p>{t('teamSettings.openDayText', named)}</p>
      </ConfirmDialog>
    </Suspense>
  );
  return { place, change, question };
};

const shownAtFirst = 12;

/** Lists the coming holidays as text, because some readers cannot see the colours of the calendar. */
const Upcoming = ({ days, onRemove }: { readonly days: readonly Day[]; readonly onRemove?: (day: Day) => void }) => {
  const t = useTranslate();
  const today = useToday();
  const dayText = useDayText();
  const [isAll, setAll] = useState(false);
  const coming = days.filter(({ date }) => date >= today);
  if (coming.length === 0) return <p className={css.none}>{t('teamSettings.noHolidays')}</p>;
  const shown = isAll ? coming : coming.slice(0, shownAtFirst);
  return (
    <>
      <h3 className={css.heading}>{t('teamSettings.upcoming')}</h3>
      <ul className={css.days} aria-label={t('teamSettings.upcoming')}>
        {shown.map((day) => {
          const date = dayText(day.date);
          return (
            <li key={day.date} className={css.day}>
              <span className={css.date}>{date}</span>
              <span className={css.name}>{day.name ?? ''}</span>
              {onRemove !== undefined && (
                <Button
                  size="small"
                  aria-label={t('teamSettings.removeDay', { day: date })}
                  onClick={() => {
                    onRemove(day);
                  }}
                >
                  {t('teamSettings.remove')}
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
          {t('teamSettings.showAll', { count: coming.length })}
        </Button>
      )}
    </>
  );
};

const Days = ({ teamId, mayManage, days }: HolidaysProps & { readonly days: readonly Day[] }) => {
  const t = useTranslate();
  const changes = useDaysOffChanges({ objectType: 'Team', objectId: teamId });
  const names = useMemo(() => namesOf(days), [days]);
  const { place, change, question } = useConfirmedChange(changes, names);
  const chosen = useMemo(
    () =>
      ({
        style: 'holiday',
        label: t('teamSettings.holiday'),
        days: days.map(({ date }) => date),
        nameOf: (day: LocalDate) => names[day],
      }) as const,
    [days, names, t],
  );
  return (
    <div ref={place} tabIndex={-1} className={css.area}>
      {mayManage && (
        <HolidayImportPanel
          teamId={teamId}
          onAdd={(addedHolidays) => {
            // Needs no confirmation, because the dialog of the import has already explained the effect on open runs.
            changes.change(
              addedHolidays.map(({ date }) => date),
              true,
              namesOf(addedHolidays),
            );
          }}
        />
      )}
      <DaysCalendar
        label={t('teamSettings.holidays')}
        chosen={chosen}
        busy={changes.busy}
        changed={changes.last}
        isReadOnly={!mayManage}
        onChange={change}
      />
      <DaysOffSavedNotice changes={changes} />
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

/** Shows the holidays of the team, on which its members get no prompts. */
export const TeamHolidaysSection = (props: HolidaysProps) => {
  const t = useTranslate();
  const query = useHolidays(props.teamId);
  return (
    <Section
      title={t('teamSettings.holidays')}
      text={t(props.mayManage ? 'teamSettings.holidaysText' : 'teamSettings.holidaysRead')}
    >
      <LoadedData query={query}>{(days) => <Days {...props} days={days} />}</LoadedData>
    </Section>
  );
};
