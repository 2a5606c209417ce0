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
  'summaryEmail.',
  'timesheet.',
];

/** What a text says around its places for values. A place may hold branches, with places of their own. */
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

/** A text that is all choice would match any message. */
const leastFixed = 10;

const sentences = Object.entries(en)
  .filter(([key]) => areas.some((area) => key.startsWith(area)))
  .map(([, text]) => ({ text, parts: fixedParts(text) }))
  .filter(({ text, parts }) => !/, (?:plural|select)/.test(text) || parts.join('').length >= leastFixed)
  .map(({ parts }) => new RegExp(`^${parts.map(escaped).join('.+')}$`, 'su'));

/** Whether a refusal says something that a person wrote for it. */
export const isSentence = (message: string): boolean => sentences.some((sentence) => sentence.test(message));
