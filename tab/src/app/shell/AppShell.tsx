import { Suspense, lazy, useState } from 'react';
import { Button } from '@fluentui/react-components';
import { Navigation20Regular } from '@fluentui/react-icons/svg/navigation';
import { storageKeys } from '#contracts/core/limitsAndProductConstants.ts';
import { useMaySeeBilling } from '../../api/billing/useMaySeeBilling.ts';
import { useApi, useSession } from '../../api/client/apiContextAndSessionHooks.ts';
import { loginPath } from '../../api/client/safeRedirectAndLoginPath.ts';
import { useFocusBack } from '../../ui/dialogs/restoreFocusAndModalFixes.tsx';
import { ProductLogo } from '../../ui/display/ProductLogo.tsx';
import { Outlet } from '../../ui/router/Outlet.tsx';
import { Redirect } from '../../ui/router/Redirect.tsx';
import { useLocation } from '../../ui/router/routerHooks.ts';
import { useTranslate } from '../../ui/text/translate.ts';
import { LazyBillingBanner } from './LazyBillingBanner.tsx';
import { ConnectionBanner } from './ConnectionBanner.tsx';
import { BrowserTimezoneSync } from '../runtime/BrowserTimezoneSync.tsx';
import { PersonCacheAndTeamProvider } from '../runtime/PersonCacheAndTeamProvider.tsx';
import { PaletteButtonAndShortcuts } from '../palette/PaletteButtonAndShortcuts.tsx';
import css from './AppShell.module.css';
import { LazyOrgPauseBanner } from './LazyOrgPauseBanner.tsx';
import { entriesFor, navTable } from './navigationEntries.tsx';
import { Sidebar } from './Sidebar.tsx';
import { TeamSelector } from './TeamSelector.tsx';
import { UserMenu } from './UserMenu.tsx';

const SidebarDrawer = lazy(() => import('./SidebarDrawer.tsx').then((module) => ({ default: module.SidebarDrawer })));

/**
 * State of the sidebar. On a phone, the menu button opens the sidebar as an overlay; on a wider page, it switches
 * between the wide sidebar and the narrow one, which shows only icons. The page's width at the moment of the press
 * decides.
 */
type SidebarState = 'wide' | 'narrow' | 'overlay';
const phone = '(max-width: 639px)';

const next = (state: SidebarState): SidebarState => {
  if (window.matchMedia(phone).matches) return 'overlay';
  return state === 'narrow' ? 'wide' : 'narrow';
};

const Shortcuts = () => {
  const t = useTranslate();
  const pages = entriesFor(navTable, useMaySeeBilling() === true).map(({ path, labelKey, external }) => ({
    path,
    label: t(labelKey),
    isExternal: external === true,
  }));
  return <PaletteButtonAndShortcuts pages={pages} />;
};

const Header = ({ onToggle, isWide }: { readonly onToggle: () => void; readonly isWide: boolean }) => {
  const t = useTranslate();
  return (
    <header className={css.header}>
      <Button
        appearance="subtle"
        icon={<Navigation20Regular />}
        aria-label={t('nav.toggle')}
        aria-expanded={isWide}
        onClick={onToggle}
      />
      <span className={css.brand}>
        <ProductLogo size={24} />
        <span className={css.name}>{t('product')}</span>
      </span>
      <TeamSelector from={1} />
      <Shortcuts />
      <UserMenu />
    </header>
  );
};

export const AppShell = () => {
  const t = useTranslate();
  const session = useSession();
  const location = useLocation();
  const storage = useApi().session.storage();
  const [sidebar, setSidebar] = useState<SidebarState>(
    storage.get(storageKeys.sidebar) === 'narrow' ? 'narrow' : 'wide',
  );
  const [isDrawerWanted, setDrawerWanted] = useState(false);
  const focus = useFocusBack();
  if (session.status === 'signedOut') {
    const back = location.pathname + location.search + location.hash;
    return <Redirect to={session.why === 'left' ? '/login' : loginPath(back)} />;
  }
  const toggle = (): void => {
    const wanted = next(sidebar);
    if (wanted === 'overlay') {
      focus.remember();
      setDrawerWanted(true);
    } else storage.set(storageKeys.sidebar, wanted);
    setSidebar(wanted);
  };
  return (
    <PersonCacheAndTeamProvider session={session}>
      <BrowserTimezoneSync />
      <a className={css.skip} href="#content">
        {t('nav.skip')}
      </a>
      <Header isWide={sidebar !== 'narrow'} onToggle={toggle} />
      <div className={css.body}>
        <Sidebar isNarrow={sidebar === 'narrow'} />
        {isDrawerWanted && (
          <Suspense>
            <SidebarDrawer
              isOpen={sidebar === 'overlay'}
              onClose={() => {
                setSidebar('wide');
              }}
              onGone={focus.giveBack}
            />
          </Suspense>
        )}
        <div className={css.column}>
          <ConnectionBanner isBelowHeader />
          <LazyOrgPauseBanner />
          <LazyBillingBanner />
          <main id="content" tabIndex={-1} className={css.content}>
            <Outlet />
          </main>
        </div>
      </div>
    </PersonCacheAndTeamProvider>
  );
};
