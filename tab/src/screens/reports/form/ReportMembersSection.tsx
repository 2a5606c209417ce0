import { memo, useCallback, useMemo, useRef, useState } from 'react';
import type { KeyboardEvent } from 'react';
import { Button, Checkbox, Input, useId } from '@fluentui/react-components';
import { Search20Regular } from '@fluentui/react-icons/svg/search';
import { useFormContext } from 'react-hook-form';
import type { Member } from '#contracts/organisations/teamAndMemberCalls.ts';
import { errorText } from '../../../api/client/errorText.ts';
import { useMembers } from '../../../api/organisations/teamMembersAndChannelsQueries.ts';
import { foundIn, targetOf } from '../../../parts/searchAndFocusMemberRows.ts';
import { EmailAddressText } from '../../../ui/text/EmailAddressText.tsx';
import { Avatar } from '../../../ui/display/Avatar.tsx';
import { EmptyState } from '../../../ui/display/EmptyState.tsx';
import { WaitSpinner } from '../../../ui/display/WaitSpinner.tsx';
import { useTranslate } from '../../../ui/text/translate.ts';
import { FieldGroupError } from './FieldGroupError.tsx';
import { ReportObservers } from './ReportObservers.tsx';
import { useBound, useSubject } from './formContextAndFieldBinding.ts';
import css from './ReportMembersSection.module.css';
import type { MeetingForm } from './formValuesAndSaveInput.ts';

interface RowProps {
  readonly member: Member;
  readonly isChosen: boolean;
  /** True for the only row that the Tab key reaches. From there, the arrow keys reach the other rows. */
  readonly isStop: boolean;
  readonly onToggle: (id: string) => void;
  readonly onFocus: (id: string) => void;
}

/** Uses plain elements instead of Fluent's, because a team of five hundred members is drawn at once. */
const Row = memo(({ member, isChosen, isStop, onToggle, onFocus }: RowProps) => {
  const t = useTranslate();
  const { id, name, email, thumbnailUrl, isEnabled, unreachable } = member;
  return (
    <li className={css.row}>
      <label className={css.person}>
        <input
          type="checkbox"
          className={css.box}
          checked={isChosen}
          tabIndex={isStop ? 0 : -1}
          onChange={() => {
            onToggle(id);
          }}
          onFocus={() => {
            onFocus(id);
          }}
        />
        <Avatar name={name} imageUrl={thumbnailUrl} size={32} />
        <span className={css.who}>
          <span className={css.name}>{name}</span>
          {email !== '' && (
            <span className={css.detail}>
              <EmailAddressText text={email} />
            </span>
          )}
        </span>
        {!isEnabled && <span className={css.note}>{t('form.memberDisabled')}</span>}
        {isEnabled && unreachable !== null && <span className={css.note}>{t('form.memberUnreachable')}</span>}
      </label>
    </li>
  );
});

/** The two lists of people in a report: members, whom the report prompts, and observers, who only read it. */
type PeopleField = 'members' | 'observers';

interface ListProps {
  readonly field: PeopleField;
  readonly members: readonly Member[];
  readonly chosen: ReadonlySet<string>;
  readonly describedBy: string;
  readonly onToggle: (id: string) => void;
}

const List = ({ field, members, chosen, describedBy, onToggle }: ListProps) => {
  const t = useTranslate();
  const list = useRef<HTMLUListElement>(null);
  const [current, setCurrent] = useState<string>();
  const stop = members.some(({ id }) => id === current) ? current : members[0]?.id;
  const move = (event: KeyboardEvent): void => {
    const boxes = [...(list.current?.querySelectorAll<HTMLInputElement>('input') ?? [])];
    const index = boxes.findIndex((box) => box === event.target);
    const target = targetOf(event.key, index, boxes.length);
    if (target === undefined) return;
    event.preventDefault();
    boxes[target]?.focus();
  };
  return (
    <ul ref={list} className={css.list} aria-label={t(`form.${field}`)} aria-describedby={describedBy} onKeyDown={move}>
      {members.map((member) => (
        <Row
          key={member.id}
          member={member}
          isChosen={chosen.has(member.id)}
          isStop={member.id === stop}
          onToggle={onToggle}
          onFocus={setCurrent}
        />
      ))}
    </ul>
  );
};

/** Returns the state of the check box for all shown members: true = all are chosen, false = none, mixed = some. */
const stateOf = (shown: readonly Member[], chosen: ReadonlySet<string>): boolean | 'mixed' => {
  const count = shown.filter(({ id }) => chosen.has(id)).length;
  if (count === 0) return false;
  return count === shown.length ? true : 'mixed';
};

