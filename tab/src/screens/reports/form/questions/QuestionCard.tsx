import { useRef } from 'react';
import type { KeyboardEvent } from 'react';
import { Button } from '@fluentui/react-components';
import { ArrowDown20Regular } from '@fluentui/react-icons/svg/arrow-down';
import { ArrowUp20Regular } from '@fluentui/react-icons/svg/arrow-up';
import { Delete20Regular } from '@fluentui/react-icons/svg/delete';
import { ReOrder20Regular } from '@fluentui/react-icons/svg/re-order';
import { useTranslate } from '../../../../ui/text/translate.ts';
import { useQuestionDragging } from './useQuestionDragging.ts';
import { QuestionFields } from './QuestionFields.tsx';
import css from './QuestionsSection.module.css';

interface QuestionCardProps {
  readonly at: number;
  readonly count: number;
  readonly list: string;
  readonly onMove: (from: number, to: number) => void;
  readonly onRemove: () => void;
  readonly onTimesheet: (isOn: boolean) => void;
}

interface QuestionCardHeadProps extends Pick<QuestionCardProps, 'at' | 'count' | 'onRemove'> {
  readonly handle: React.RefObject<HTMLSpanElement | null>;
  readonly onMoveBy: (by: 1 | -1) => void;
}

const QuestionCardHead = ({ at, count, handle, onMoveBy, onRemove }: QuestionCardHeadProps) => {
  const t = useTranslate();
  const number = at + 1;
  return (
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
          onMoveBy(-1);
        }}
      />
      <Button
        appearance="subtle"
        icon={<ArrowDown20Regular />}
        disabledFocusable={at === count - 1}
        aria-label={t('form.moveDownOf', { number })}
        title={t('form.moveDown')}
        onClick={() => {
          onMoveBy(1);
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
  );
};

const isMoving = ({ altKey, key, target }: KeyboardEvent): boolean =>
  altKey && (key === 'ArrowUp' || key === 'ArrowDown') && !(target instanceof HTMLSelectElement);

export const QuestionCard = ({ at, count, list, onMove, onRemove, onTimesheet }: QuestionCardProps) => {
  const t = useTranslate();
  const card = useRef<HTMLLIElement>(null);
  const handle = useRef<HTMLSpanElement>(null);
  const { isDragged, edge } = useQuestionDragging({ card, handle, at, list, onDrop: onMove });
  const moveBy = (by: 1 | -1): void => {
    const to = at + by;
    if (to >= 0 && to < count) onMove(at, to);
  };
  const classNames = [css.card, isDragged ? css.dragged : '', edge === undefined ? '' : css[edge]];
  return (
    <li
      ref={card}
      className={classNames.join(' ')}
      aria-label={t('form.question', { number: at + 1 })}
      onKeyDown={(event) => {
        if (!isMoving(event)) return;
        event.preventDefault();
        moveBy(event.key === 'ArrowUp' ? -1 : 1);
      }}
    >
      <QuestionCardHead at={at} count={count} handle={handle} onMoveBy={moveBy} onRemove={onRemove} />
      <QuestionFields at={at} onTimesheet={onTimesheet} />
    </li>
  );
};
