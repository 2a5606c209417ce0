import { Suspense, lazy, useId } from 'react';
import type { ReactNode } from 'react';
import { Tab as TabButton } from '@fluentui/react-components';
import { useUserDetails } from '../../api/client/queries.ts';
import { useTeam } from '../../api/organisations/team.tsx';
import { RouterLink } from '../../ui/display/RouterLink.tsx';
import { Skeleton } from '../../ui/display/Skeleton.tsx';
import { TabRow } from '../../ui/display/TabRow.tsx';
import { useWords } from '../../ui/text/words.ts';
import { SettingsGuard } from './SettingsGuard.tsx';
import css from './SettingsScreen.module.css';
import { useMayInOrg } from './orgPermission.ts';
import { tabs, useTab } from './settingsTabs.ts';
import type { Tab } from './settingsTabs.ts';

const ProfileTab = lazy(() => import('./ProfileTab.tsx').then((it) => ({ default: it.ProfileTab })));
const PasswordTab = lazy(() => import('./security/PasswordTab.tsx').then((it) => ({ default: it.PasswordTab })));
const SecurityTab = lazy(() => import('./security/SecurityTab.tsx').then((it) => ({ default: it.SecurityTab })));
const VacationTab = lazy(() => import('./VacationTab.tsx').then((it) => ({ default: it.VacationTab })));
const PreferencesTab = lazy(() => import('./PreferencesTab.tsx').then((it) => ({ default: it.PreferencesTab })));
const PrivacyTab = lazy(() => import('./PrivacyTab.tsx').then((it) => ({ default: it.PrivacyTab })));
const OrganizationTab = lazy(() =>
  import('./organization/OrganizationTab.tsx').then((it) => ({ default: it.OrganizationTab })),
);

const contentOf = (tab: Tab): ReactNode => {
  switch (tab) {
    case 'profile':
      return <ProfileTab />;
    case 'password':
      return <PasswordTab />;
    case 'security':
      return <SecurityTab />;
    case 'vacation':
      return <VacationTab />;
    case 'preferences':
      return <PreferencesTab />;
    case 'privacy':
      return <PrivacyTab />;
    case 'organization':
      return <OrganizationTab />;
  }
};

/** Gives the reason why the organisation's tab is disabled, with links that help. */
const NoTeams = ({ id }: { readonly id: string }) => {
  const words = useWords();
  const mayConnect = useMayInOrg('org.connect');
  const mayEnd = useMayInOrg('org.manage');
  const { data: me } = useUserDetails();
  const end = mayEnd && (
    <>
      {' · '}
      <RouterLink to="/settings?tab=privacy">{words('settings.toEnd')}</RouterLink>
    </>
  );
  if (me?.isSwitchedOff === true)
    return (
      <p id={id} className={css.note}>
        {words('notConnected.switchedOff')} {words('notConnected.switchedOffHow', { organization: me.orgName })}
        {end}
      </p>
    );
  return (
    <p id={id} className={css.note}>
      {words('settings.noTeams')} <RouterLink to="/teams/setup">{words('settings.toSetup')}</RouterLink>
      {mayConnect && (
        <>
          {' · '}
          <RouterLink to="/settings/connect">{words('settings.toConnect')}</RouterLink>
        </>
      )}
      {end}
    </p>
  );
};

/** The settings of the reader and, for admins, of the organisation. */
export const SettingsScreen = () => {
  const words = useWords();
  const id = useId();
  const team = useTeam();
  const [asked, setTab] = useTab();
  const mayEnd = useMayInOrg('org.manage');
  // Without a team, the tab is disabled; what ends the organisation is then in the privacy tab (docs/product-rules.md, Screens,
  // limits and texts).
  const isOutside = team.kind === 'none';
  const instead = mayEnd ? 'privacy' : 'profile';
  const tab = isOutside && asked === 'organization' ? instead : asked;
  return (
    <>
      <h1 className={css.title}>{words('settings.title')}</h1>
      <TabRow
        selected={tab}
        onSelect={(value) => {
          setTab(value as Tab);
        }}
      >
        {tabs.map((item) => {
          const isDisabled = isOutside && item === 'organization';
          return (
            <TabButton
              key={item}
              value={item}
              id={`${id}${item}`}
              disabled={isDisabled}
              aria-controls={`${id}${item}panel`}
              aria-describedby={isDisabled ? `${id}noTeams` : undefined}
            >
              {words(`settings.${item}`)}
            </TabButton>
          );
        })}
      </TabRow>
      {isOutside && <NoTeams id={`${id}noTeams`} />}
      <div
        key={tab}
        id={`${id}${tab}panel`}
        role="tabpanel"
        aria-labelledby={`${id}${tab}`}
        tabIndex={-1}
        className={css.panel}
      >
        <SettingsGuard>
          <Suspense fallback={<Skeleton shape="form" />}>{contentOf(tab)}</Suspense>
        </SettingsGuard>
      </div>
    </>
  );
};
