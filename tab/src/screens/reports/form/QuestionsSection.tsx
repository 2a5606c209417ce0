import { useLayoutEffect, useRef, useState } from 'react';
import { Button, useId } from '@fluentui/react-components';
import { Add20Regular } from '@fluentui/react-icons/svg/add';
import { useFieldArray, useFormContext, useFormState } from 'react-hook-form';
import { limits } from '#contracts/limits.ts';
import { useWords } from '../../../ui/words.ts';
import { FaultText } from './FaultText.tsx';
import { useFaultText } from './formContext.ts';
import { QuestionCard } from './QuestionCard.tsx';
import css from './QuestionsSection.module.css';
import { emptyQuestion } from './values.ts';
import type { MeetingForm } from './values.ts';

/** Where the focus goes once the list has changed: to what had it, or to the text of a question. */
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
  const words = useWords();
  const { control, getValues, setValue, trigger } = useFormContext<MeetingForm>();
  const { fields, append, move, remove } = useFieldArray({ control, name: 'questions', keyName: 'key' });
  const { errors } = useFormState({ control, name: 'questions' });
  const [said, setSaid] = useState('');
  const wantFocus = useFocusAfterChange(list);
  const count = fields.length;
  const recheck = (): void => {
    if (errors.questions !== undefined) void trigger('questions');
  };
  return {
    fields,
    said,
    rootFault: errors.questions?.root,
    add: (): void => {
      append({ ...emptyQuestion }, { shouldFocus: false });
      wantFocus({ kind: 'question', at: count });
      setSaid(words('form.added', { number: count + 1 }));
      recheck();
    },
    moveTo: (from: number, to: number): void => {
      if (document.activeElement !== null) wantFocus({ kind: 'element', element: document.activeElement });
      move(from, to);
      setSaid(words('form.moved', { place: to + 1, count }));
      recheck();
    },
    removeAt: (at: number): void => {
      remove(at);
      wantFocus({ kind: 'question', at: Math.min(at, count - 2) });
      setSaid(words('form.removed', { count: count - 1 }));
      recheck();
    },
    /** At most one question fills the timesheet: taking it for one takes it from the other. */
    setTimesheet: (at: number, isOn: boolean): void => {
      const others = getValues('questions').flatMap((one, other) =>
        one.isTimesheetQuestion && other !== at ? [other] : [],
      );
      if (isOn)
        others.forEach((other) => {
          setValue(`questions.${other}.isTimesheetQuestion`, false, { shouldDirty: true });
        });
      setValue(`questions.${at}.isTimesheetQuestion`, isOn, { shouldDirty: true });
      if (isOn && others.length > 0) setSaid(words('form.timesheetMoved'));
      recheck();
    },
  };
};

/** What people are asked, in this order. */
export const QuestionsSection = () => {
  const words = useWords();
  const place = useRef<HTMLOListElement>(null);
  const listId = useId('questions');
  const faultText = useFaultText();
  const { fields, said, rootFault, add, moveTo, removeAt, setTimesheet } = useQuestions(place);
  return (
    <div className={css.questions}>
      <p className={css.keys}>{words('form.reorderKeys')}</p>
      <ol ref={place} className={css.list}>
        {fields.map(({ key }, at) => (
          <QuestionCard
            key={key}
            at={at}
            count={fields.length}
            list={listId}
            onMove={moveTo}
            onRemove={() => {
              removeAt(at);
            }}
            onTimesheet={(isOn) => {
              setTimesheet(at, isOn);
            }}
          />
        ))}
      </ol>
      <FaultText text={faultText(rootFault)} />
      <Button
        className={css.add}
        icon={<Add20Regular />}
        disabled={fields.length >= limits.questions}
        {...(rootFault === undefined ? {} : { 'data-fault': true })}
        onClick={add}
      >
        {words('form.addQuestion')}
      </Button>
      <div role="status" className={css.said}>
        {said}
      </div>
    </div>
  );
};
