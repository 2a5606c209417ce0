import { addLimits } from './limitsInTexts.ts';
import { limits } from './limitsAndProductConstants.ts';

it('adds the limits that a text names to its values', () => {
  expect(addLimits('question.unitTooLong', undefined)).toEqual({ max: limits.unitLength });
  expect(addLimits('timesheet.exportTooLarge', { rows: 1 })).toEqual({ rows: 1, xlsx: 100_000, pdf: 10_000 });
  expect(addLimits('rollup.everyone', undefined)).toBeUndefined();
});
