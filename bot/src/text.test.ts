import { wordsFor } from './text.ts';

describe('wordsFor', () => {
  it('reads the catalogue and fills in values', () => {
    expect(wordsFor('en-GB')('error.NOT_FOUND')).toBe('We could not find that.');
    expect(wordsFor('en')('error.INVALID_INPUT', { field: 'name' })).toBe(
      'Please check what you sent: name is not valid.',
    );
  });

  it.each(['xx', '', '__proto__', 'toString'])('falls back to English for %j', (locale) => {
    expect(wordsFor(locale)('meeting.nameMissing')).toBe('Please provide name.');
  });
});
