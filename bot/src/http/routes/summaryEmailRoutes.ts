import { productName } from '#contracts/core/limitsAndProductConstants.ts';
import {
  approveSummaryEmail,
  askSummaryEmail,
  getSummaryEmails,
} from '#contracts/summaryEmails/summaryEmailsAndConsent.ts';
import type { Translate } from '#contracts/text/translateAndMessageKeyTypes.ts';
import { chooseOnPage, readAddressPage } from '../../services/summaryEmails/consentPage.ts';
import type { AddressPage } from '../../services/summaryEmails/consentPage.ts';
import type { CodeDeps } from '../../services/identity/emailLinkCodes.ts';
import {
  approveAddressOfMeeting,
  listSummaryEmails,
  repeatSummaryRequest,
} from '../../services/summaryEmails/listAndApproveSummaryEmails.ts';
import type { AddressChoice, ConsentDeps } from '../../services/summaryEmails/summaryConsentsAndAddressHash.ts';
import { bind, raw } from '../server/bindEndpointsAndRawRoutes.ts';
import type { Route } from '../server/bindEndpointsAndRawRoutes.ts';
import type { Exchange } from '../server/httpExchange.ts';
import { escapeHtml } from '../../domain/wording/escapeHtml.ts';
import { htmlPage, sendHtml } from './operations/htmlPage.ts';

// The consent page, to which the links in summaries, in digests and in requests for consent lead. The signed link
// replaces a session. Opening the page changes nothing, because mail scanners open links. Only a POST request changes
// something: a button of the page sends it, or the one-click unsubscribe of a mail program.

export interface AddressRouteDeps extends CodeDeps {
  readonly translateFor: (locale: string) => Translate;
}

const path = '/email/summaries/{token}';

const button = (choice: AddressChoice, label: string): string =>
  `<button name="choice" value="${choice}">${escapeHtml(label)}</button>`;

const bodyOf = (page: AddressPage, t: Translate): string => {
  const paragraph = (text: string): string => `<p>${escapeHtml(text)}</p>`;
  const form = (...buttons: readonly string[]): string => `<form method="post">${buttons.join('')}</form>`;
  switch (page.is) {
    case 'UNKNOWN':
      return paragraph(t('http.summaryUnknown'));
    case 'ENDED':
      return paragraph(t('http.summaryEnded'));
    case 'ASKED':
      return (
        paragraph(t('http.summaryAsked', { organisation: page.organization })) +
        form(button('AGREE', t('http.summaryAgree')), button('STOP', t('http.summaryRefuse')))
      );
    case 'ON':
      return (
        paragraph(t('http.summaryOn', { organisation: page.organization })) +
        form(button('STOP', t('http.summaryStop')))
      );
    case 'OFF':
      return (
        paragraph(t('http.summaryOff', { organisation: page.organization })) +
        form(button('AGREE', t('http.summaryAgain')))
      );
  }
};

const send = ({ res, locale }: Exchange, page: AddressPage, translateFor: AddressRouteDeps['translateFor']): void => {
  const t = translateFor(locale);
  const html = htmlPage(locale, t('http.summaryTitle', { product: productName }), bodyOf(page, t));
  sendHtml(res, html, page.is === 'UNKNOWN' ? 404 : 200);
};

/**
 * Returns the choice in the body of a POST request. Only the button AGREE gives consent; every other body ends the
 * summaries and digests, because mail programs post `List-Unsubscribe=One-Click` in several forms.
 */
const choiceIn = (body: Buffer): AddressChoice =>
  new URLSearchParams(body.toString('latin1')).get('choice') === 'AGREE' ? 'AGREE' : 'STOP';

export const consentPageRoutes = (deps: AddressRouteDeps): readonly Route[] => [
  raw('GET', path, async (_req, _res, _body, exchange) => {
    send(exchange, await readAddressPage(deps, exchange.parts['token'] ?? ''), deps.translateFor);
  }),
  raw('POST', path, async (_req, _res, body, exchange) => {
    const choice = choiceIn(await body.bytes());
    send(exchange, await chooseOnPage(deps, exchange.parts['token'] ?? '', choice), deps.translateFor);
  }),
];

export const summaryEmailRoutes = (deps: ConsentDeps): readonly Route[] => [
  bind(getSummaryEmails, (actor, input) => listSummaryEmails(deps, actor, input)),
  bind(askSummaryEmail, (actor, input) => repeatSummaryRequest(deps, actor, input)),
  bind(approveSummaryEmail, (actor, input) => approveAddressOfMeeting(deps, actor, input)),
];
