import { languages } from '../text/languages.ts';
import { waitValues } from './waitTimeText.ts';
import { translateFor } from '../../translate.ts';

const said = (language: string, seconds: number): string =>
  translateFor(language)('error.TOO_MANY_REQUESTS', waitValues(seconds));

describe('the sentence about a limit', () => {
  it.each([
    [0.2, '1 second'],
    [1, '1 second'],
    [75, '75 seconds'],
    [91, '2 minutes'],
    [194, '4 minutes'],
    [3055, '51 minutes'],
    [3600, '60 minutes'],
    [5401, '2 hours'],
    [86_400, '24 hours'],
  ])('rounds %s seconds up to %s', (seconds, wait) => {
    expect(said('en', seconds)).toBe(`Too many tries. Please try again in ${wait}.`);
  });

  it.each(languages.map((language) => [language]))('in %s names the number and the unit', (language) => {
    const number = (count: number): string => new Intl.NumberFormat(language).format(count);
    const sentences = [40, 40 * 60, 40 * 3600].map((seconds) => said(language, seconds));
    for (const sentence of sentences) expect(sentence).toMatch(new RegExp(`${number(40)}|40`));
    expect(new Set(sentences).size).toBe(3);
  });

  it.each(languages.map((language) => [language]))('in %s is complete without a number, too', (language) => {
    const sentence = translateFor(language)('error.TOO_MANY_REQUESTS');
    expect(sentence).not.toMatch(/[{}\d]|undefined/);
    expect(sentence).not.toBe(said(language, 40));
  });
});
