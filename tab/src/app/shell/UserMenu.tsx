import { Suspense, lazy, useState } from 'react';
import { Button } from '@fluentui/react-components';
import { useSession } from '../../api/client/apiContextAndSessionHooks.ts';
import { useUserDetails } from '../../api/client/userDetailsAndOrgPauseCheck.ts';
import { Avatar } from '../../ui/display/Avatar.tsx';
import { useTranslate } from '../../ui/text/translate.ts';

const UserMenuOpen = lazy(() =>
  import('./UserMenuContent.tsx').then((module) => ({ default: module.UserMenuContent })),
);

/**
 * The menu of the reader's own account. Its content is a separate chunk, which loads when the reader first opens the
 * menu.
 */
export const UserMenu = () => {
  const t = useTranslate();
  const session = useSession();
  const { data } = useUserDetails();
  const [isWanted, setWanted] = useState(false);
  const email = session.status === 'signedIn' ? session.email : '';
  const name = data === undefined ? email : `${data.firstName} ${data.lastName}`.trim();
  const button = (
    <Button
      appearance="subtle"
      shape="circular"
      icon={<Avatar name={name} size={32} />}
      aria-label={t('nav.user', { name })}
      {...(isWanted ? {} : { 'aria-haspopup': 'menu' as const, 'aria-expanded': false })}
      onClick={() => {
        setWanted(true);
      }}
    />
  );
  if (!isWanted) return button;
  return (
    <Suspense fallback={button}>
      <UserMenuOpen
        trigger={button}
        name={name}
        orgId={session.status === 'signedIn' ? session.orgId : null}
        detail={data === undefined ? email : `${data.email} · ${data.orgName}`}
      />
    </Suspense>
  );
};
