import { Suspense, lazy, useId } from 'react';
import type { ReactNode } from 'react';
import { Tab as TabButton, TabList } from '@fluentui/react-components';
import { useTeam } from '../../api/team.tsx';
import { RouterLink } from '../../ui/RouterLink.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { useWords } from '../../ui/words.ts';
import css from './SettingsScreen.module.css';
import { useMayInOrg } from './standing.ts';
import { tabs, useTab } from './tabs.ts';
import type { Tab } from './tabs.ts';

const ProfileTab = lazy(() => import('./ProfileTab.tsx').then((it) => ({ default: it.ProfileTab })));
const PasswordTab = lazy(() => import('./PasswordTab.tsx').then((it) => ({ default: it.PasswordTab })));
const SecurityTab = lazy(() => import('./SecurityTab.tsx').then((it) => ({ default: it.SecurityTab })));
const VacationTab = lazy(() => import('./VacationTab.tsx').then((it) => ({ default: it.VacationTab })));
const PreferencesTab = lazy(() => import('./PreferencesTab.tsx').then((it) => ({ default: it.PreferencesTab })));
const PrivacyTab = lazy(() => import('./PrivacyTab.tsx').then((it) => ({ default: it.PrivacyTab })));
const OrganizationTab = lazy(() => import('./OrganizationTab.tsx').then((it) => ({ default: it.OrganizationTab })));

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

/** Why the last tab cannot be opened, and what would open it. */
const NoTeams = ({ id }: { readonly id: string }) => {
  const words = useWords();
  const mayConnect = useMayInOrg('org.connect');
  return (
    <p id={id} className={css.note}>
      {words('settings.noTeams')} <RouterLink to="/teams/setup">{words('settings.toSetup')}</RouterLink>
      {mayConnect && (
        <>
          {' · '}
          <RouterLink to="/settings/connect">{words('settings.toConnect')}</RouterLink>
        </>
      )}
    </p>
  );
};

/** What people set of themselves, and admins of their organisation. */
export const SettingsScreen = () => {
  const words = useWords();
  const id = useId();
  const team = useTeam();
  const [asked, setTab] = useTab();
  // Without a team there is no organisation to speak of (product.md, section 2).
  const isOutside = team.kind === 'none';
  const tab = isOutside && asked === 'organization' ? 'profile' : asked;
  return (
    <>
      <h1 className={css.title}>{words('settings.title')}</h1>
      <TabList
        className={css.tabs}
        selectedValue={tab}
        onTabSelect={(_, { value }) => {
          setTab(value as Tab);
        }}
      >
        {tabs.map((one) => {
          const isDisabled = isOutside && one === 'organization';
          return (
            <TabButton
              key={one}
              value={one}
              id={`${id}${one}`}
              disabled={isDisabled}
              aria-controls={`${id}${one}panel`}
              aria-describedby={isDisabled ? `${id}noTeams` : undefined}
            >
              {words(`settings.${one}`)}
            </TabButton>
          );
        })}
      </TabList>
      {isOutside && <NoTeams id={`${id}noTeams`} />}
      <div
        key={tab}
        id={`${id}${tab}panel`}
        role="tabpanel"
        aria-labelledby={`${id}${tab}`}
        tabIndex={-1}
        className={css.panel}
      >
        <Suspense fallback={<Skeleton shape="form" />}>{contentOf(tab)}</Suspense>
      </div>
    </>
  );
};
