import en from '#contracts/text/en.json' with { type: 'json' };

// Sentences as people read them: the catalogue's, with something in the place of each value.

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

const areas = [
  'account.',
  'answer.',
  'error.',
  'holidayImport.',
  'http.',
  'invalid.',
  'meeting.',
  'org.',
  'person.',
  'question.',
  'timesheet.',
];

const sentences = Object.entries(en)
  .filter(
    ([key, text]) =>
      areas.some((area) => key.startsWith(area)) && !text.includes(', plural') && !text.includes(', select'),
  )
  .map(
    ([, text]) =>
      new RegExp(
        `^${text
          .split(/\{\w+\}/)
          .map(escaped)
          .join('.+')}$`,
        'su',
      ),
  );

/** Whether a refusal says something that a person wrote for it. */
export const isSentence = (message: string): boolean => sentences.some((one) => one.test(message));
