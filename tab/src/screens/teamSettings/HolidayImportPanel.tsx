import { Suspense, lazy, useId, useRef, useState } from 'react';
import { Button, Field, Select } from '@fluentui/react-components';
import { limits } from '#contracts/core/limitsAndProductConstants.ts';
import { errorText } from '../../api/client/errorText.ts';
import { useHolidayCountries, usePreviewImport } from '../../api/organisations/teamSettingsQueriesAndMutations.ts';
import type {
  HolidayCountries,
  ImportPreview,
  ImportSource,
} from '../../api/organisations/teamSettingsQueriesAndMutations.ts';
import type { Day } from '../../api/daysOff/daysOffQueriesAndMutations.ts';
import { useReader, useToday } from '../../ui/text/readerContextClockAndDates.ts';
import { useLazyDialog } from '../../ui/dialogs/useLazyDialog.ts';
import { useTranslate } from '../../ui/text/translate.ts';
import { homeCountry, namedCountries, yearsToChoose } from './holidayCountriesAndYears.ts';
import css from './HolidayImportPanel.module.css';

const ImportDialog = lazy(() =>
  import('./HolidayImportDialog.tsx').then((module) => ({ default: module.HolidayImportDialog })),
);

interface ChoiceProps {
  readonly label: string;
  readonly none: string;
  readonly value: string;
  readonly choices: readonly { readonly code: string; readonly name: string }[];
  readonly onChoose: (code: string) => void;
}

const PlaceChoice = ({ label, none, value, choices, onChoose }: ChoiceProps) => (
  <Field label={label} className={css.wide}>
    <Select
      className={css.select}
      value={value}
      onChange={(_, { value: code }) => {
        onChoose(code);
      }}
    >
      <option value="">{none}</option>
      {choices.map(({ code, name }) => (
        <option key={code} value={code}>
          {name}
        </option>
      ))}
    </Select>
  </Field>
);

interface CountryProps {
  readonly known: HolidayCountries;
  readonly isRunning: boolean;
  readonly onShow: (source: ImportSource) => void;
}

/** Lets the reader choose the country, its region (if its holidays differ by region) and the year. */
const Country = ({ known, isRunning, onShow }: CountryProps) => {
  const t = useTranslate();
  const { locale } = useReader();
  const today = useToday();
  const years = yearsToChoose(known.years, today);
  const countries = namedCountries(known.countries, locale);
  const [country, setCountry] = useState(() => homeCountry(known.countries, locale));
  const [region, setRegion] = useState('');
  const [year, setYear] = useState(years[0] ?? 0);
  const regions = known.countries.find(({ code }) => code === country)?.regions ?? [];
  return (
    <div className={css.fields}>
      <PlaceChoice
        label={t('teamSettings.country')}
        none={t('teamSettings.chooseCountry')}
        value={country}
        choices={countries}
        onChoose={(code) => {
          setCountry(code);
          setRegion('');
        }}
      />
      {regions.length > 0 && (
        <PlaceChoice
          label={t('teamSettings.region')}
          none={t('teamSettings.wholeCountry')}
          value={region}
          choices={regions}
          onChoose={setRegion}
        />
      )}
      <Field label={t('teamSettings.year')}>
        <Select
          value={String(year)}
          onChange={(_, { value }) => {
            setYear(Number(value));
          }}
        >
          {years.map((item) => (
            <option key={item} value={item}>
              {item}
            </option>
          ))}
        </Select>
      </Field>
      <Button
        disabledFocusable={isRunning || country === ''}
        onClick={() => {
          if (!isRunning && country !== '') onShow({ country, year, ...(region === '' ? {} : { region }) });
        }}
      >
        {t('teamSettings.showDays')}
      </Button>
    </div>
  );
};

interface FileProps {
  readonly isRunning: boolean;
  readonly onShow: (source: ImportSource) => void;
  readonly onRefuse: (text: string) => void;
}

const CalendarFile = ({ isRunning, onShow, onRefuse }: FileProps) => {
  const t = useTranslate();
  const input = useRef<HTMLInputElement>(null);
  const read = async (file: File): Promise<void> => {
    // Refuses a large file before it is sent, because the server would refuse it too.
    if (file.size > limits.icsBytes) onRefuse(t('teamSettings.fileTooLarge'));
    else onShow({ ics: await file.text() });
  };
  return (
    <>
      <input
        ref={input}
        type="file"
        accept=".ics,text/calendar"
        hidden
        aria-label={t('teamSettings.chooseFile')}
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? [];
          if (file === undefined) return;
          // Clears the input, because the browser reports no change if the reader chooses the same file again.
          read(file)
            .catch(() => {
              onRefuse(t('teamSettings.fileUnreadable'));
            })
            .finally(() => {
              currentTarget.value = '';
            });
        }}
      />
      <Button
        disabledFocusable={isRunning}
        onClick={() => {
          if (!isRunning) input.current?.click();
        }}
      >
        {t('teamSettings.chooseFile')}
      </Button>
    </>
  );
};

interface ImportProps {
  readonly teamId: string;
  readonly onAdd: (days: readonly Day[]) => void;
}

/**
 * Lets the reader add many holidays at once, those of a country or those in a calendar file. The reader sees them
 * before they are added.
 */
export const HolidayImportPanel = ({ teamId, onAdd }: ImportProps) => {
  const t = useTranslate();
  const { zone } = useReader();
  const faultId = useId();
  const { data: known } = useHolidayCountries();
  const { mutate, isPending } = usePreviewImport(teamId, zone);
  const { place, round, open, ...dialog } = useLazyDialog();
  const [preview, setPreview] = useState<ImportPreview>();
  const [fault, setFault] = useState<string | null>(null);
  const show = (source: ImportSource): void => {
    setFault(null);
    mutate(source, {
      onSuccess: (result) => {
        setPreview(result);
        open();
      },
      onError: (error) => {
        setFault(errorText(error, t));
      },
    });
  };
  return (
    <div ref={place} tabIndex={-1} className={css.import} aria-describedby={fault === null ? undefined : faultId}>
      <h3 className={css.title}>{t('teamSettings.import')}</h3>
      {known !== undefined && <Country known={known} isRunning={isPending} onShow={show} />}
      <div className={css.fields}>
        <span>{t('teamSettings.orFile')}</span>
        <CalendarFile isRunning={isPending} onShow={show} onRefuse={setFault} />
        <span role="status" className={css.state}>
          {isPending ? t('teamSettings.reading') : ''}
        </span>
      </div>
      {fault !== null && (
        <p id={faultId} className={css.fault} role="alert">
          {fault}
        </p>
      )}
      <p className={css.source}>{t('teamSettings.source')}</p>
      {round > 0 && preview !== undefined && (
        <Suspense>
          <ImportDialog key={round} preview={preview} {...dialog} onAdd={onAdd} />
        </Suspense>
      )}
    </div>
  );
};
