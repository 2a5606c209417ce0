import type { ReactElement } from 'react';
import { Board20Regular } from '@fluentui/react-icons/svg/board';
import { DataBarVertical20Regular } from '@fluentui/react-icons/svg/data-bar-vertical';
import { DocumentText20Regular } from '@fluentui/react-icons/svg/document-text';
import { ErrorCircle20Regular } from '@fluentui/react-icons/svg/error-circle';
import { PeopleTeam20Regular } from '@fluentui/react-icons/svg/people-team';
import { PersonSupport20Regular } from '@fluentui/react-icons/svg/person-support';
import { Receipt20Regular } from '@fluentui/react-icons/svg/receipt';
import { Search20Regular } from '@fluentui/react-icons/svg/search';
import { Settings20Regular } from '@fluentui/react-icons/svg/settings';
import { SignOut20Regular } from '@fluentui/react-icons/svg/sign-out';
import { Timer20Regular } from '@fluentui/react-icons/svg/timer';
import type { WebKey } from '../../ui/text/translate.ts';

/** The server redirects this path to the operator's support page (SUPPORT_URL). */
export const supportUrl = '/support';

export interface NavEntry {
  readonly path: string;
  readonly labelKey: WebKey;
  readonly icon: ReactElement;
  /** Set if the address is not a screen of the app. The link then opens a new browser tab. */
  readonly external?: true;
  /**
   * Set if only readers who may see billing see the entry. Such an entry is never shown inside Microsoft Teams or
   * without billing.
   */
  readonly needs?: 'billing';
}

export const navTable: readonly NavEntry[] = [
  { path: '/', labelKey: 'nav.dashboard', icon: <Board20Regular /> },
  { path: '/reports', labelKey: 'nav.reports', icon: <DocumentText20Regular /> },
  { path: '/rollup', labelKey: 'nav.rollup', icon: <DataBarVertical20Regular /> },
  { path: '/blockers', labelKey: 'nav.blockers', icon: <ErrorCircle20Regular /> },
  { path: '/timesheet', labelKey: 'nav.timesheet', icon: <Timer20Regular /> },
  { path: '/search', labelKey: 'nav.search', icon: <Search20Regular /> },
  { path: '/settings/team', labelKey: 'nav.teamSettings', icon: <PeopleTeam20Regular /> },
  { path: '/settings', labelKey: 'nav.settings', icon: <Settings20Regular /> },
  { path: '/billing', labelKey: 'nav.billing', icon: <Receipt20Regular />, needs: 'billing' },
  { path: supportUrl, labelKey: 'nav.support', icon: <PersonSupport20Regular />, external: true },
  { path: '/logout', labelKey: 'nav.logout', icon: <SignOut20Regular data-mirrored /> },
];

export const entriesFor = (table: readonly NavEntry[], hasBilling: boolean): readonly NavEntry[] =>
  table.filter(({ needs }) => needs !== 'billing' || hasBilling);

/**
 * Returns the path of the menu entry for the current page: the longest entry path with which the page's path begins,
 * else the page's own path. `/home` counts as `/`, because both show the dashboard.
 */
export const entryOf = (table: readonly NavEntry[], pathname: string): string => {
  const above = table
    .map(({ path }) => path)
    .filter((path) => path !== '/' && `${pathname}/`.startsWith(`${path}/`))
    .sort((text, other) => other.length - text.length);
  return pathname === '/home' ? '/' : (above[0] ?? pathname);
};
