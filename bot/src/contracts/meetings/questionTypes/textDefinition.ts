import type { QuestionDefinition } from './questionDefinitionTypes.ts';

export const textDefinition: QuestionDefinition<'TEXT'> = {
  type: 'TEXT',
  name: 'form.typeTEXT',
  hint: 'form.hintTEXT',
  check: (_question, sent) => ({ accepted: sent }),
  formatOf: () => ({ type: 'TEXT' }),
  display: (_format, value) => value,
  isShownAsStored: true,
  choices: () => [],
  tally: () => null,
  valueName: (_format, value) => value,
  summary: { is: 'NONE' },
  mood: null,
  detail: () => '',
};
