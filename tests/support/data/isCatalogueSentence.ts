import en from '#contracts/text/en.json' with { type: 'json' };

// Recognises sentences of the catalogue, with any value in place of each placeholder.

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

const areas = [
  'account.',
  'answer.',
  'blocker.',
  'error.',
  'holidayImport.',
  'http.',
  'invalid.',
  'meeting.',
  'org.',
  'person.',
  'question.',
  'search.',
  'summaryEmail.',
  'timesheet.',
];

/**
 * Returns the fixed parts of a text, without its placeholders. A placeholder may contain branches with placeholders of
 * their own.
 */
const fixedParts = (text: string): readonly string[] => {
  const parts = [''];
  let depth = 0;
  for (const sign of text) {
    if (sign === '{' && depth === 0) parts.push('');
    if (depth === 0 && sign !== '{') parts.push(`${parts.pop() ?? ''}${sign}`);
    depth += sign === '{' ? 1 : sign === '}' ? -1 : 0;
  }
  return parts;
};

/**
 * Minimum number of fixed characters in a text with plural or select branches, because a text of almost only
 * placeholders would match any message.
 */
const leastFixed = 10;

const sentences = Object.entries(en)
  .filter(([key]) => areas.some((area) => key.startsWith(area)))
  .map(([, text]) => ({ text, parts: fixedParts(text) }))
  .filter(({ text, parts }) => !/, (?:plural|select)/.test(text) || parts.join('').length >= leastFixed)
  .map(({ parts }) => new RegExp(`^${parts.map(escaped).join('.+')}$`, 'su'));

export const isCatalogueSentence = (message: string): boolean => sentences.some((sentence) => sentence.test(message));
