import { productName } from '#contracts/core/limitsAndProductConstants.ts';
import type { Translate } from '#contracts/text/translateAndMessageKeyTypes.ts';
import { raw } from '../../server/bindEndpointsAndRawRoutes.ts';
import type { Route } from '../../server/bindEndpointsAndRawRoutes.ts';
import { escapeHtml } from '../../../domain/wording/escapeHtml.ts';
import { htmlPage, sendHtml } from './htmlPage.ts';

interface ShownMail {
  readonly name: string;
  readonly subject: string;
  readonly to: string;
  readonly date: string;
  readonly text: string;
  readonly attachments: readonly string[];
}

export interface MailPageDeps {
  readonly list: (most: number) => Promise<readonly ShownMail[]>;
  readonly translateFor: (locale: string) => Translate;
  readonly publicUrl: string;
}

const most = 50;

/** Turns the URLs of this installation into links. Other URLs stay plain text, and all text is escaped. */
const withLinks = (text: string, publicUrl: string): string =>
  text
    .split(/(\s+)/)
    .map((word) =>
      word.startsWith(`${publicUrl}/`) ? `<a href="${escapeHtml(word)}">${escapeHtml(word)}</a>` : escapeHtml(word),
    )
    .join('');

const page = (mails: readonly ShownMail[], { translateFor, publicUrl }: MailPageDeps, locale: string): string => {
  const t = translateFor(locale);
  const title = t('http.mailTitle', { product: productName });
  const articles = mails.map(({ subject, to, date, text, attachments }) => {
    const files = attachments.map((file) => `<p>${escapeHtml(t('http.mailFile', { file }))}</p>`).join('');
    return `<article><h2>${escapeHtml(subject)}</h2><p>${escapeHtml(to)} · ${escapeHtml(date)}</p><pre>${withLinks(text, publicUrl)}</pre>${files}</article>`;
  });
  const body = articles.length === 0 ? `<p>${escapeHtml(t('http.mailNone'))}</p>` : articles.join('\n');
  return htmlPage(locale, title, `<p>${escapeHtml(t('http.mailHint'))}</p><br>${body}`);
};

/**
 * Creates the page that shows the mails of a demo, because a demo has no mailbox. The route exists only in demo mode,
 * which replies only to this machine.
 */
export const mailRoute = (deps: MailPageDeps): Route =>
  raw('GET', '/mail', async (_req, res, _body, exchange) => {
    sendHtml(res, page(await deps.list(most), deps, exchange.locale));
  });
