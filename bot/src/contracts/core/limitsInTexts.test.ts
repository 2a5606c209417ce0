import { translateFor } from '../../translate.ts';
import { languages } from '../text/languagesAndLocaleChoice.ts';
import { addLimits } from './limitsInTexts.ts';
import { limits } from './limitsAndProductConstants.ts';

it('adds the limits that a text names to its values', () => {
  expect(addLimits('question.unitTooLong', undefined)).toEqual({ max: limits.unitLength });
  expect(addLimits('timesheet.exportTooLarge', { rows: 1 })).toEqual({ rows: 1, xlsx: 100_000, pdf: 10_000 });
  expect(addLimits('rollup.everyone', undefined)).toBeUndefined();
});

it.each(languages)('shows the limits in the number format of the language: %s', (language) => {
  const t = translateFor(language);
  const format = new Intl.NumberFormat(language === 'ar' ? 'ar-u-nu-latn' : language);
  expect(t('timesheet.taskTooLong')).toContain(format.format(limits.taskLength));
  expect(t('timesheet.exportTooLarge', { rows: 1 })).toContain(format.format(limits.exportRows));
  expect(t('invalid.quietHours')).toMatch(/30.*16/);
});
