import { Suspense, lazy, useCallback, useState } from 'react';
import { Menu, MenuItem, MenuList, MenuPopover } from '@fluentui/react-components';
import type { Member } from '#contracts/organisations/teamAndMemberCalls.ts';
import { errorText } from '../../api/client/errorText.ts';
import { useInvite, usePreviewRole, useSetRole } from '../../api/organisations/teamSettingsQueriesAndMutations.ts';
import type { InviteWay } from '../../api/organisations/teamSettingsQueriesAndMutations.ts';
import { useNotices } from '../../ui/dialogs/noticeQueue.ts';
import { useLazyDialog } from '../../ui/dialogs/useLazyDialog.ts';
import { useTranslate } from '../../ui/text/translate.ts';

const ConfirmDialog = lazy(() =>
  import('../../ui/dialogs/ConfirmDialog.tsx').then((module) => ({ default: module.ConfirmDialog })),
);

interface MenuProps {
  readonly teamId: string;
  readonly member: Member;
  readonly button: HTMLElement;
  readonly isMe: boolean;
  readonly onClose: () => void;
}

/**
 * Returns the function that sends an invitation. It uses `mutateAsync`, so that the notice also appears if the menu has
 * left the page before the reply arrives.
 */
const useSendInvite = (teamId: string, { id, name }: Member) => {
  const t = useTranslate();
  const notices = useNotices();
  const invite = useInvite(teamId);
  return (by: InviteWay): void => {
    invite.mutateAsync({ memberId: id, by }).then(
      () => {
        notices.push(
          'success',
          t(by === 'MAIL' ? 'teamSettings.invitedByMail' : 'teamSettings.invitedByBot', { name }),
        );
      },
      (error: unknown) => {
        notices.push('failure', errorText(error, t));
      },
    );
  };
};

type RoleKey = 'promote' | 'demote';

interface ActionsProps {
  readonly roleKey: RoleKey;
  readonly button: HTMLElement;
  readonly hasEmail: boolean;
  readonly isMe: boolean;
  readonly onAsk: () => void;
  readonly onInvite: (by: InviteWay) => void;
  readonly onClose: () => void;
}

const Actions = ({ roleKey, button, hasEmail, isMe, onAsk, onInvite, onClose }: ActionsProps) => {
  const t = useTranslate();
  return (
    <Menu
      open
      positioning={{ target: button, position: 'below', align: 'end' }}
      onOpenChange={(_, data) => {
        // A press on an entry does not close the menu here; the handler of the entry decides whether it closes.
        if (data.open || data.type === 'menuItemClick') return;
        // If a key closed the menu, the focus returns to the button that opened it.
        if (data.event.type === 'keydown') button.focus();
        onClose();
      }}
    >
      <MenuPopover>
        <MenuList>
          <MenuItem onClick={onAsk}>{t(`teamSettings.${roleKey}`)}</MenuItem>
          {!isMe && (
            <>
              <MenuItem
                disabled={!hasEmail}
                onClick={() => {
                  onInvite('MAIL');
                }}
              >
                {t('teamSettings.inviteByMail')}
              </MenuItem>
              <MenuItem
                onClick={() => {
                  onInvite('BOT');
                }}
              >
                {t('teamSettings.inviteByBot')}
              </MenuItem>
            </>
          )}
        </MenuList>
      </MenuPopover>
    </Menu>
  );
};

interface RoleDialogProps extends Omit<MenuProps, 'button' | 'onClose'> {
  readonly roleKey: RoleKey;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly onGone: () => void;
}

const RoleDialog = ({ teamId, member, isMe, roleKey, isOpen, onClose, onGone }: RoleDialogProps) => {
  const t = useTranslate();
  const notices = useNotices();
  const setRole = useSetRole(teamId);
  const { id, name } = member;
  const change = (): void => {
    setRole.mutate(
      { memberId: id, role: roleKey === 'promote' ? 'admin' : 'user' },
      {
        onSuccess: () => {
          onClose();
          notices.push('success', t(`teamSettings.${roleKey}Done`, { name }));
        },
      },
    );
  };
  return (
    <ConfirmDialog
      isOpen={isOpen}
      question={t(`teamSettings.${roleKey}Question`, { name })}
      confirm={t(`teamSettings.${roleKey}Yes`)}
      isRunning={setRole.isPending}
      failure={setRole.error === null ? null : errorText(setRole.error, t)}
      onConfirm={change}
      onClose={onClose}
      onGone={onGone}
    >
      <p>{t(isMe ? 'teamSettings.demoteSelfText' : `teamSettings.${roleKey}Text`)}</p>
    </ConfirmDialog>
  );
};

export const MemberMenu = ({ teamId, member, button, isMe, onClose }: MenuProps) => {
  const t = useTranslate();
  const notices = useNotices();
  const sendInvite = useSendInvite(teamId, member);
  const preview = usePreviewRole();
  const { round, open, onGone, ...dialog } = useLazyDialog();
  // While the dialog is open, `gone` must stay the same function: for each new function, the dialog would report that
  // it has left the page.
  const gone = useCallback((): void => {
    onGone();
    onClose();
  }, [onGone, onClose]);
  // The role change that the menu offers. It stays the same while the menu or its dialog is open, even if another admin
  // changes the role meanwhile.
  const [roleKey] = useState<RoleKey>(member.role === 'admin' ? 'demote' : 'promote');
  /** Opens the dialog. Before a removal of the role, first asks the server whether the removal is possible. */
  const ask = (): void => {
    button.focus();
    if (roleKey === 'promote') {
      open();
      return;
    }
    if (preview.isPending) return;
    preview.mutate(
      { memberId: member.id, role: 'user' },
      {
        onSuccess: open,
        onError: (error) => {
          notices.push('failure', errorText(error, t));
          onClose();
        },
      },
    );
  };
  // The dialog replaces the menu, because an open menu would treat clicks in the dialog as clicks outside itself and
  // would close.
  if (round > 0)
    return (
      <Suspense>
        <RoleDialog
          {...{ teamId, member, isMe, roleKey, isOpen: dialog.isOpen }}
          onClose={dialog.close}
          onGone={gone}
        />
      </Suspense>
    );
  return (
    <Actions
      {...{ roleKey, button, isMe, onClose, hasEmail: member.email !== '' }}
      onAsk={ask}
      onInvite={(by) => {
        sendInvite(by);
        onClose();
      }}
    />
  );
};
