import { Button } from '@fluentui/react-components';
import type { TextModelSettings } from '#contracts/generatedSummaries/textModelSettings.ts';
import { errorText } from '../../../../api/client/errorText.ts';
import { useTestTextModel } from '../../../../api/generatedSummaries/textModelQueriesAndMutations.ts';
import { WaitSpinner } from '../../../../ui/display/WaitSpinner.tsx';
import { timeOf } from '../../../../ui/text/calculateAndFormatDates.ts';
import { useReader } from '../../../../ui/text/readerContextClockAndDates.ts';
import { useTranslate } from '../../../../ui/text/translate.ts';
import css from './TextModelSettings.module.css';

type Stored = NonNullable<TextModelSettings['settings']>;

interface UsageProps {
  readonly page: TextModelSettings;
  readonly stored: Stored;
}

// Amounts below 1 have up to four decimals, because a single call costs less than a cent.
const moneyText = (value: number, currency: string, locale: string): string =>
  new Intl.NumberFormat(locale, {
    ...{ style: 'currency', currency },
    maximumFractionDigits: value > 0 && value < 1 ? 4 : 2,
  }).format(value);

/** Shows the settings that another admin saved while the reader edited them. */
export const StoredTextModel = ({ settings }: Pick<TextModelSettings, 'settings'>) => {
  const t = useTranslate();
  const { locale } = useReader();
  if (settings === null) return null;
  const { isOn, model, endpoint, monthlyCap, currency } = settings;
  return <p>{t('modelSettings.stored', { isOn, model, endpoint, cap: moneyText(monthlyCap, currency, locale) })}</p>;
};

/** Shows the calls, the tokens and the cost of the text model in this month. */
export const TextModelUsage = ({ page, stored }: UsageProps) => {
  const t = useTranslate();
  const { locale, zone } = useReader();
  const { usage, pausedUntil } = page;
  const number = (value: number): string => new Intl.NumberFormat(locale).format(value);
  const money = (value: number): string => moneyText(value, stored.currency, locale);
  const rows = [
    ['modelSettings.cost', t('modelSettings.costOf', { cost: money(usage.cost), cap: money(stored.monthlyCap) })],
    [
      'modelSettings.calls',
      t('modelSettings.callsOf', { calls: number(usage.calls), failures: number(usage.failures) }),
    ],
    [
      'modelSettings.tokens',
      t('modelSettings.tokensOf', { input: number(usage.inputTokens), output: number(usage.outputTokens) }),
    ],
    [
      'modelSettings.sentences',
      t('modelSettings.sentencesOf', { kept: number(usage.kept), dropped: number(usage.dropped) }),
    ],
    ['modelSettings.fallbacks', number(usage.fallbacks)],
  ] as const;
  return (
    <>
      <h3 className={css.month}>{t('modelSettings.month')}</h3>
      <dl className={css.usage}>
        {rows.map(([key, value]) => (
          <div key={key}>
            <dt>{t(key)}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {pausedUntil !== undefined && (
        <p className={css.paused}>
          {t('modelSettings.paused', { time: timeOf(Date.parse(pausedUntil), zone, locale) })}
        </p>
      )}
    </>
  );
};

/**
 * Shows a button that tests the stored settings by a request to the text model. The request contains no answers of
 * members.
 */
export const ConnectionTest = () => {
  const t = useTranslate();
  const test = useTestTextModel();
  const result = (): string => {
    if (test.error !== null) return errorText(test.error, t);
    if (test.data === undefined) return '';
    return test.data.fault === null ? t('modelSettings.tested') : t(`modelSettings.fault${test.data.fault}`);
  };
  return (
    <div className={css.test}>
      <Button
        disabledFocusable={test.isPending}
        onClick={() => {
          if (!test.isPending) test.mutate();
        }}
      >
        {t('modelSettings.test')}
      </Button>
      {test.isPending ? <WaitSpinner label="modelSettings.testing" /> : <span role="status">{result()}</span>}
    </div>
  );
};
