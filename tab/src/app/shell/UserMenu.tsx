import { Button } from '@fluentui/react-components';
import { useSession } from '../../api/client/apiContextAndSessionHooks.ts';
import { useUserDetails } from '../../api/client/userDetailsAndOrgPauseCheck.ts';
import { Avatar } from '../../ui/display/Avatar.tsx';
import { useMenuAtFirstPress } from '../../ui/lazy/useMenuAtFirstPress.ts';
import { useTranslate } from '../../ui/text/translate.ts';

const load = () => import('./UserMenuContent.tsx').then((module) => ({ default: module.UserMenuContent }));

/**
 * The menu of the reader's own account. Its content is a separate chunk, which loads when the reader first opens the
 * menu.
 */
export const UserMenu = () => {
  const t = useTranslate();
  const session = useSession();
  const { data } = useUserDetails();
  const { Menu, button } = useMenuAtFirstPress(load);
  const email = session.status === 'signedIn' ? session.email : '';
  const name = data === undefined ? email : `${data.firstName} ${data.lastName}`.trim();
  const trigger = (
    <Button
      appearance="subtle"
      shape="circular"
      icon={<Avatar name={name} size={32} />}
      aria-label={t('nav.user', { name })}
      {...(Menu ? {} : button)}
    />
  );
  if (!Menu) return trigger;
  return (
    <Menu
      trigger={trigger}
      name={name}
      orgId={session.status === 'signedIn' ? session.orgId : null}
      detail={data === undefined ? email : `${data.email} · ${data.orgName}`}
    />
  );
};
