import { useRef } from 'react';
import { Button, useId } from '@fluentui/react-components';
import { Add20Regular } from '@fluentui/react-icons/svg/add';
import { limits } from '#contracts/core/limitsAndProductConstants.ts';
import { useTranslate } from '../../../../ui/text/translate.ts';
import { FieldGroupError } from '../FieldGroupError.tsx';
import { useFaultText } from '../formContextAndFieldBinding.ts';
import { QuestionCard } from './QuestionCard.tsx';
import hidden from '../../../../ui/display/ScreenReaderOnly.module.css';
import css from './QuestionsSection.module.css';
import { useQuestions } from './useQuestionListEditing.ts';
import type { RemovedQuestion } from './useQuestionListEditing.ts';

const RemovalNotice = ({ removed, onUndo }: { readonly removed: RemovedQuestion; readonly onUndo: () => void }) => {
  const t = useTranslate();
  const text = removed.question.text.trim() || t('form.question', { number: removed.at + 1 });
  return (
    <div className={css.removed}>
      {t('form.questionRemoved', { text })}
      <Button size="small" onClick={onUndo}>
        {t('form.undo')}
      </Button>
    </div>
  );
};

export const QuestionsSection = () => {
  const t = useTranslate();
  const list = useRef<HTMLOListElement>(null);
  const listId = useId('questions');
  const faultText = useFaultText();
  const { fields, statusText, removed, rootFault, ...actions } = useQuestions(list);
  const isFull = fields.length >= limits.questions;
  return (
    <div className={css.questions}>
      <p className={css.keys}>{t('form.reorderKeys')}</p>
      <ol ref={list} className={css.list}>
        {fields.map(({ key }, index) => (
          <QuestionCard
            key={key}
            at={index}
            count={fields.length}
            list={listId}
            onMove={actions.moveTo}
            onRemove={() => {
              actions.removeAt(index);
            }}
            onTimesheet={(isOn) => {
              actions.setTimesheet(index, isOn);
            }}
          />
        ))}
      </ol>
      {removed !== undefined && !isFull && <RemovalNotice removed={removed} onUndo={actions.undoRemoval} />}
      <FieldGroupError text={faultText(rootFault)} />
      <Button
        className={css.add}
        icon={<Add20Regular />}
        disabled={isFull}
        {...(rootFault === undefined ? {} : { 'data-fault': true })}
        onClick={actions.add}
      >
        {t('form.addQuestion')}
      </Button>
      <div role="status" className={hidden.unseen}>
        {statusText}
      </div>
    </div>
  );
};
