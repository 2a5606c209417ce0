import type { ServerResponse } from 'node:http';
import { directionOf, languageOf } from '#contracts/text/languagesAndLocaleChoice.ts';
import { escapeHtml } from '../../../domain/wording/escapeHtml.ts';

// Builds pages without scripts on the server, for readers who have no session.

const style = `:root{color-scheme:light dark;font:15px/1.5 'Segoe UI',system-ui,sans-serif}body{max-width:720px;margin:0 auto;padding:24px 16px}
article{margin:0 0 16px;padding:16px;border:1px solid color-mix(in srgb,currentColor 25%,transparent);border-radius:8px}
h1{font-size:24px}h2{font-size:16px;margin:0}p{margin:0;opacity:.75}pre{margin:12px 0 0;font:inherit;white-space:pre-wrap;overflow-wrap:anywhere}
form{display:flex;gap:12px;flex-wrap:wrap;margin:24px 0}button{font:inherit;min-height:44px;padding:8px 20px;cursor:pointer}`;

/** Returns a complete HTML document. `title` is plain text, `body` is HTML. */
export const htmlPage = (locale: string, title: string, body: string): string => {
  const language = languageOf(locale) ?? 'en';
  return [
    `<!doctype html><html lang="${language}" dir="${directionOf(language)}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">`,
    `<title>${escapeHtml(title)}</title><style>${style}</style></head>`,
    `<body><main><h1>${escapeHtml(title)}</h1>${body}</main></body></html>`,
  ].join('\n');
};

export const sendHtml = (res: ServerResponse, html: string, status = 200): void => {
  res.writeHead(status, { 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'no-store' });
  res.end(html);
};
