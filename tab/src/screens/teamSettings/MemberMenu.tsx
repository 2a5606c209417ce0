import { Suspense, lazy, useCallback } from 'react';
import { Menu, MenuItem, MenuList, MenuPopover } from '@fluentui/react-components';
import type { Member } from '#contracts/team.ts';
import { errorText } from '../../api/errorText.ts';
import { useInvite, useSetRole } from '../../api/teamSettings.ts';
import type { InviteWay } from '../../api/teamSettings.ts';
import { useNotices } from '../../ui/notices.ts';
import { useDialog } from '../../ui/useDialog.ts';
import { useWords } from '../../ui/words.ts';

const ConfirmDialog = lazy(() => import('../../ui/ConfirmDialog.tsx').then((it) => ({ default: it.ConfirmDialog })));

interface MenuProps {
  readonly teamId: string;
  readonly member: Member;
  readonly button: HTMLElement;
  readonly isMe: boolean;
  readonly onClose: () => void;
}

/** What an admin can do with one member beside the switch. There is one menu, not one a row. */
export const MemberMenu = ({ teamId, member, button, isMe, onClose }: MenuProps) => {
  const words = useWords();
  const notices = useNotices();
  const invite = useInvite(teamId);
  const setRole = useSetRole(teamId);
  const { round, open, onGone, ...dialog } = useDialog();
  // The same function for as long as the dialog is there: another one would tell it that it has gone.
  const gone = useCallback((): void => {
    onGone();
    onClose();
  }, [onGone, onClose]);
  const { id, name, email } = member;
  const becomes = member.role === 'admin' ? 'user' : 'admin';
  const key = becomes === 'admin' ? 'promote' : 'demote';
  const send = (by: InviteWay): void => {
    // The menu is gone when the answer comes.
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
      {/* The dialog takes the place of the menu, which would otherwise take its clicks for clicks beside it. */}
      {!isAsking && (
        <Menu
          open
          positioning={{ target: button, position: 'below', align: 'end' }}
          onOpenChange={(_, data) => {
            // What was pressed says itself what comes next.
            if (data.open || data.type === 'menuItemClick') return;
            // By key: whoever has no pointer stays where they were.
            if (data.event.type === 'keydown') button.focus();
            onClose();
          }}
        >
          <MenuPopover>
            <MenuList>
              <MenuItem
                onClick={() => {
                  button.focus();
                  open();
                }}
              >
                {words(`teamSettings.${key}`)}
              </MenuItem>
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
