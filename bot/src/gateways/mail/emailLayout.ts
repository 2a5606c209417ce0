import { productName } from '#contracts/core/limitsAndProductConstants.ts';
import { directionOf } from '#contracts/text/languagesAndLocaleChoice.ts';
import type { Language } from '#contracts/text/languagesAndLocaleChoice.ts';
import { escapeHtml } from '../../domain/wording/escapeHtml.ts';

const bidi = /[\u0590-\u08ff\u200e\u200f\u202a-\u202e\u2066-\u2069\ufb1d-\ufdff\ufe70-\ufefc]/;
const signs = /[\p{Cc}\u2028\u2029]/gu;

/**
 * Replaces control characters by spaces, and removes the characters that isolate a writing direction: an end mark in
 * the text would end the isolation of `escapeText` too early.
 */
export const withoutSigns = (text: string): string => text.replace(signs, ' ').replace(/[\u2066-\u2069]/g, '');

/**
 * Returns user-written text as one line. Text that contains letters or marks of right-to-left writing is enclosed in
 * isolation marks, so that it cannot change the writing direction of the text after it.
 */
export const escapeText = (text: string): string => {
  const line = withoutSigns(text);
  return bidi.test(line) ? `\u2068${line}\u2069` : line;
};

const maxSubjectLength = 200;

