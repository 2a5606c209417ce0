import type { ReactElement } from 'react';
import { Board20Regular } from '@fluentui/react-icons/svg/board';
import { DocumentText20Regular } from '@fluentui/react-icons/svg/document-text';
import { PeopleTeam20Regular } from '@fluentui/react-icons/svg/people-team';
import { PersonSupport20Regular } from '@fluentui/react-icons/svg/person-support';
import { Receipt20Regular } from '@fluentui/react-icons/svg/receipt';
import { Settings20Regular } from '@fluentui/react-icons/svg/settings';
import { SignOut20Regular } from '@fluentui/react-icons/svg/sign-out';
import { Timer20Regular } from '@fluentui/react-icons/svg/timer';
import type { WebKey } from '../ui/words.ts';

/** The server sends the reader on to wherever support is given (SUPPORT_URL). */
export const supportUrl = '/support';

export interface NavEntry {
  readonly path: string;
  readonly labelKey: WebKey;
  readonly icon: ReactElement;
  /** Opens beside the app: the address is not one of its screens. */
  readonly external?: true;
  /** Drawn only for who may see bills, where there are any: never inside the chat tool. */
  readonly needs?: 'billing';
}

/** The sidebar, top to bottom. */
export const navTable: readonly NavEntry[] = [
  { path: '/', labelKey: 'nav.dashboard', icon: <Board20Regular /> },
  { path: '/reports', labelKey: 'nav.reports', icon: <DocumentText20Regular /> },
  { path: '/timesheet', labelKey: 'nav.timesheet', icon: <Timer20Regular /> },
  { path: '/settings/team', labelKey: 'nav.teamSettings', icon: <PeopleTeam20Regular /> },
  { path: '/settings', labelKey: 'nav.settings', icon: <Settings20Regular /> },
  { path: '/billing', labelKey: 'nav.billing', icon: <Receipt20Regular />, needs: 'billing' },
  { path: supportUrl, labelKey: 'nav.support', icon: <PersonSupport20Regular />, external: true },
  { path: '/logout', labelKey: 'nav.logout', icon: <SignOut20Regular data-mirrored /> },
];

export const entriesFor = (table: readonly NavEntry[], hasBilling: boolean): readonly NavEntry[] =>
  table.filter(({ needs }) => needs !== 'billing' || hasBilling);

/** The entry of the page: the one whose address the page's begins with, the longest first. Both names of the dashboard are one. */
export const entryOf = (table: readonly NavEntry[], pathname: string): string => {
  const above = table
    .map(({ path }) => path)
    .filter((path) => path !== '/' && `${pathname}/`.startsWith(`${path}/`))
    .sort((one, other) => other.length - one.length);
  return pathname === '/home' ? '/' : (above[0] ?? pathname);
};
