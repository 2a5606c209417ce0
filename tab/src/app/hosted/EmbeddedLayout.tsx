import { Link as FluentLink } from '@fluentui/react-components';
import { Open16Regular } from '@fluentui/react-icons/svg/open';
import { loginPath } from '../../api/client/safeRedirectAndLoginPath.ts';
import { useSession } from '../../api/client/apiContextAndSessionHooks.ts';
import { useSurface } from '../../ui/display/pageHostContext.ts';
import { Link } from '../../ui/router/Link.tsx';
import { Outlet } from '../../ui/router/Outlet.tsx';
import { Redirect } from '../../ui/router/Redirect.tsx';
import { useLocation } from '../../ui/router/routerHooks.ts';
import { useTranslate } from '../../ui/text/translate.ts';
import type { WebKey } from '../../ui/text/translate.ts';
import { ConnectionBanner } from '../shell/ConnectionBanner.tsx';
import { BrowserTimezoneSync } from '../runtime/BrowserTimezoneSync.tsx';
import { PersonCacheAndTeamProvider } from '../runtime/PersonCacheAndTeamProvider.tsx';
import css from './EmbeddedLayout.module.css';
import { PageLoading } from '../shell/PageLoading.tsx';
import { LazyOrgPauseBanner } from '../shell/LazyOrgPauseBanner.tsx';
import { supportUrl } from '../shell/navigationEntries.tsx';
import { TeamSelector } from '../shell/TeamSelector.tsx';
import { TeamsSignInGate } from './TeamsSignInGate.tsx';

interface MenuEntry {
  readonly path: string;
  readonly labelKey: WebKey;
  readonly covers: readonly string[];
}

const menu: readonly MenuEntry[] = [
  { path: '/teams/home', labelKey: 'nav.dashboard', covers: ['/teams/home'] },
  { path: '/teams/reports', labelKey: 'nav.reports', covers: ['/teams/reports'] },
  { path: '/teams/timesheet', labelKey: 'nav.timesheet', covers: ['/teams/timesheet'] },
  { path: '/teams/search', labelKey: 'nav.search', covers: ['/teams/search'] },
];

/** Renders a link that opens outside Microsoft Teams. The link's tooltip announces this. */
const LeavingLink = ({ href, labelKey }: { readonly href: string; readonly labelKey: WebKey }) => {
  const t = useTranslate();
  return (
    <FluentLink href={href} target="_blank" rel="noreferrer" title={t('nav.leaves')}>
      <span className={css.leaving}>
        {t(labelKey)}
        <Open16Regular data-mirrored aria-hidden="true" />
      </span>
    </FluentLink>
  );
};

const TopMenu = () => {
  const t = useTranslate();
  const { pathname } = useLocation();
  return (
    <nav className={css.menu} aria-label={t('nav.main')}>
      {menu.map(({ path, labelKey, covers }) => {
        const isHere = covers.some((cover) => `${pathname}/`.startsWith(`${cover}/`));
        return (
          <Link key={path} to={path} className={css.entry} aria-current={isHere ? 'page' : undefined}>
            {t(labelKey)}
          </Link>
        );
      })}
      <LeavingLink href="/" labelKey="nav.openApp" />
      <span className={css.team}>
        <TeamSelector from={2} />
      </span>
    </nav>
  );
};

const Footer = () => (
  <footer className={css.footer}>
    <LeavingLink href={supportUrl} labelKey="nav.support" />
    <LeavingLink href="/" labelKey="nav.visitApp" />
    <LeavingLink href="/settings" labelKey="nav.settings" />
  </footer>
);

/** Layout of pages inside Microsoft Teams: a narrow menu above the page and links below it, but no sidebar. */
export const EmbeddedLayout = () => {
  const session = useSession();
  const location = useLocation();
  const { host: surface } = useSurface();
  if (surface === 'connecting') return <PageLoading />;
  if (session.status === 'signedOut')
    return surface === 'teams' ? <TeamsSignInGate /> : <Redirect to={loginPath(location.pathname + location.search)} />;
  return (
    <PersonCacheAndTeamProvider session={session}>
      <BrowserTimezoneSync />
      <div className={css.frame}>
        <TopMenu />
        <ConnectionBanner />
        <LazyOrgPauseBanner />
        <main className={css.content}>
          <Outlet />
        </main>
        <Footer />
      </div>
    </PersonCacheAndTeamProvider>
  );
};
