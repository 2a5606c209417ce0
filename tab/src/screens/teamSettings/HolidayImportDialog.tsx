import { useState } from 'react';
import type { FoundHoliday } from '#contracts/daysOff/holidayImport.ts';
import type { ImportPreview } from '../../api/organisations/teamSettingsQueriesAndMutations.ts';
import type { Day } from '../../api/daysOff/daysOffQueriesAndMutations.ts';
import { ConfirmDialog } from '../../ui/dialogs/ConfirmDialog.tsx';
import { dayText } from '../../ui/text/calculateAndFormatDates.ts';
import type { DateReader } from '../../ui/text/calculateAndFormatDates.ts';
import { useDateReader } from '../../ui/text/readerContextClockAndDates.ts';
import { useTranslate } from '../../ui/text/translate.ts';
import css from './HolidayImportPanel.module.css';

interface ImportDialogProps {
  readonly preview: ImportPreview;
  readonly isOpen: boolean;
  readonly close: () => void;
  readonly onGone: () => void;
  readonly onAdd: (days: readonly Day[]) => void;
}

interface LineProps {
  readonly day: FoundHoliday;
  readonly isChosen: boolean;
  readonly reader: DateReader;
  readonly onToggle: () => void;
}

const Line = ({ day: { date, name, isPartial }, isChosen, reader, onToggle }: LineProps) => {
  const t = useTranslate();
  return (
    <li>
      <label className={css.line}>
        <input type="checkbox" checked={isChosen} onChange={onToggle} />
        <span className={css.date}>{dayText(date, reader)}</span>
        <span className={css.name}>
          {name ?? t('teamSettings.unnamed')}
          {isPartial && <span className={css.note}>{` ${t('teamSettings.partial')}`}</span>}
        </span>
      </label>
    </li>
  );
};

/**
 * Shows how many days are not offered, because they are stored already, past or unreadable, and which runs the import
 * affects.
 */
const Notes = ({ preview: { present, past, unreadable, runs } }: { readonly preview: ImportPreview }) => {
  const t = useTranslate();
  const notes = [
    ...(present.length > 0 ? [t('teamSettings.present', { count: present.length })] : []),
    ...(past > 0 ? [t('teamSettings.past', { count: past })] : []),
    ...(unreadable > 0 ? [t('teamSettings.unreadable', { count: unreadable })] : []),
    ...runs.map(({ text }) => text),
  ];
  return notes.map((note) => (
    <p key={note} className={css.note}>
      {note}
    </p>
  ));
};

/**
 * Lists the holidays that were found, so that the reader can choose which to add. Days on which the holiday lasts only
 * some hours are not selected at first.
 */
export const HolidayImportDialog = ({ preview, isOpen, close, onGone, onAdd }: ImportDialogProps) => {
  const t = useTranslate();
  const reader = useDateReader();
  const { added } = preview;
  const [chosen, setChosen] = useState<ReadonlySet<string>>(
    () => new Set(added.filter(({ isPartial }) => !isPartial).map(({ date }) => date)),
  );
  const toggle = (date: string): void => {
    const next = new Set(chosen);
    if (!next.delete(date)) next.add(date);
    setChosen(next);
  };
  const add = (): void => {
    const days = added
      .filter(({ date }) => chosen.has(date))
      .map(({ date, name }): Day => (name === null ? { date } : { date, name }));
    onAdd(days);
    close();
  };
  const isNothing = added.length === 0;
  return (
    <ConfirmDialog
      isOpen={isOpen}
      question={isNothing ? t('teamSettings.nothingNew') : t('teamSettings.addQuestion', { count: added.length })}
      confirm={isNothing ? t('common.close') : t('teamSettings.add', { count: chosen.size })}
      isRunning={false}
      onConfirm={isNothing ? close : add}
      onClose={close}
      onGone={onGone}
    >
      {!isNothing && (
        <ul className={css.list} aria-label={t('teamSettings.found')}>
          {added.map((day) => (
            <Line
              key={day.date}
              day={day}
              reader={reader}
              isChosen={chosen.has(day.date)}
              onToggle={() => {
                toggle(day.date);
              }}
            />
          ))}
        </ul>
      )}
      <Notes preview={preview} />
    </ConfirmDialog>
  );
};
