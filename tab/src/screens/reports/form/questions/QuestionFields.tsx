import { Field, Input, Select, useId } from '@fluentui/react-components';
import { useFormContext } from 'react-hook-form';
import { limits } from '#contracts/core/limitsAndProductConstants.ts';
import type { QuestionType } from '#contracts/meetings/questionAndAnswerFormatSchemas.ts';
import {
  questionDefinitions,
  questionTypes,
} from '#contracts/meetings/questionTypes/questionDefinitionsAndValueDisplay.ts';
import { useTranslate } from '../../../../ui/text/translate.ts';
import { useBound, usePlaceholders } from '../formContextAndFieldBinding.ts';
import { questionFormRules, questionTypeOf } from '../questionFormRulesAndConversion.ts';
import { questionTypeFields } from './fieldsByQuestionType.tsx';
import type { QuestionPartProps } from './fieldsByQuestionType.tsx';
import css from './QuestionsSection.module.css';
import type { MeetingForm } from '../formValuesAndSaveInput.ts';

type QuestionFieldProps = Pick<QuestionPartProps, 'at'>;

const fieldsOfTypes = ['options', 'isBlocker', 'isTimesheetQuestion', 'lowLabel', 'highLabel', 'unit'] as const;

/**
 * Returns the function that changes the type of a question. Text, and fields that the new type also has, keep their
 * values.
 */
const useTypeChange = (at: number): ((type: QuestionType) => void) => {
  const { clearErrors, getValues, setValue, trigger } = useFormContext<MeetingForm>();
  const { set: setType } = useBound(`questions.${at}.type`);
  const placeholders = usePlaceholders();
  return (type) => {
    const question = getValues(`questions.${at}`);
    const { options, lowLabel, highLabel } = questionFormRules[type].begin(question, placeholders);
    if (options !== undefined) setValue(`questions.${at}.options`, options, { shouldDirty: true });
    if (lowLabel !== undefined) setValue(`questions.${at}.lowLabel`, lowLabel, { shouldDirty: true });
    if (highLabel !== undefined) setValue(`questions.${at}.highLabel`, highLabel, { shouldDirty: true });
    clearErrors(fieldsOfTypes.map((field) => `questions.${at}.${field}` as const));
    setType(type);
    // The change keeps all options. If the new type allows fewer, the check runs at once and shows the error.
    if (question.options.length > (questionFormRules[type].maxOptions ?? Infinity))
      void trigger(`questions.${at}.options`);
  };
};

const TypeField = ({ at, hintId }: QuestionFieldProps & { readonly hintId: string }) => {
  const t = useTranslate();
  const type = useBound(`questions.${at}.type`);
  const change = useTypeChange(at);
  return (
    <Field label={t('form.questionType')} validationMessage={type.fault} className={css.type}>
      <Select
        value={type.value}
        aria-describedby={hintId}
        onChange={(_, { value }) => {
          const chosen = questionTypeOf(value);
          if (chosen !== undefined) change(chosen);
        }}
      >
        {questionTypes.map((item) => (
          <option key={item} value={item}>
            {t(questionDefinitions[item].name)}
          </option>
        ))}
      </Select>
    </Field>
  );
};

const TextField = ({ at }: QuestionFieldProps) => {
  const t = useTranslate();
  const text = useBound(`questions.${at}.text`);
  return (
    <Field label={t('form.questionText')} validationMessage={text.fault} className={css.text} required>
      <Input
        value={text.value}
        maxLength={limits.questionLength}
        autoComplete="off"
        data-question-text
        onChange={(_, { value }) => {
          text.set(value);
        }}
      />
    </Field>
  );
};

export const QuestionFields = ({ at, onTimesheet }: QuestionPartProps) => {
  const t = useTranslate();
  const hintId = useId('type');
  const { value: type } = useBound(`questions.${at}.type`);
  const Part = questionTypeFields[type];
  return (
    <>
      <div className={css.line}>
        <TextField at={at} />
        <TypeField at={at} hintId={hintId} />
      </div>
      <p id={hintId} className={css.hint}>
        {t(questionDefinitions[type].hint)}
      </p>
      {Part !== null && <Part at={at} onTimesheet={onTimesheet} />}
    </>
  );
};
