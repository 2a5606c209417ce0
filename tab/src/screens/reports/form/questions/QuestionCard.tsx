import { useRef } from 'react';
import type { KeyboardEvent } from 'react';
import { Button, Field, Input, Select, Switch } from '@fluentui/react-components';
import { ArrowDown20Regular } from '@fluentui/react-icons/svg/arrow-down';
import { ArrowUp20Regular } from '@fluentui/react-icons/svg/arrow-up';
import { Delete20Regular } from '@fluentui/react-icons/svg/delete';
import { ReOrder20Regular } from '@fluentui/react-icons/svg/re-order';
import { useFormContext } from 'react-hook-form';
import { limits } from '#contracts/core/limits.ts';
import { useWords } from '../../../../ui/text/words.ts';
import { BoundSwitch } from '../BoundFields.tsx';
import { useDragging } from './dragging.ts';
import { useBound } from '../formContext.ts';
import { OptionsEditor } from './OptionsEditor.tsx';
import css from './QuestionsSection.module.css';
import type { MeetingForm } from '../values.ts';

interface QuestionCardProps {
  readonly at: number;
  readonly count: number;
  readonly list: string;
  readonly onMove: (from: number, to: number) => void;
  readonly onRemove: () => void;
  readonly onTimesheet: (isOn: boolean) => void;
}

const TypeField = ({ at }: Pick<QuestionCardProps, 'at'>) => {
  const words = useWords();
  const type = useBound(`questions.${at}.type`);
  const { getValues, setValue } = useFormContext<MeetingForm>();
  const choose = (value: string): void => {
    if (value !== 'TEXT' && value !== 'OPTIONS') return;
    const options = `questions.${at}.options` as const;
    if (value === 'OPTIONS' && getValues(options).length === 0) {
      const empty = { text: '', isBlocking: false };
      setValue(options, [empty, { ...empty }], { shouldDirty: true });
    }
    type.set(value);
  };
  return (
    <Field label={words('form.questionType')} validationMessage={type.fault} className={css.type}>
      <Select
        value={type.value}
        onChange={(_, { value }) => {
          choose(value);
        }}
      >
        <option value="TEXT">{words('form.typeTEXT')}</option>
        <option value="OPTIONS">{words('form.typeOPTIONS')}</option>
      </Select>
    </Field>
  );
};

const TextOf = ({ at }: Pick<QuestionCardProps, 'at'>) => {
  const words = useWords();
  const text = useBound(`questions.${at}.text`);
  return (
    <Field label={words('form.questionText')} validationMessage={text.fault} className={css.text} required>
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

/** The extra effects of an answer: texts may fill the timesheet, options may report a blocker. */
const Meanings = ({ at, onTimesheet }: Pick<QuestionCardProps, 'at' | 'onTimesheet'>) => {
  const words = useWords();
  const { value: type } = useBound(`questions.${at}.type`);
  const timesheet = useBound(`questions.${at}.isTimesheetQuestion`);
  switch (type) {
    case 'TEXT':
      return (
        <Field className={css.switch} hint={words('form.isTimesheetDetail')} validationMessage={timesheet.fault}>
          <Switch
            label={words('form.isTimesheet')}
            checked={timesheet.value}
            onChange={(_, { checked }) => {
              onTimesheet(checked);
            }}
          />
        </Field>
      );
    case 'MULTIPLE':
      return <OptionsEditor question={at} />;
    case 'SCALE':
    case 'NUMBER':
    case 'DATE':
      return null;
    case 'OPTIONS':
      return (
        <>
          <OptionsEditor question={at} />
          <BoundSwitch
            name={`questions.${at}.isBlocker`}
            label={words('form.isBlocker')}
            detail={words('form.isBlockerDetail')}
          />
        </>
      );
  }
};

const isMoving = ({ altKey, key, target }: KeyboardEvent): boolean =>
  altKey && (key === 'ArrowUp' || key === 'ArrowDown') && !(target instanceof HTMLSelectElement);

/** One question: its text, its options, and its position in the list. */
export const QuestionCard = ({ at, count, list, onMove, onRemove, onTimesheet }: QuestionCardProps) => {
  const words = useWords();
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
      aria-label={words('form.question', { number })}
      onKeyDown={(event) => {
        if (!isMoving(event)) return;
        event.preventDefault();
        move(event.key === 'ArrowUp' ? -1 : 1);
      }}
    >
      <div className={css.cardHead}>
        <span ref={handle} className={css.handle} title={words('form.drag')}>
          <ReOrder20Regular aria-hidden="true" />
        </span>
        <span className={css.number} aria-hidden="true">
          {words('form.question', { number })}
        </span>
        <Button
          appearance="subtle"
          icon={<ArrowUp20Regular />}
          disabledFocusable={at === 0}
          aria-label={words('form.moveUpOf', { number })}
          title={words('form.moveUp')}
          onClick={() => {
            move(-1);
          }}
        />
        <Button
          appearance="subtle"
          icon={<ArrowDown20Regular />}
          disabledFocusable={at === count - 1}
          aria-label={words('form.moveDownOf', { number })}
          title={words('form.moveDown')}
          onClick={() => {
            move(1);
          }}
        />
        <Button
          appearance="subtle"
          icon={<Delete20Regular />}
          disabledFocusable={count === 1}
          aria-label={words('form.removeQuestion', { number })}
          onClick={() => {
            if (count > 1) onRemove();
          }}
        />
      </div>
      <div className={css.line}>
        <TextOf at={at} />
        <TypeField at={at} />
      </div>
      <Meanings at={at} onTimesheet={onTimesheet} />
    </li>
  );
};
