import { useRef } from 'react';
import { Button, Checkbox, Field, Input, useId } from '@fluentui/react-components';
import { Add20Regular } from '@fluentui/react-icons/svg/add';
import { Dismiss20Regular } from '@fluentui/react-icons/svg/dismiss';
import { useFieldArray, useFormContext, useFormState } from 'react-hook-form';
import { limits } from '#contracts/core/limitsAndProductConstants.ts';
import { useTranslate } from '../../../../ui/text/translate.ts';
import { FieldGroupError } from '../FieldGroupError.tsx';
import { useBound, useFaultText } from '../formContextAndFieldBinding.ts';
import css from './QuestionsSection.module.css';
import type { MeetingForm } from '../formValuesAndSaveInput.ts';

interface RowProps {
  readonly question: number;
  readonly at: number;
  readonly canBlock: boolean;
  readonly onRemove: () => void;
  readonly onEnter: () => void;
}

const OptionRow = ({ question, at, canBlock, onRemove, onEnter }: RowProps) => {
  const t = useTranslate();
  const text = useBound(`questions.${question}.options.${at}.text`);
  const blocking = useBound(`questions.${question}.options.${at}.isBlocking`);
  const number = at + 1;
  return (
    <li className={css.option}>
      <Field className={css.optionText} validationMessage={text.fault}>
        <Input
          aria-label={t('form.option', { number })}
          value={text.value}
          maxLength={limits.optionLength}
          autoComplete="off"
          onChange={(_, { value }) => {
            text.set(value);
          }}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            event.preventDefault();
            onEnter();
          }}
        />
      </Field>
      {canBlock && (
        <Checkbox
          label={t('form.blocks')}
          aria-label={t('form.blocksOf', { number })}
          checked={blocking.value}
          onChange={(_, { checked }) => {
            blocking.set(checked === true);
          }}
        />
      )}
      <Button
        appearance="subtle"
        icon={<Dismiss20Regular />}
        aria-label={t('form.removeOption', { number })}
        onClick={onRemove}
      />
    </li>
  );
};

interface OptionsEditorProps {
  readonly question: number;
  readonly most: number;
  /** True if the question asks about blockers. Each option then has a check box that marks it as blocking. */
  readonly canBlock: boolean;
}

/** Edits the options of a question. Enter adds an option, so that a list can be typed without the mouse. */
export const OptionsEditor = ({ question, most, canBlock }: OptionsEditorProps) => {
  const t = useTranslate();
  const listId = useId('options');
  const { control, trigger } = useFormContext<MeetingForm>();
  const name = `questions.${question}.options` as const;
  const { fields, append, remove } = useFieldArray({ control, name, keyName: 'key' });
  const { errors } = useFormState({ control, name });
  const faultText = useFaultText();
  const fault = faultText(errors.questions?.[question]?.options?.root);
  const list = useRef<HTMLUListElement>(null);
  const isFull = fields.length >= most;
  const recheck = (): void => {
    if (fault !== null) void trigger(`questions.${question}`);
  };
  const add = (): void => {
    if (isFull) return;
    append({ text: '', isBlocking: false }, { shouldFocus: false });
    recheck();
    // React draws the new row after this event, so the focus moves to it in a microtask.
    queueMicrotask(() => {
      [...(list.current?.querySelectorAll<HTMLInputElement>('input[type=text]') ?? [])].at(-1)?.focus();
    });
  };
  return (
    <div role="group" aria-labelledby={listId}>
      <div id={listId} className={css.label}>
        {t('form.options')}
      </div>
      <ul ref={list} className={css.options}>
        {fields.map(({ key }, index) => (
          <OptionRow
            key={key}
            question={question}
            at={index}
            canBlock={canBlock}
            onEnter={add}
            onRemove={() => {
              remove(index);
              recheck();
            }}
          />
        ))}
      </ul>
      <Button
        appearance="subtle"
        icon={<Add20Regular />}
        disabled={isFull}
        {...(fault === null ? {} : { 'data-fault': true })}
        onClick={add}
      >
        {t('form.addOption')}
      </Button>
      <FieldGroupError text={fault} />
    </div>
  );
};
