import { useLayoutEffect, useRef, useState } from 'react';
import { Button, useId } from '@fluentui/react-components';
import { Add20Regular } from '@fluentui/react-icons/svg/add';
import { useFieldArray, useFormContext, useFormState } from 'react-hook-form';
import { limits } from '#contracts/core/limits.ts';
import { useTranslate } from '../../../../ui/text/translate.ts';
import { FieldGroupError } from '../FieldGroupError.tsx';
import { useFaultText } from '../reportFormContext.ts';
import { QuestionCard } from './QuestionCard.tsx';
import css from './QuestionsSection.module.css';
import { emptyQuestion } from '../questionForm.ts';
import type { QuestionForm } from '../questionForm.ts';
import type { MeetingForm } from '../formValues.ts';

interface Removed {
  readonly at: number;
  readonly question: QuestionForm;
}

/** Element that takes the focus after a change of the list: the previously focused element, or the text field of a question. */
type Wanted =
  { readonly kind: 'element'; readonly element: Element } | { readonly kind: 'question'; readonly at: number };

const useFocusAfterChange = (list: React.RefObject<HTMLElement | null>) => {
  const wanted = useRef<Wanted>(undefined);
  useLayoutEffect(() => {
    const target = wanted.current;
    if (target === undefined) return;
    wanted.current = undefined;
    const element =
      target.kind === 'element' ? target.element : list.current?.querySelectorAll('[data-question-text]')[target.at];
    if (element instanceof HTMLElement && document.activeElement !== element) element.focus();
  });
  return (next: Wanted): void => {
    wanted.current = next;
  };
};

const useQuestions = (list: React.RefObject<HTMLElement | null>) => {
  const t = useTranslate();
  const { control, getValues, setValue, trigger } = useFormContext<MeetingForm>();
  const { fields, append, insert, move, remove } = useFieldArray({ control, name: 'questions', keyName: 'key' });
  const { errors } = useFormState({ control, name: 'questions' });
  const [text, setSaid] = useState('');
  const [removed, setRemoved] = useState<Removed>();
  const wantFocus = useFocusAfterChange(list);
  const count = fields.length;
  const recheck = (): void => {
    if (errors.questions !== undefined) void trigger('questions');
  };
  return {
    fields,
    said: text,
    removed,
    rootFault: errors.questions?.root,
    undoRemoval: (): void => {
      if (removed === undefined) return;
      const at = Math.min(removed.at, count);
      insert(at, removed.question, { shouldFocus: false });
      setRemoved(undefined);
      wantFocus({ kind: 'question', at });
      setSaid(t('form.restored', { number: at + 1 }));
      recheck();
    },
    add: (): void => {
      append({ ...emptyQuestion }, { shouldFocus: false });
      wantFocus({ kind: 'question', at: count });
      setSaid(t('form.added', { number: count + 1 }));
      recheck();
    },
    moveTo: (from: number, to: number): void => {
      if (document.activeElement !== null) wantFocus({ kind: 'element', element: document.activeElement });
      move(from, to);
      setSaid(t('form.moved', { place: to + 1, count }));
      recheck();
    },
    removeAt: (at: number): void => {
      const question = getValues(`questions.${at}`);
      setRemoved({ at, question });
      remove(at);
      wantFocus({ kind: 'question', at: Math.min(at, count - 2) });
      setSaid(t('form.removed', { count: count - 1 }));
      recheck();
    },
    /**
     * Switches the timesheet on or off for a question. Only one question can fill the timesheet, so switching it on for one
     * switches it off for the other.
     */
    setTimesheet: (at: number, isOn: boolean): void => {
      const others = getValues('questions').flatMap((value, other) =>
        value.isTimesheetQuestion && other !== at ? [other] : [],
      );
      if (isOn)
        others.forEach((other) => {
          setValue(`questions.${other}.isTimesheetQuestion`, false, { shouldDirty: true });
        });
      setValue(`questions.${at}.isTimesheetQuestion`, isOn, { shouldDirty: true });
      if (isOn && others.length > 0) setSaid(t('form.timesheetMoved'));
      recheck();
    },
  };
};

export const QuestionsSection = () => {
  const t = useTranslate();
  const place = useRef<HTMLOListElement>(null);
  const listId = useId('questions');
  const faultText = useFaultText();
  const {
    fields,
    said: text,
    removed,
    rootFault,
    undoRemoval,
    add,
    moveTo,
    removeAt,
    setTimesheet,
  } = useQuestions(place);
  const isFull = fields.length >= limits.questions;
  return (
    <div className={css.questions}>
      <p className={css.keys}>{t('form.reorderKeys')}</p>
      <ol ref={place} className={css.list}>
        {fields.map(({ key }, index) => (
          <QuestionCard
            key={key}
            at={index}
            count={fields.length}
            list={listId}
            onMove={moveTo}
            onRemove={() => {
              removeAt(index);
            }}
            onTimesheet={(isOn) => {
              setTimesheet(index, isOn);
            }}
          />
        ))}
      </ol>
      {removed !== undefined && !isFull && (
        <div className={css.removed}>
          {t('form.questionRemoved', {
            text: removed.question.text.trim() || t('form.question', { number: removed.at + 1 }),
          })}
          <Button size="small" onClick={undoRemoval}>
            {t('form.undo')}
          </Button>
        </div>
      )}
      <FieldGroupError text={faultText(rootFault)} />
      <Button
        className={css.add}
        icon={<Add20Regular />}
        disabled={isFull}
        {...(rootFault === undefined ? {} : { 'data-fault': true })}
        onClick={add}
      >
        {t('form.addQuestion')}
      </Button>
      <div role="status" className={css.said}>
        {text}
      </div>
    </div>
  );
};
