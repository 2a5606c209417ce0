import { Suspense, lazy, useId } from 'react';
import type { ReactNode } from 'react';
import { Tab as TabButton } from '@fluentui/react-components';
import { useUserDetails } from '../../api/client/userDetailsAndOrgPauseCheck.ts';
import { useTeam } from '../../api/organisations/selectedTeam.tsx';
import { AppLink } from '../../ui/display/AppLink.tsx';
import { LoadingSkeleton } from '../../ui/display/LoadingSkeleton.tsx';
import { TabRow } from '../../ui/display/TabRow.tsx';
import { useTranslate } from '../../ui/text/translate.ts';
import { UnsavedSettingsGuard } from './UnsavedSettingsGuard.tsx';
import css from './UserSettingsScreen.module.css';
import { useOrganisationPermission } from './useOrganisationPermission.ts';
import { tabs, useTab } from './settingsTabs.ts';
import type { Tab } from './settingsTabs.ts';

const ProfileTab = lazy(() => import('./ProfileTab.tsx').then((module) => ({ default: module.ProfileTab })));
const PasswordTab = lazy(() =>
  import('./security/PasswordTab.tsx').then((module) => ({ default: module.PasswordTab })),
);
const SecurityTab = lazy(() =>
  import('./security/SecurityTab.tsx').then((module) => ({ default: module.SecurityTab })),
);
const VacationTab = lazy(() => import('./VacationTab.tsx').then((module) => ({ default: module.VacationTab })));
const PreferencesTab = lazy(() =>
  import('./PreferencesTab.tsx').then((module) => ({ default: module.PreferencesTab })),
);
const PrivacyTab = lazy(() => import('./PrivacyTab.tsx').then((module) => ({ default: module.PrivacyTab })));
const OrganizationTab = lazy(() =>
  import('./organization/OrganizationTab.tsx').then((module) => ({ default: module.OrganizationTab })),
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

const NoTeams = ({ id }: { readonly id: string }) => {
  const t = useTranslate();
  const mayConnect = useOrganisationPermission('org.connect');
  const mayEnd = useOrganisationPermission('org.manage');
  const { data: me } = useUserDetails();
  const end = mayEnd && (
    <>
      {' · '}
      <AppLink to="/settings?tab=privacy">{t('settings.toEnd')}</AppLink>
    </>
  );
  if (me?.isSwitchedOff === true)
    return (
      <p id={id} className={css.note}>
        {t('notConnected.switchedOff')} {t('notConnected.switchedOffHow', { organisation: me.orgName })}
        {end}
      </p>
    );
  return (
    <p id={id} className={css.note}>
      {t('settings.noTeams')} <AppLink to="/teams/setup">{t('settings.toSetup')}</AppLink>
      {mayConnect && (
        <>
          {' · '}
          <AppLink to="/settings/connect">{t('settings.toConnect')}</AppLink>
        </>
      )}
      {end}
    </p>
  );
};

export const UserSettingsScreen = () => {
  const t = useTranslate();
  const id = useId();
  const team = useTeam();
  const [asked, setTab] = useTab();
  const mayEnd = useOrganisationPermission('org.manage');
  // Without a team, the organisation's tab is disabled. For an admin, a link to it then opens the privacy tab, where
  // admins can deactivate or delete the organisation (docs/product-rules.md, Screens, limits and texts).
  const isOutside = team.kind === 'none';
  const instead = mayEnd ? 'privacy' : 'profile';
  const tab = isOutside && asked === 'organization' ? instead : asked;
  return (
    <>
      <h1 className={css.title}>{t('settings.title')}</h1>
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
              {t(`settings.${item}`)}
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
        <UnsavedSettingsGuard>
          <Suspense fallback={<LoadingSkeleton shape="form" />}>{contentOf(tab)}</Suspense>
        </UnsavedSettingsGuard>
      </div>
    </>
  );
};
