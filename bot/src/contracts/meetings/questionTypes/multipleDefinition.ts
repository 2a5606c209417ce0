import { chosenOptions, joinOptions, readOptions } from './joinAndReadChosenOptions.ts';
import type { QuestionDefinition } from './questionDefinitionTypes.ts';

export const multipleDefinition: QuestionDefinition<'MULTIPLE'> = {
  type: 'MULTIPLE',
  name: 'form.typeMULTIPLE',
  hint: 'form.hintMULTIPLE',
  check: ({ options }, sent) => {
    const chosen = readOptions(options, sent);
    return chosen === undefined ? { fault: 'answer.multipleInvalid' } : { accepted: joinOptions(chosen) };
  },
  formatOf: () => ({ type: 'MULTIPLE' }),
  display: (_format, value) => chosenOptions(value).join(' · '),
  isShownAsStored: false,
  choices: ({ options }) => options,
  tally: ({ options }, value) => {
    const chosen = chosenOptions(value).filter((item) => options.includes(item));
    return chosen.length === 0 ? null : { amount: null, chosen };
  },
  valueName: (_format, value) => value,
  summary: { is: 'NONE' },
  mood: null,
  detail: ({ options }) => options.join(' + '),
};