/** Returns the text as one line of at most 200 code points, without characters that change the writing direction. */
export const subjectLine = (text: string): string =>
  Array.from(text.replace(signs, ' ').replace(/[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, ''))
    .slice(0, maxSubjectLength)
    .join('')
    .trim();

// Colours are inline, because some mail programs drop the style sheet. In dark mode, the style sheet overrides them.
const sheet = `:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (prefers-color-scheme:dark){.page{background:#1f1f1f!important}.card{background:#292929!important;border-color:#525252!important}
.ink{color:#ffffff!important}.link{color:#479ef5!important}.soft{color:#adadad!important}.button{background:#115ea3!important}}`;
const font = "font-family:'Segoe UI',-apple-system,BlinkMacSystemFont,Roboto,Helvetica,Arial,sans-serif";

const paragraph = (text: string, colour: 'ink' | 'soft'): string => {
  const style = colour === 'ink' ? 'color:#242424;font-size:15px' : 'color:#616161;font-size:13px';
  return `<p class="${colour}" style="margin:0 0 16px;line-height:1.5;overflow-wrap:anywhere;${style}">${escapeHtml(text)}</p>`;
};

/** A part of a text. `url` is left out if the part is not a link. */
export interface TextPart {
  readonly text: string;
  readonly url?: string;
  /** True if the plain-text email shows the URL after the text. */
  readonly showsUrl?: boolean;
}

/**
 * Returns the parts with isolation marks around each line that could change the writing direction of the text after it.
 */
export const isolateLines = (parts: readonly TextPart[]): readonly TextPart[] => {
  const lines: TextPart[][] = [[]];
  for (const part of parts)
    for (const [index, text] of part.text.split('\n').entries()) {
      if (index > 0) lines.push([]);
      lines.at(-1)?.push({ ...part, text });
    }
  const isolated = lines.map((line) =>
    line.some(({ text }) => bidi.test(text)) ? [{ text: '\u2068' }, ...line, { text: '\u2069' }] : line,
  );
  return isolated.flatMap((line, index) => (index === 0 ? line : [{ text: '\n' }, ...line]));
};

export interface Item {
  readonly strong?: string;
  readonly text: string | readonly TextPart[];
  /** A text in a softer colour: a question whose answer follows, or a remark. */
  readonly soft?: string;
}

export interface Block {
  /** Left out if the items follow the paragraphs above them without a heading. */
  readonly heading?: string;
  readonly items: readonly Item[];
}

export interface EmailText {
  readonly title: string;
  readonly before: readonly string[];
  readonly blocks: readonly Block[];
  readonly label: string;
  readonly url: string;
  readonly after: readonly string[];
  readonly copy: string;
  readonly footer: string;
  readonly stop?: { readonly label: string; readonly url: string };
}

const isList = (text: Item['text']): text is readonly TextPart[] => typeof text !== 'string';
const partsOf = (text: Item['text']): readonly TextPart[] => (isList(text) ? text : [{ text }]);

const partHtml = ({ text, url }: TextPart): string => {
  const shown = escapeHtml(text).replaceAll('\n', '<br>');
  return url === undefined
    ? shown
    : `<a class="link" href="${escapeHtml(url)}" rel="noopener noreferrer" style="color:#115ea3">${shown}</a>`;
};

export const plainTextOf = (text: Item['text']): string =>
  partsOf(text)
    .map((part) => (part.showsUrl === true && part.url !== undefined ? `${part.text} <${part.url}>` : part.text))
    .join('');

export const htmlTextOf = (text: Item['text']): string => partsOf(text).map(partHtml).join('');

const itemHtml = ({ strong, text, soft }: Item): string =>
  [
    '<p class="ink" style="margin:0 0 8px;color:#242424;font-size:15px;line-height:1.5;overflow-wrap:anywhere">',
    strong === undefined ? '' : `<strong>${escapeHtml(strong)}</strong> `,
    soft === undefined ? '' : `<span class="soft" style="color:#616161;font-size:13px">${escapeHtml(soft)}</span> `,
    htmlTextOf(text),
    '</p>',
  ].join('');

const headingHtml = (heading: string): string =>
  `<h2 class="ink" style="margin:24px 0 8px;color:#242424;font-size:16px;line-height:1.4;font-weight:600">${escapeHtml(heading)}</h2>`;

const blockHtml = ({ heading, items }: Block): string =>
  [...(heading === undefined ? [] : [headingHtml(heading)]), ...items.map(itemHtml)].join('\n');

const blockText = ({ heading, items }: Block): string =>
  [
    ...(heading === undefined ? [] : [heading]),
    ...items.map(({ strong, text, soft }) =>
      `- ${[strong, soft, plainTextOf(text)].filter((part) => part !== undefined && part !== '').join(' ')}`.replaceAll(
        '\n',
        '\n  ',
      ),
    ),
  ].join('\n');

const stopHtml = ({ label, url }: NonNullable<EmailText['stop']>): string =>
  `<p class="soft" style="margin:0 0 16px;line-height:1.5;color:#616161;font-size:13px"><a class="soft" href="${escapeHtml(url)}" style="color:#616161">${escapeHtml(label)}</a></p>`;

export const htmlOf = (
  language: Language,
  { title, before, blocks, label, url, after, copy, footer, stop }: EmailText,
): string => {
  const dir = directionOf(language);
  return [
    `<!doctype html><html lang="${language}" dir="${dir}"><head><meta charset="utf-8">`,
    '<meta name="viewport" content="width=device-width,initial-scale=1">',
    '<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">',
    `<title>${escapeHtml(title)}</title><style>${sheet}</style></head>`,
    `<body class="page" dir="${dir}" style="margin:0;padding:24px 12px;background:#fafafa;${font}">`,
    '<div class="card" role="article" style="max-width:480px;margin:0 auto;padding:32px 24px;background:#ffffff;border:1px solid #e0e0e0;border-radius:8px">',
    `<p class="ink" style="margin:0 0 24px;color:#242424;font-size:16px;font-weight:600">${escapeHtml(productName)}</p>`,
    `<h1 class="ink" style="margin:0 0 16px;color:#242424;font-size:20px;line-height:1.4;font-weight:600">${escapeHtml(title)}</h1>`,
    ...before.map((line) => paragraph(line, 'ink')),
    ...blocks.map(blockHtml),
    `<p style="margin:24px 0"><a class="button" href="${escapeHtml(url)}" style="display:inline-block;padding:10px 20px;border-radius:4px;background:#0f6cbd;color:#ffffff;font-size:15px;font-weight:600;text-decoration:none">${escapeHtml(label)}</a></p>`,
    ...after.map((line) => paragraph(line, 'soft')),
    paragraph(`${copy} ${url}`, 'soft'),
    stop === undefined ? '' : stopHtml(stop),
    '</div>',
    `<p class="soft" style="max-width:480px;margin:16px auto 0;text-align:center;color:#616161;font-size:12px;line-height:1.5">${escapeHtml(footer)}</p>`,
    '</body></html>',
  ].join('\n');
};

export const textOf = ({ title, before, blocks, label, url, after, footer, stop }: EmailText): string =>
  [
    ...[title, ...before, ...blocks.map(blockText), `${label}:\n${url}`, ...after],
    ...(stop === undefined ? [] : [`${stop.label}:\n${stop.url}`]),
    `-- \n${footer}`,
  ].join('\n\n');
