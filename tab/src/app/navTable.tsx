import type { ReactElement } from 'react';
import { Board20Regular } from '@fluentui/react-icons/svg/board';
import { DocumentText20Regular } from '@fluentui/react-icons/svg/document-text';
import { PersonSupport20Regular } from '@fluentui/react-icons/svg/person-support';
import { Receipt20Regular } from '@fluentui/react-icons/svg/receipt';
import { SignOut20Regular } from '@fluentui/react-icons/svg/sign-out';
import type { WebKey } from '../ui/words.ts';

/** The server sends the reader on to wherever support is given (SUPPORT_URL). */
export const supportUrl = '/support';

export interface NavEntry {
  readonly path: string;
  readonly labelKey: WebKey;
  readonly icon: ReactElement;
  /** Opens beside the app: the address is not one of its screens. */
  readonly external?: true;
  /** Only for who may see bills, where there are any. */
  readonly isBilling?: true;
}

/** The sidebar, top to bottom. An entry whose screen is not in the route table is not drawn. */
export const navTable: readonly NavEntry[] = [
  { path: '/', labelKey: 'nav.dashboard', icon: <Board20Regular /> },
  { path: '/reports', labelKey: 'nav.reports', icon: <DocumentText20Regular /> },
  { path: '/billing', labelKey: 'nav.billing', icon: <Receipt20Regular />, isBilling: true },
  { path: supportUrl, labelKey: 'nav.support', icon: <PersonSupport20Regular />, external: true },
  { path: '/logout', labelKey: 'nav.logout', icon: <SignOut20Regular /> },
];
