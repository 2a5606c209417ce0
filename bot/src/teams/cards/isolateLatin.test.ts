import { isolateLatin } from './isolateLatin.ts';

const shown = (text: string): string => isolateLatin({ text }).text.replace('\u2068', '[').replace('\u2069', ']');

it.each([
  ['What did you do?', '[What did you do?]'],
  ['Ann (London)', '[Ann (London)]'],
  ['(later) Fix it', '[(later) Fix it]'],
  ['1. Fix it!', '[1. Fix it!]'],
  ['Ann Lee', 'Ann Lee'],
  ['Ann Lee: ', '[Ann Lee]: '],
  ['ماذا فعلت؟', 'ماذا فعلت؟'],
  ['ماذا فعلت (Ann)؟', 'ماذا فعلت (Ann)؟'],
  ['10:00 – 11:00.', '10:00 – 11:00.'],
])('“%s” is shown as “%s”', (text, message) => {
  expect(shown(text)).toBe(message);
});

it('changes no text that is sent or decides', () => {
  const card = { value: 'Yes?', data: { text: 'Yes?', title: 'No?' }, url: 'https://x.test/?' };
  expect(isolateLatin(card)).toEqual(card);
});
