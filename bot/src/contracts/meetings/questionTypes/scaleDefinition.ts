import { limits } from '../../core/limitsAndProductConstants.ts';
import type { FormatOf } from '../questionAndAnswerFormatSchemas.ts';
import type { QuestionDefinition, ValueReader } from './questionDefinitionTypes.ts';
import { numberText } from './formatAnswerValues.ts';

/** Values of a scale as answers store them: the texts "1" to "5". */
export const scaleValues: readonly string[] = Array.from(
  { length: limits.scaleMax - limits.scaleMin + 1 },
  (_, index) => String(limits.scaleMin + index),
);

const outOfMax = (value: string, { t }: ValueReader): string => t('value.scale', { value, max: limits.scaleMax });

const endLabels = ({ lowLabel, highLabel }: FormatOf<'SCALE'>): ReadonlyMap<string, string> =>
  new Map([
    [String(limits.scaleMin), lowLabel],
    [String(limits.scaleMax), highLabel],
  ]);

export const scaleDefinition: QuestionDefinition<'SCALE'> = {
  type: 'SCALE',
  name: 'form.typeSCALE',
  hint: 'form.hintSCALE',
  check: (_question, sent) =>
    scaleValues.includes(sent)
      ? { accepted: sent }
      : { fault: 'answer.scaleInvalid', values: { min: limits.scaleMin, max: limits.scaleMax } },
  formatOf: ({ lowLabel, highLabel }) => ({ type: 'SCALE', lowLabel, highLabel }),
  display: (_format, value, reader) =>
    scaleValues.includes(value)
      ? reader.t('value.scale', { value: numberText(value, reader.locale), max: limits.scaleMax })
      : value,
  isShownAsStored: false,
  choices: () => scaleValues,
  tally: (_question, value) => (scaleValues.includes(value) ? { amount: Number(value), chosen: [value] } : null),
  valueName: (format, value, { t }) => {
    const label = endLabels(format).get(value) ?? '';
    return label === '' ? value : t('value.scaleEnd', { value, label });
  },
  summary: {
    is: 'AVERAGE',
    withUnit: (_format, value, reader) => outOfMax(value, reader),
    changesHaveUnit: false,
    bounds: { min: limits.scaleMin, max: limits.scaleMax },
  },
  mood: outOfMax,
  detail: ({ lowLabel, highLabel }) => `${limits.scaleMin} ${lowLabel} – ${limits.scaleMax} ${highLabel}`,
};
