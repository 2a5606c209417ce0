import { limits } from '../../core/limitsAndProductConstants.ts';
import { canonicalNumber, isCanonicalNumber } from './canonicalNumber.ts';
import type { QuestionDefinition } from './questionDefinitionTypes.ts';
import { withUnit } from './formatAnswerValues.ts';

export const numberDefinition: QuestionDefinition<'NUMBER'> = {
  type: 'NUMBER',
  name: 'form.typeNUMBER',
  hint: 'form.hintNUMBER',
  check: (_question, sent) => {
    const read = canonicalNumber(sent);
    if ('number' in read) return { accepted: read.number };
    return read.fault === 'NOT_A_NUMBER'
      ? { fault: 'answer.numberInvalid' }
      : { fault: 'answer.numberRange', values: { digits: limits.numberDigits, decimals: limits.numberDecimals } };
  },
  formatOf: ({ unit }) => ({ type: 'NUMBER', unit }),
  display: ({ unit }, value, reader) => (isCanonicalNumber(value) ? withUnit(value, unit, reader) : value),
  isShownAsStored: false,
  choices: () => [],
  tally: (_question, value) => (isCanonicalNumber(value) ? { amount: Number(value), chosen: [] } : null),
  valueName: (_format, value) => value,
  summary: {
    is: 'AVERAGE',
    withUnit: ({ unit }, value, { t }) => (unit === '' ? value : t('value.number', { value, unit })),
    changesHaveUnit: true,
    bounds: null,
  },
  mood: null,
  detail: ({ unit }) => (unit === '' ? '0–9' : `0–9 ${unit}`),
};
