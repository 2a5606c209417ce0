import { setupI18n } from '@lingui/core';
import { compileMessage } from '@lingui/message-utils/compileMessage';
import { isolateValuesInRtlTexts } from '../../../build/isolateValuesInRtlTexts.ts';

const textOf = (text: string, values: Readonly<Record<string, unknown>>): string => {
  const i18n = setupI18n({ locale: 'ar', messages: { ar: { it: isolateValuesInRtlTexts(compileMessage(text)) } } });
  return i18n._('it', values).replaceAll('\u2068', '[').replaceAll('\u2069', ']');
};

it.each([
  ['إزالة {name}؟', { name: 'Bob Lee' }, 'إزالة [Bob Lee]؟'],
  ['{who, select, me {أنت} other {{name} (مشرف)}}', { who: 'x', name: 'Ann' }, '[Ann] (مشرف)'],
  ['{count, plural, one {{name} فقط} other {{name} و#}}', { count: 3, name: 'Ann' }, '[Ann] و3'],
  ['بلا شيء', {}, 'بلا شيء'],
])('isolates the values of “%s” from the sentence', (text, values, message) => {
  expect(textOf(text, values)).toBe(message);
});
