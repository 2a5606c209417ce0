import { limits } from '../../core/limitsAndProductConstants.ts';
import type { LocalDate } from '../../core/idDateAndZoneSchemas.ts';
import type { QuestionDefinition } from './questionDefinitionTypes.ts';
import { dateText } from './formatAnswerValues.ts';

/** True if the text is a valid calendar date in the form yyyy-MM-dd. */
const isDate = (value: string): value is LocalDate => {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(value)) return false;
  const date = new Date(`${value}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(value);
};

export const dateDefinition: QuestionDefinition<'DATE'> = {
  type: 'DATE',
  name: 'form.typeDATE',
  hint: 'form.hintDATE',
  check: (_question, sent) => {
    if (!isDate(sent)) return { fault: 'answer.dateInvalid' };
    const year = Number(sent.slice(0, 4));
    const { answerYearMin: from, answerYearMax: to } = limits;
    // The years are passed as texts, because as numbers they would be shown with a thousands separator.
    return year < from || year > to
      ? { fault: 'answer.dateRange', values: { from: String(from), to: String(to) } }
      : { accepted: sent };
  },
  formatOf: () => ({ type: 'DATE' }),
  display: (_format, value, { locale }) => (isDate(value) ? dateText(value, locale) : value),
  isShownAsStored: false,
  choices: () => [],
  tally: (_question, value) => (isDate(value) ? { amount: null, chosen: [], date: value } : null),
  valueName: (_format, value) => value,
  summary: { is: 'DATES' },
  mood: null,
  detail: () => 'yyyy-MM-dd',
};
