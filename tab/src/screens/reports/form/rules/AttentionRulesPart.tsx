import { Input, Switch } from '@fluentui/react-components';
import { useFormContext } from 'react-hook-form';
import { limits } from '#contracts/core/limitsAndProductConstants.ts';
import type { AttentionThresholds } from '#contracts/attention/attentionThresholds.ts';
import { defaultAttentionThresholds } from '#contracts/attention/defaultAttentionThresholds.ts';
import { useTranslate } from '../../../../ui/text/translate.ts';
import type { MeetingForm } from '../formValuesAndSaveInput.ts';
import observersCss from '../ReportObservers.module.css';
import { useBound, useFaultText } from '../formContextAndFieldBinding.ts';
import css from './AttentionRulesPart.module.css';

type NumberRule = 'blockerDays' | 'silentRuns' | 'participation' | 'goalsCarried';

const rules = [
  ['blockerDays', 'rules.attentionBlockers', 0, limits.attentionBlockerDays],
  ['silentRuns', 'rules.attentionSilent', 1, limits.attentionRuns],
  ['participation', 'rules.attentionParticipation', 1, 100],
  ['goalsCarried', 'rules.attentionGoals', 1, limits.attentionCarried],
] as const satisfies readonly (readonly [NumberRule, string, number, number])[];

interface RuleProps {
  readonly rule: (typeof rules)[number];
  readonly value: AttentionThresholds;
  readonly set: (value: AttentionThresholds) => void;
}

const Rule = ({ rule: [name, labelKey, min, max], value, set }: RuleProps) => {
  const t = useTranslate();
  const { formState } = useFormContext<MeetingForm>();
  const faultText = useFaultText();
  const label = t(labelKey);
  const number = value[name];
  const fault = faultText(formState.errors.attention?.[name]);
  const change = (next: number | null): void => {
    set({ ...value, [name]: next });
  };
  return (
    <>
      <div className={css.rule}>
        <Switch
          label={label}
          checked={number !== null}
          onChange={(_, { checked }) => {
            change(checked ? defaultAttentionThresholds[name] : null);
          }}
        />
        {number !== null && (
          <Input
            className={css.number ?? ''}
            type="number"
            aria-label={t('rules.attentionNumber', { rule: label })}
            aria-invalid={fault !== null}
            min={min}
            max={max}
            // -1 means an empty field. It is outside the limits, so that the schema reports an error.
            value={number < 0 ? '' : String(number)}
            onChange={(_, { value: typed }) => {
              change(typed === '' ? -1 : Number(typed));
            }}
          />
        )}
      </div>
      {fault !== null && (
        <p className={css.fault} role="alert">
          {fault}
        </p>
      )}
    </>
  );
};

/**
 * Lets the reader set the thresholds from which the dashboard's list "needs attention" and the summary name a member or
 * a goal.
 */
export const AttentionRulesPart = () => {
  const t = useTranslate();
  const bound = useBound('attention');
  const value = bound.value ?? defaultAttentionThresholds;
  return (
    <details className={observersCss.observers}>
      <summary className={observersCss.summary}>{t('rules.attention')}</summary>
      <p className={observersCss.text}>{t('rules.attentionText')}</p>
      {rules.map((rule) => (
        <Rule key={rule[0]} rule={rule} value={value} set={bound.set} />
      ))}
      <Switch
        label={t('rules.attentionUnreachable')}
        checked={value.isUnreachableNamed}
        onChange={(_, { checked }) => {
          bound.set({ ...value, isUnreachableNamed: checked });
        }}
      />
    </details>
  );
};
