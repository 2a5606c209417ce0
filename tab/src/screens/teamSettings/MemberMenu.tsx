import { Suspense, lazy, useCallback } from 'react';
import { Menu, MenuItem, MenuList, MenuPopover } from '@fluentui/react-components';
import type { Member } from '#contracts/organisations/team.ts';
import { errorText } from '../../api/client/errorText.ts';
import { useInvite, usePreviewRole, useSetRole } from '../../api/organisations/teamSettings.ts';
import type { InviteWay } from '../../api/organisations/teamSettings.ts';
import { useNotices } from '../../ui/dialogs/notices.ts';
import { useDialog } from '../../ui/dialogs/useDialog.ts';
import { useWords } from '../../ui/text/words.ts';

const ConfirmDialog = lazy(() =>
  import('../../ui/dialogs/ConfirmDialog.tsx').then((it) => ({ default: it.ConfirmDialog })),
);

interface MenuProps {
  readonly teamId: string;
  readonly member: Member;
  readonly button: HTMLElement;
  readonly isMe: boolean;
  readonly onClose: () => void;
}

/** An admin's actions on one member beside the switch. All rows share one menu. */
export const MemberMenu = ({ teamId, member, button, isMe, onClose }: MenuProps) => {
  const words = useWords();
  const notices = useNotices();
  const invite = useInvite(teamId);
  const setRole = useSetRole(teamId);
  const preview = usePreviewRole();
  const { round, open, onGone, ...dialog } = useDialog();
  // Must stay the same function while the dialog is open: a new one would report that the dialog has gone.
  const gone = useCallback((): void => {
    onGone();
    onClose();
  }, [onGone, onClose]);
  const { id, name, email } = member;
  const becomes = member.role === 'admin' ? 'user' : 'admin';
  const key = becomes === 'admin' ? 'promote' : 'demote';
  const send = (by: InviteWay): void => {
    // The menu may be unmounted before the reply arrives.
    invite.mutateAsync({ memberId: id, by }).then(
      () => {
        notices.push(
          'success',
          words(by === 'MAIL' ? 'teamSettings.invitedByMail' : 'teamSettings.invitedByBot', { name }),
        );
      },
      (error: unknown) => {
        notices.push('failure', errorText(error, words));
      },
    );
    onClose();
  };
  /** The dialog promises that the role goes, so it opens only if the server would accept that. */
  const ask = (): void => {
    button.focus();
    if (becomes === 'admin') {
      open();
      return;
    }
    if (preview.isPending) return;
    preview.mutate(
      { memberId: id, role: becomes },
      {
        onSuccess: open,
        onError: (error) => {
          notices.push('failure', errorText(error, words));
          onClose();
        },
      },
    );
  };
  const change = (): void => {
    setRole.mutate(
      { memberId: id, role: becomes },
      {
        onSuccess: () => {
          dialog.close();
          notices.push('success', words(`teamSettings.${key}Done`, { name }));
        },
      },
    );
  };
  const isAsking = round > 0;
  return (
    <>
      {/* The dialog replaces the menu, which would otherwise take clicks in the dialog for clicks outside. */}
      {!isAsking && (
        <Menu
          open
          positioning={{ target: button, position: 'below', align: 'end' }}
          onOpenChange={(_, data) => {
            // The pressed item decides itself what happens next.
            if (data.open || data.type === 'menuItemClick') return;
            // Closed with the keyboard: the focus returns to the button.
            if (data.event.type === 'keydown') button.focus();
            onClose();
          }}
        >
          <MenuPopover>
            <MenuList>
              <MenuItem onClick={ask}>{words(`teamSettings.${key}`)}</MenuItem>
              {!isMe && (
                <>
                  <MenuItem
                    disabled={email === ''}
                    onClick={() => {
                      send('MAIL');
                    }}
                  >
                    {words('teamSettings.inviteByMail')}
                  </MenuItem>
                  <MenuItem
                    onClick={() => {
                      send('BOT');
                    }}
                  >
                    {words('teamSettings.inviteByBot')}
                  </MenuItem>
                </>
              )}
            </MenuList>
          </MenuPopover>
        </Menu>
      )}
      {isAsking && (
        <Suspense>
          <ConfirmDialog
            isOpen={dialog.isOpen}
            question={words(`teamSettings.${key}Question`, { name })}
            confirm={words(`teamSettings.${key}Yes`)}
            isRunning={setRole.isPending}
            failure={setRole.error === null ? null : errorText(setRole.error, words)}
            onConfirm={change}
            onClose={dialog.close}
            onGone={gone}
          >
            <p>{words(isMe ? 'teamSettings.demoteSelfText' : `teamSettings.${key}Text`)}</p>
          </ConfirmDialog>
        </Suspense>
      )}
    </>
  );
};
