import { Suspense, lazy, useCallback, useId, useRef, useState } from 'react';
import type { KeyboardEvent } from 'react';
import { Input } from '@fluentui/react-components';
import { Search20Regular } from '@fluentui/react-icons/svg/search';
import type { Member } from '#contracts/organisations/teamAndMemberCalls.ts';
import { errorText } from '../../api/client/errorText.ts';
import { useMembers } from '../../api/organisations/teamMembersAndChannelsQueries.ts';
import { useSwitchMember } from '../../api/organisations/teamSettingsQueriesAndMutations.ts';
import { LoadedData } from '../../parts/LoadedData.tsx';
import { foundIn, numbersOf, targetOf } from '../../parts/searchAndFocusMemberRows.ts';
import { placeOf, timeOf } from '../../ui/text/calculateAndFormatDates.ts';
import { EmptyState } from '../../ui/display/EmptyState.tsx';
import { useNotices } from '../../ui/dialogs/noticeQueue.ts';
import { useNow, useReader } from '../../ui/text/readerContextClockAndDates.ts';
import { Section } from '../../ui/display/Section.tsx';
import { useLazyDialog } from '../../ui/dialogs/useLazyDialog.ts';
import { useTranslate } from '../../ui/text/translate.ts';
import { MemberRow } from './MemberRow.tsx';
import css from './TeamMembersSection.module.css';
import { TeamSyncButton } from './TeamSyncButton.tsx';

const MemberMenu = lazy(() => import('./MemberMenu.tsx').then((module) => ({ default: module.MemberMenu })));
const ConfirmDialog = lazy(() =>
  import('../../ui/dialogs/ConfirmDialog.tsx').then((module) => ({ default: module.ConfirmDialog })),
);

interface TeamProps {
  readonly teamId: string;
  readonly mayManage: boolean;
  readonly myId: string | null;
}

interface ListProps extends TeamProps {
  readonly members: readonly Member[];
}

/**
 * Returns a text with the place and the local time of each zone, by zone. All members of a zone share the same text, so
 * that a row is drawn again only when its minute changes.
 */
const useLocalTimes = (members: readonly Member[]): ReadonlyMap<string, string> => {
  const t = useTranslate();
  const now = useNow();
  const { locale } = useReader();
  return new Map(
    [...new Set(members.map(({ timezone }) => timezone))].flatMap((zone) =>
      zone === null
        ? []
        : [[zone, t('teamSettings.place', { place: placeOf(zone), time: timeOf(now, zone, locale) })] as const],
    ),
  );
};

interface Opened {
  readonly member: Member;
  readonly button: HTMLElement;
}

const useMenu = () => {
  const [opened, setOpened] = useState<Opened>();
  const openMenu = useCallback((member: Member, button: HTMLElement): void => {
    setOpened({ member, button });
  }, []);
  const closeMenu = useCallback((): void => {
    setOpened(undefined);
  }, []);
  return { opened, openMenu, closeMenu };
};

interface SwitchOffProps {
  readonly dialog: Omit<ReturnType<typeof useLazyDialog>, 'place' | 'round' | 'open'>;
  readonly onConfirm: () => void;
}

/** Asks members for confirmation before they disable themselves, because they are then signed out. */
const ConfirmSwitchOff = ({ dialog, onConfirm }: SwitchOffProps) => {
  const t = useTranslate();
  return (
    <Suspense>
      <ConfirmDialog
        {...dialog}
        question={t('teamSettings.selfQuestion')}
        confirm={t('teamSettings.selfYes')}
        isRunning={false}
        onConfirm={() => {
          dialog.close();
          onConfirm();
        }}
        onClose={dialog.close}
      >
        <p>{t('teamSettings.selfText')}</p>
      </ConfirmDialog>
    </Suspense>
  );
};

interface OpenedMenuProps {
  readonly teamId: string;
  readonly myId: ListProps['myId'];
  readonly opened: Opened;
  readonly onClose: () => void;
}

const OpenedMenu = ({ teamId, myId, opened, onClose }: OpenedMenuProps) => (
  <Suspense>
    <MemberMenu key={opened.member.id} {...{ teamId, onClose, ...opened }} isMe={opened.member.id === myId} />
  </Suspense>
);

/** Moves the focus to another switch of the list when an arrow key, Home or End is pressed. */
const moveFocus = (list: HTMLElement | null, event: KeyboardEvent): void => {
  const switches = [...(list?.querySelectorAll<HTMLInputElement>('input') ?? [])];
  const index = switches.findIndex((switchItem) => switchItem === event.target);
  const target = index < 0 ? undefined : targetOf(event.key, index, switches.length);
  if (target === undefined) return;
  event.preventDefault();
  switches[target]?.focus();
};