/**
 * Returns the chosen members, and callbacks that stay the same functions, so that a change of one row does not draw the
 * others again.
 */
const useChosen = (name: PeopleField, members: readonly Member[]) => {
  const field = useBound(name);
  const { getValues, setValue, getFieldState, trigger } = useFormContext<MeetingForm>();
  const change = useCallback(
    (edit: (ids: Set<string>) => void): void => {
      const before = getValues(name);
      const ids = new Set(before);
      edit(ids);
      // Puts the members into the team's order instead of the order of the clicks. Ids of members who have left stay at
      // the end; the server removes them.
      const gone = before.filter((id) => !members.some((member) => member.id === id));
      const after = [...members.map(({ id }) => id).filter((id) => ids.has(id)), ...gone];
      setValue(name, after, { shouldDirty: true });
      if (getFieldState(name).error !== undefined) void trigger(name);
      // A person cannot be a member and an observer of the same report, so a new member is removed from the observers.
      const others = name === 'members' ? getValues('observers').filter((id) => !ids.has(id)) : [];
      if (name === 'members' && others.length < getValues('observers').length)
        setValue('observers', others, { shouldDirty: true });
    },
    [name, members, getValues, setValue, getFieldState, trigger],
  );
  const toggle = useCallback(
    (id: string): void => {
      change((ids) => {
        if (!ids.delete(id)) ids.add(id);
      });
    },
    [change],
  );
  const chosen = useMemo(() => new Set(field.value), [field.value]);
  return { chosen, fault: field.fault, change, toggle };
};

interface MemberSearchProps {
  readonly label: string;
  readonly typed: string;
  readonly onType: (text: string) => void;
}

const MemberSearch = ({ label, typed, onType }: MemberSearchProps) => (
  <Input
    type="search"
    className={css.search}
    contentBefore={<Search20Regular />}
    placeholder={label}
    aria-label={label}
    value={typed}
    onChange={(_, { value }) => {
      onType(value);
    }}
    onKeyDown={(event) => {
      // Enter in the search field would otherwise submit the form.
      if (event.key === 'Enter') event.preventDefault();
    }}
  />
);

interface ChoosingProps {
  readonly field: PeopleField;
  readonly members: readonly Member[];
}

const Choosing = ({ field, members }: ChoosingProps) => {
  const t = useTranslate();
  const [typed, setTyped] = useState('');
  const keysId = useId('member-keys');
  const faultId = useId('member-fault');
  const { chosen, fault, change, toggle } = useChosen(field, members);
  const shown = foundIn(members, typed);
  const all = stateOf(shown, chosen);
  const toggleAll = (): void => {
    change((ids) => {
      shown.forEach(({ id }) => {
        if (all === true) ids.delete(id);
        else ids.add(id);
      });
    });
  };
  return (
    <div className={css.members} role="group" aria-label={t(`form.${field}`)}>
      <MemberSearch
        label={t(field === 'members' ? 'form.memberSearch' : 'form.observerSearch')}
        typed={typed}
        onType={setTyped}
      />
      <div className={css.head}>
        <Checkbox
          className={css.all}
          label={t(typed.trim() === '' ? 'form.selectAll' : 'form.selectShown')}
          checked={all}
          disabled={shown.length === 0}
          {...(fault === null ? {} : { 'data-fault': true, 'aria-describedby': faultId })}
          onChange={toggleAll}
        />
        <span className={css.count} role="status">
          {t('form.membersCount', { selected: chosen.size, all: members.length })}
        </span>
      </div>
      <FieldGroupError id={faultId} text={fault} />
      {shown.length === 0 ? (
        <p className={css.nobody}>{t('form.noMemberFound')}</p>
      ) : (
        <>
          <p id={keysId} className={css.keys}>
            {t('form.memberKeys')}
          </p>
          <List field={field} members={shown} chosen={chosen} describedBy={keysId} onToggle={toggle} />
        </>
      )}
    </div>
  );
};

const chooseObservers = (others: readonly Member[]) => <Choosing field="observers" members={others} />;

export const ReportMembersSection = () => {
  const t = useTranslate();
  const { teamId } = useSubject();
  const { data: members, error, refetch } = useMembers(teamId);
  if (members === undefined)
    return error === null ? (
      <WaitSpinner />
    ) : (
      <EmptyState role="alert" text={errorText(error, t)}>
        <Button onClick={() => void refetch()}>{t('common.retry')}</Button>
      </EmptyState>
    );
  if (members.length === 0) return <EmptyState text={t('form.noMembers')} />;
  return (
    <>
      <Choosing field="members" members={members} />
      <ReportObservers members={members} choose={chooseObservers} />
    </>
  );
};
