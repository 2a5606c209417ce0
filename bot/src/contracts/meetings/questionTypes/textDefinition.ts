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
  average: null,
  isMood: false,
  detail: () => '',
};
