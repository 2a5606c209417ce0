import type { ServerResponse } from 'node:http';
import { productName } from '#contracts/limits.ts';
import { directionOf, languageOf } from '#contracts/text/languages.ts';
import type { Words } from '#contracts/text/keys.ts';
import { raw } from './bind.ts';
import type { Route } from './bind.ts';

/** A mail that was written to a file instead of being sent. */
interface ShownMail {
  readonly name: string;
  readonly subject: string;
  readonly to: string;
  readonly date: string;
  readonly text: string;
}

export interface MailPageDeps {
  /** The newest first. */
  readonly list: (most: number) => Promise<readonly ShownMail[]>;
  readonly words: (locale: string) => Words;
  readonly publicUrl: string;
}

const most = 50;

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escape = (text: string): string => text.replace(/[&<>"']/g, (sign) => entities[sign] ?? sign);

/** Only addresses of this installation become links. */
const withLinks = (text: string, publicUrl: string): string =>
  text
    .split(/(\s+)/)
    .map((word) => (word.startsWith(`${publicUrl}/`) ? `<a href="${escape(word)}">${escape(word)}</a>` : escape(word)))
    .join('');

const style = `:root{color-scheme:light dark;font:15px/1.5 'Segoe UI',system-ui,sans-serif}body{max-width:720px;margin:0 auto;padding:24px 16px}
article{margin:0 0 16px;padding:16px;border:1px solid color-mix(in srgb,currentColor 25%,transparent);border-radius:8px}
h1{font-size:24px}h2{font-size:16px;margin:0}p{margin:0;opacity:.75}pre{margin:12px 0 0;font:inherit;white-space:pre-wrap;overflow-wrap:anywhere}`;

const page = (mails: readonly ShownMail[], { words, publicUrl }: MailPageDeps, locale: string): string => {
  const say = words(locale);
  const language = languageOf(locale) ?? 'en';
  const title = say('http.mailTitle', { product: productName });
  const articles = mails.map(
    ({ subject, to, date, text }) =>
      `<article><h2>${escape(subject)}</h2><p>${escape(to)} · ${escape(date)}</p><pre>${withLinks(text, publicUrl)}</pre></article>`,
  );
  const body = articles.length === 0 ? `<p>${escape(say('http.mailNone'))}</p>` : articles.join('\n');
  return [
    `<!doctype html><html lang="${language}" dir="${directionOf(language)}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">`,
    `<title>${escape(title)}</title><style>${style}</style></head>`,
    `<body><main><h1>${escape(title)}</h1><p>${escape(say('http.mailHint'))}</p><br>${body}</main></body></html>`,
  ].join('\n');
};

const send = (res: ServerResponse, html: string): void => {
  res.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'no-store' });
  res.end(html);
};

/** The mails of a demo, in place of a mailbox. Demo mode answers this machine only; nowhere else does this route exist. */
export const mailRoute = (deps: MailPageDeps): Route =>
  raw('GET', '/mail', async (_req, res, _body, exchange) => {
    send(res, page(await deps.list(most), deps, exchange.locale));
  });
