import { useLayoutEffect, useRef, useState } from 'react';
import { useFieldArray, useFormContext, useFormState } from 'react-hook-form';
import { useTranslate } from '../../../../ui/text/translate.ts';
import { emptyQuestionForm } from '../questionFormTypeAndDefault.ts';
import type { QuestionForm } from '../questionFormTypeAndDefault.ts';
import type { MeetingForm } from '../formValuesAndSaveInput.ts';

/** A removed question with its index, so that Undo can restore the question at its position. */
export interface RemovedQuestion {
  readonly at: number;
  readonly question: QuestionForm;
}

/** The element that takes the focus after a change of the list: a given element, or the text field of a question. */
type Wanted =
  | { readonly kind: 'element'; readonly element: Element }
  | { readonly kind: 'question'; readonly at: number };

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

/**
 * Returns the function that sets whether a question fills the timesheet. At most one question can, so switching one on
 * switches any other off. The function returns true if it switched another question off.
 */
const useTimesheetSwitch = (): ((at: number, isOn: boolean) => boolean) => {
  const { getValues, setValue } = useFormContext<MeetingForm>();
  return (at, isOn) => {
    const others = getValues('questions').flatMap((value, other) =>
      value.isTimesheetQuestion && other !== at ? [other] : [],
    );
    if (isOn)
      others.forEach((other) => {
        setValue(`questions.${other}.isTimesheetQuestion`, false, { shouldDirty: true });
      });
    setValue(`questions.${at}.isTimesheetQuestion`, isOn, { shouldDirty: true });
    return isOn && others.length > 0;
  };
};

/**
 * Returns the questions of the form and the functions that change them. `list` refers to the element that contains the
 * questions.
 */
export const useQuestions = (list: React.RefObject<HTMLElement | null>) => {
  const t = useTranslate();
  const { control, getValues, trigger } = useFormContext<MeetingForm>();
  const { fields, append, insert, move, remove } = useFieldArray({ control, name: 'questions', keyName: 'key' });
  const { errors } = useFormState({ control, name: 'questions' });
  const [statusText, setStatusText] = useState('');
  const [removed, setRemoved] = useState<RemovedQuestion>();
  const wantFocus = useFocusAfterChange(list);
  const setTimesheet = useTimesheetSwitch();
  const count = fields.length;
  const recheck = (): void => {
    if (errors.questions !== undefined) void trigger('questions');
  };
  return {
    fields,
    statusText,
    removed,
    rootFault: errors.questions?.root,
    undoRemoval: (): void => {
      if (removed === undefined) return;
      const at = Math.min(removed.at, count);
      insert(at, removed.question, { shouldFocus: false });
      setRemoved(undefined);
      wantFocus({ kind: 'question', at });
      setStatusText(t('form.restored', { number: at + 1 }));
      recheck();
    },
    add: (): void => {
      append({ ...emptyQuestionForm }, { shouldFocus: false });
      wantFocus({ kind: 'question', at: count });
      setStatusText(t('form.added', { number: count + 1 }));
      recheck();
    },
    moveTo: (from: number, to: number): void => {
      if (document.activeElement !== null) wantFocus({ kind: 'element', element: document.activeElement });
      move(from, to);
      setStatusText(t('form.moved', { place: to + 1, count }));
      recheck();
    },
    removeAt: (at: number): void => {
      const question = getValues(`questions.${at}`);
      setRemoved({ at, question });
      remove(at);
      wantFocus({ kind: 'question', at: Math.min(at, count - 2) });
      setStatusText(t('form.removed', { count: count - 1 }));
      recheck();
    },
    setTimesheet: (at: number, isOn: boolean): void => {
      const hasMoved = setTimesheet(at, isOn);
      if (hasMoved) setStatusText(t('form.timesheetMoved'));
      recheck();
    },
  };
};
