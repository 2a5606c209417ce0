import { useRef } from 'react';
import type { KeyboardEvent } from 'react';
import { Button, Field, Input, Select, useId } from '@fluentui/react-components';
import { ArrowDown20Regular } from '@fluentui/react-icons/svg/arrow-down';
import { ArrowUp20Regular } from '@fluentui/react-icons/svg/arrow-up';
import { Delete20Regular } from '@fluentui/react-icons/svg/delete';
import { ReOrder20Regular } from '@fluentui/react-icons/svg/re-order';
import { useFormContext } from 'react-hook-form';
import { limits } from '#contracts/core/limits.ts';
import type { QuestionType } from '#contracts/meetings/question.ts';
import { questionDefinitions, questionTypes } from '#contracts/meetings/questionTypes/definitions.ts';
import { useTranslate } from '../../../../ui/text/translate.ts';
import { useDragging } from './useQuestionDragging.ts';
import { useBound, usePlaceholders } from '../reportFormContext.ts';
import { questionFormRules, questionTypeOf } from '../questionFormRules.ts';
import { questionParts } from './questionParts.tsx';
import type { QuestionPartProps } from './questionParts.tsx';
import css from './QuestionsSection.module.css';
import type { MeetingForm } from '../formValues.ts';

interface QuestionCardProps {
  readonly at: number;
  readonly count: number;
  readonly list: string;
  readonly onMove: (from: number, to: number) => void;
  readonly onRemove: () => void;
  readonly onTimesheet: (isOn: boolean) => void;
}

/** Fields that only some question types have and that can be faulty. */
const fieldsOfTypes = ['options', 'isBlocker', 'isTimesheetQuestion', 'lowLabel', 'highLabel', 'unit'] as const;

/** Returns the function that changes a question's type. The question keeps its text and the fields that the new type also has. */
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
    // All options are kept, even if the new type allows fewer, so the check runs at once to show the error.
    if (type === 'MULTIPLE' && question.options.length > limits.multipleOptions)
      void trigger(`questions.${at}.options`);
  };
};

const TypeField = ({ at, hintId }: Pick<QuestionCardProps, 'at'> & { readonly hintId: string }) => {
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

const TextOf = ({ at }: Pick<QuestionCardProps, 'at'>) => {
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

const Fields = ({ at, onTimesheet }: QuestionPartProps) => {
  const t = useTranslate();
  const hintId = useId('type');
  const { value: type } = useBound(`questions.${at}.type`);
  const Part = questionParts[type];
  return (
    <>
      <div className={css.line}>
        <TextOf at={at} />
        <TypeField at={at} hintId={hintId} />
      </div>
      <p id={hintId} className={css.hint}>
        {t(questionDefinitions[type].hint)}
      </p>
      {Part !== null && <Part at={at} onTimesheet={onTimesheet} />}
    </>
  );
};

const isMoving = ({ altKey, key, target }: KeyboardEvent): boolean =>
  altKey && (key === 'ArrowUp' || key === 'ArrowDown') && !(target instanceof HTMLSelectElement);

export const QuestionCard = ({ at, count, list, onMove, onRemove, onTimesheet }: QuestionCardProps) => {
  const t = useTranslate();
  const card = useRef<HTMLLIElement>(null);
  const handle = useRef<HTMLSpanElement>(null);
  const number = at + 1;
  const { isDragged, edge } = useDragging({ card, handle, at, list, onDrop: onMove });
  const move = (by: 1 | -1): void => {
    const to = at + by;
    if (to >= 0 && to < count) onMove(at, to);
  };
  const looks = [css.card, isDragged ? css.dragged : '', edge === undefined ? '' : css[edge]];
  return (
    <li
      ref={card}
      className={looks.join(' ')}
      aria-label={t('form.question', { number })}
      onKeyDown={(event) => {
        if (!isMoving(event)) return;
        event.preventDefault();
        move(event.key === 'ArrowUp' ? -1 : 1);
      }}
    >
      <div className={css.cardHead}>
        <span ref={handle} className={css.handle} title={t('form.drag')}>
          <ReOrder20Regular aria-hidden="true" />
        </span>
        <span className={css.number} aria-hidden="true">
          {t('form.question', { number })}
        </span>
        <Button
          appearance="subtle"
          icon={<ArrowUp20Regular />}
          disabledFocusable={at === 0}
          aria-label={t('form.moveUpOf', { number })}
          title={t('form.moveUp')}
          onClick={() => {
            move(-1);
          }}
        />
        <Button
          appearance="subtle"
          icon={<ArrowDown20Regular />}
          disabledFocusable={at === count - 1}
          aria-label={t('form.moveDownOf', { number })}
          title={t('form.moveDown')}
          onClick={() => {
            move(1);
          }}
        />
        <Button
          appearance="subtle"
          icon={<Delete20Regular />}
          disabledFocusable={count === 1}
          aria-label={t('form.removeQuestion', { number })}
          onClick={() => {
            if (count > 1) onRemove();
          }}
        />
      </div>
      <Fields at={at} onTimesheet={onTimesheet} />
    </li>
  );
};
