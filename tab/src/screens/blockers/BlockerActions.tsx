import { useId, useState } from 'react';
import { Button, Field, Textarea } from '@fluentui/react-components';
import type { BlockerItem } from '#contracts/blockers/blockerCalls.ts';
import type { BlockerAction } from '#contracts/blockers/blockerStatesAndActions.ts';
import { ApiError } from '../../api/client/apiClient.ts';
import { errorText } from '../../api/client/errorText.ts';
import { useChangeBlocker } from '../../api/blockers/blockerQueriesAndMutations.ts';
import { useNotices } from '../../ui/dialogs/noticeQueue.ts';
import { useTranslate } from '../../ui/text/translate.ts';
import { Form } from '../../ui/forms/Form.tsx';
import { NeededPersonForm } from './NeededMemberForm.tsx';
import type { SendChange } from './blockerChangeCallbackType.ts';
import css from './BlockersScreen.module.css';

interface ActionsProps {
  readonly item: BlockerItem;
}

type OpenForm = 'none' | 'needed' | 'note';

const useSend = ({ meetingId, owner, since }: BlockerItem): { readonly send: SendChange; readonly isBusy: boolean } => {
  const t = useTranslate();
  const notices = useNotices();
  const change = useChangeBlocker();
  const send: SendChange = async (input, showRefusal) => {
    if (change.isPending) return 'failed';
    try {
      await change.mutateAsync({ meetingId, memberId: owner.memberId, since, ...input });
      const done = input.neededId === null ? 'blockers.doneNobody' : (`blockers.done${input.action}` as const);
      notices.push('success', t(done, { name: owner.name }));
      return 'done';
    } catch (error) {
      const isInvalid = error instanceof ApiError && error.code === 'INVALID_INPUT';
      if (isInvalid && showRefusal !== undefined) showRefusal(errorText(error, t));
      else notices.push('failure', errorText(error, t));
      return 'failed';
    }
  };
  return { send, isBusy: change.isPending };
};

interface NoteFormProps extends ActionsProps {
  readonly send: SendChange;
  readonly isBusy: boolean;
  readonly onClose: () => void;
}

/** Asks the needed member for a note, then hands the blocker back to its owner. */
const NoteForm = ({ item, send, isBusy, onClose }: NoteFormProps) => {
  const t = useTranslate();
  const [note, setNote] = useState('');
  const [refusal, setRefusal] = useState<string | null>(null);
  const submit = async (): Promise<void> => {
    if ((await send({ action: 'HAND_BACK', note }, setRefusal)) === 'done') onClose();
  };
  return (
    <Form className={css.form} isRunning={isBusy} onSubmit={() => void submit()}>
      <Field
        label={t('blockers.note')}
        hint={t('blockers.noteHint', { name: item.owner.name })}
        validationMessage={refusal}
      >
        <Textarea
          value={note}
          autoFocus
          onChange={(_, { value }) => {
            setNote(value);
            setRefusal(null);
          }}
        />
      </Field>
      <div className={css.buttons}>
        <Button type="submit" appearance="primary" disabledFocusable={isBusy}>
          {t('blockers.handBack')}
        </Button>
        <Button onClick={onClose}>{t('common.cancel')}</Button>
      </div>
    </Form>
  );
};

const formOf: Partial<Readonly<Record<BlockerAction, OpenForm>>> = { NEED: 'needed', HAND_BACK: 'note' };

/** Shows a button for each change that the reader may make. Two of the buttons open a form below the row of buttons. */
export const BlockerActions = ({ item }: ActionsProps) => {
  const t = useTranslate();
  const formId = useId();
  const [open, setOpen] = useState<OpenForm>('none');
  const { send, isBusy } = useSend(item);
  const close = (): void => {
    setOpen('none');
  };
  if (item.actions.length === 0) return null;
  const { name } = item.owner;
  return (
    <div className={css.actions}>
      <div className={css.buttons}>
        {item.actions.map((action) => {
          const form = formOf[action];
          return (
            <Button
              key={action}
              size="small"
              disabledFocusable={isBusy}
              aria-label={t(`blockers.labelled${action}`, { name })}
              {...(form === undefined ? {} : { 'aria-expanded': open === form, 'aria-controls': formId })}
              onClick={() => {
                if (form !== undefined) setOpen(open === form ? 'none' : form);
                else if (!isBusy) void send({ action });
              }}
            >
              {t(`blockers.action${action}`)}
            </Button>
          );
        })}
      </div>
      <div id={formId}>
        {open === 'note' && <NoteForm item={item} send={send} isBusy={isBusy} onClose={close} />}
        {open === 'needed' && <NeededPersonForm item={item} send={send} isBusy={isBusy} onClose={close} />}
      </div>
    </div>
  );
};
