import { limits } from '../../core/limitsAndProductConstants.ts';
import type { QuestionDefinition } from './questionDefinitionTypes.ts';
import { numberText } from './formatAnswerValues.ts';

/** Values of a scale as answers store them: the texts "1" to "5". */
export const scaleValues: readonly string[] = Array.from(
  { length: limits.scaleMax - limits.scaleMin + 1 },
  (_, index) => String(limits.scaleMin + index),
);

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
  average: {
    withUnit: (_format, value, { t }) => t('value.scale', { value, max: limits.scaleMax }),
    changesHaveUnit: false,
    bounds: { min: limits.scaleMin, max: limits.scaleMax },
  },
  isMood: true,
  detail: ({ lowLabel, highLabel }) => `${limits.scaleMin} ${lowLabel} – ${limits.scaleMax} ${highLabel}`,
};
