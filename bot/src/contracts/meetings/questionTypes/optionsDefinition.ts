import type { QuestionDefinition } from './questionDefinitionTypes.ts';

export const optionsDefinition: QuestionDefinition<'OPTIONS'> = {
  type: 'OPTIONS',
  name: 'form.typeOPTIONS',
  hint: 'form.hintOPTIONS',
  check: ({ options }, sent) => (options.includes(sent) ? { accepted: sent } : { fault: 'invalid.choice' }),
  formatOf: () => ({ type: 'OPTIONS' }),
  display: (_format, value) => value,
  isShownAsStored: true,
  choices: ({ options }) => options,
  tally: ({ options }, value) => (options.includes(value) ? { amount: null, chosen: [value] } : null),
  valueName: (_format, value) => value,
  summary: { is: 'NONE' },
  mood: null,
  detail: ({ options }) => options.join(' / '),
};