const useSendSwitch = (teamId: string) => {
  const t = useTranslate();
  const notices = useNotices();
  const { mutateAsync } = useSwitchMember(teamId);
  return useCallback(
    (memberId: Member['id'], isEnabled: boolean): void => {
      mutateAsync({ memberId, isEnabled }).catch((error: unknown) => {
        notices.push('failure', errorText(error, t));
      });
    },
    [mutateAsync, notices, t],
  );
};

const List = ({ teamId, members, mayManage, myId }: ListProps) => {
  const t = useTranslate();
  const list = useRef<HTMLUListElement>(null);
  const keysId = useId();
  const [current, setCurrent] = useState<string>();
  const { opened, openMenu, closeMenu } = useMenu();
  const { place, round, open, ...leaving } = useLazyDialog();
  const times = useLocalTimes(members);
  const send = useSendSwitch(teamId);
  // Members who disable themselves are signed out, so the page asks for confirmation first.
  const sendMine = (memberId: Member['id'], isEnabled: boolean): void => {
    if (isEnabled) send(memberId, isEnabled);
    else open();
  };
  const stop = members.some(({ id }) => id === current) ? current : members[0]?.id;
  const move = (event: KeyboardEvent): void => {
    moveFocus(list.current, event);
  };
  return (
    <div ref={place} tabIndex={-1} className={css.area}>
      {mayManage && (
        <p id={keysId} className={css.keys}>
          {t('teamSettings.keys')}
        </p>
      )}
      <ul
        ref={list}
        className={css.list}
        aria-label={t('teamSettings.members')}
        {...(mayManage ? { 'aria-describedby': keysId, onKeyDown: move } : {})}
      >
        {members.map((member) => (
          <MemberRow
            key={member.id}
            member={member}
            isMe={member.id === myId}
            local={member.timezone === null ? null : (times.get(member.timezone) ?? null)}
            mayManage={mayManage}
            isStop={member.id === stop}
            isOpened={member.id === opened?.member.id}
            onToggle={member.id === myId ? sendMine : send}
            onFocus={setCurrent}
            onMenu={openMenu}
          />
        ))}
      </ul>
      {opened !== undefined && <OpenedMenu {...{ teamId, myId, opened }} onClose={closeMenu} />}
      {round > 0 && myId !== null && (
        <ConfirmSwitchOff
          dialog={leaving}
          onConfirm={() => {
            send(myId as Member['id'], false);
          }}
        />
      )}
    </div>
  );
};

/** Shown to readers who may not change the list. Names up to three admins who may. */
const ReadOnly = ({ members }: { readonly members: readonly Member[] }) => {
  const t = useTranslate();
  const { locale } = useReader();
  const admins = members.filter(({ role }) => role === 'admin').map(({ name }) => name);
  const named = new Intl.ListFormat(locale, { type: 'conjunction' }).format(admins.slice(0, 3));
  return (
    <p className={css.readOnly}>
      {admins.length === 0 ? t('teamSettings.readOnly') : t('teamSettings.readOnlyNamed', { admins: named })}
    </p>
  );
};

const Known = ({ teamId, members, mayManage, myId }: ListProps) => {
  const t = useTranslate();
  const [typed, setTyped] = useState('');
  const shown = foundIn(members, typed);
  if (members.length === 0) return <EmptyState text={t('teamSettings.nobody')} />;
  return (
    <>
      {!mayManage && <ReadOnly members={members} />}
      <div className={css.bar}>
        <Input
          type="search"
          className={css.search}
          contentBefore={<Search20Regular />}
          placeholder={t('teamSettings.search')}
          aria-label={t('teamSettings.search')}
          value={typed}
          onChange={(_, { value }) => {
            setTyped(value);
          }}
        />
        <span className={css.count} role="status">
          {t('teamSettings.count', { shown: shown.length, ...numbersOf(shown) })}
        </span>
      </div>
      {shown.length === 0 ? (
        <p>{t('teamSettings.nobodyFound')}</p>
      ) : (
        <List teamId={teamId} members={shown} mayManage={mayManage} myId={myId} />
      )}
    </>
  );
};

export const TeamMembersSection = (props: TeamProps) => {
  const t = useTranslate();
  const query = useMembers(props.teamId);
  return (
    <Section title={t('teamSettings.members')} text={t('teamSettings.membersText')}>
      {props.mayManage && <TeamSyncButton teamId={props.teamId} />}
      <LoadedData query={query}>{(members) => <Known {...props} members={members} />}</LoadedData>
    </Section>
  );
};
