import { useState } from 'react';
import { Button } from '@fluentui/react-components';
import { searchedName } from '#contracts/core/normaliseNamesAndFoldAccents.ts';
import type { BlockerItem } from '#contracts/blockers/blockerCalls.ts';
import type { Member } from '#contracts/organisations/teamAndMemberCalls.ts';
import { useMembers } from '../../api/organisations/teamMembersAndChannelsQueries.ts';
import { LazySearchableChoice } from '../../parts/LazySearchableChoice.tsx';
import { LoadedData } from '../../parts/LoadedData.tsx';
import { foundIn } from '../../parts/searchAndFocusMemberRows.ts';
import { useTranslate } from '../../ui/text/translate.ts';
import { Form } from '../../ui/forms/Form.tsx';
import type { SendChange } from './blockerChangeCallbackType.ts';
import css from './BlockersScreen.module.css';

interface NeededFormProps {
  readonly item: BlockerItem;
  readonly send: SendChange;
  readonly isBusy: boolean;
  readonly onClose: () => void;
}

const choiceOf = ({ id, name }: Member) => ({ id, text: name });

const Picker = ({
  item,
  send,
  isBusy,
  onClose,
  members,
}: NeededFormProps & { readonly members: readonly Member[] }) => {
  const t = useTranslate();
  const [chosen, setChosen] = useState<string | null>(item.needed?.memberId ?? null);
  const [fault, setFault] = useState<string | null>(null);
  const name = members.find(({ id }) => id === chosen)?.name ?? '';
  const save = async (neededId: string | null): Promise<void> => {
    if ((await send({ action: 'NEED', neededId })) === 'done') onClose();
  };
  return (
    <Form
      className={css.form}
      isRunning={isBusy}
      onSubmit={() => {
        if (name === '') setFault(t('blockers.choosePerson'));
        else void save(chosen);
      }}
    >
      <LazySearchableChoice
        label={t('blockers.neededPerson')}
        fault={fault}
        chosen={chosen}
        textOfChosen={name}
        choices={members.map(choiceOf)}
        find={(typed) => foundIn(members, typed).map(choiceOf)}
        read={(typed) => members.find((member) => searchedName(member.name) === searchedName(typed))?.id}
        onChoose={(id) => {
          setChosen(id);
          setFault(null);
        }}
        unread={t('blockers.choosePerson')}
      />
      <div className={css.buttons}>
        <Button type="submit" appearance="primary" disabledFocusable={isBusy}>
          {t('blockers.ask')}
        </Button>
        {item.needed !== null && (
          <Button disabledFocusable={isBusy} onClick={() => void save(null)}>
            {t('blockers.nobody')}
          </Button>
        )}
        <Button onClick={onClose}>{t('common.cancel')}</Button>
      </div>
    </Form>
  );
};

/**
 * Lets the reader choose the needed member. The list contains the enabled members of the team except the blocked
 * member.
 */
export const NeededPersonForm = (props: NeededFormProps) => {
  const { item } = props;
  const query = useMembers(item.teamId);
  return (
    <LoadedData query={query}>
      {(all) => (
        <Picker {...props} members={all.filter(({ id, isEnabled }) => isEnabled && id !== item.owner.memberId)} />
      )}
    </LoadedData>
  );
};
