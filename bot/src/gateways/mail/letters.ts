import { productName } from '#contracts/limits.ts';
import type { MessageKey, MessageValues, Words } from '#contracts/text/keys.ts';
import type { Letter } from '../mail.ts';

export interface RenderedLetter {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

interface Link {
  readonly label: MessageKey;
  readonly url: string;
}

/** A letter as lines to be put into words: what stands before its one button, and after. */
interface Draft {
  readonly subject: MessageKey;
  readonly title: MessageKey;
  readonly before: readonly MessageKey[];
  readonly button: Link;
  readonly after: readonly MessageKey[];
  readonly values?: MessageValues;
}

const bidi = /[\u0590-\u08ff\u200e\u200f\u202a-\u202e\u2066-\u2069\ufb1d-\ufdff\ufe70-\ufefc]/;
const signs = /[\p{Cc}\u2028\u2029]/gu;

/** What people wrote as one piece of a line: it cannot break the line, nor turn the direction of what follows. */
const piece = (text: string): string => {
  // An end of isolation in the text itself would let the rest of it out.
  const line = text.replace(signs, ' ').replace(/[\u2066-\u2069]/g, '');
  return bidi.test(line) ? `\u2068${line}\u2069` : line;
};

const mostSubject = 200;

/** One line, of bounded length, without signs that turn the direction of reading. */
export const subjectLine = (text: string): string =>
  Array.from(text.replace(signs, ' ').replace(/[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, ''))
    .slice(0, mostSubject)
    .join('')
    .trim();

const draftOf = (letter: Letter, publicUrl: string): Draft => {
  switch (letter.kind) {
    case 'CONFIRM':
      return {
        subject: 'mail.confirmSubject',
        title: 'mail.confirmTitle',
        // Nothing of what was typed: until it is confirmed, this goes to whoever has the address.
        before: ['mail.confirmText'],
        button: { label: 'mail.confirmButton', url: `${publicUrl}/confirm/${letter.code}` },
        after: ['mail.confirmNote'],
      };
    case 'RESET':
      return {
        subject: 'mail.resetSubject',
        title: 'mail.resetTitle',
        before: ['mail.hello', 'mail.resetText'],
        button: { label: 'mail.resetButton', url: `${publicUrl}/reset-password/${letter.code}` },
        after: ['mail.resetNote'],
        values: { firstName: piece(letter.firstName) },
      };
    case 'INVITE':
      return {
        subject: 'mail.inviteSubject',
        title: 'mail.inviteTitle',
        before: ['mail.inviteText'],
        button: { label: 'mail.inviteButton', url: `${publicUrl}/register/${letter.memberId}?code=${letter.code}` },
        after: ['mail.inviteNote'],
        values: { inviter: piece(letter.inviter), organization: piece(letter.organization) },
      };
    case 'IN_USE':
      return {
        subject: 'mail.inUseSubject',
        title: 'mail.inUseTitle',
        before: ['mail.inUseText'],
        button: { label: 'mail.inUseButton', url: `${publicUrl}/login` },
        after: ['mail.inUseNote'],
        values: { forgot: `${publicUrl}/forgot-password` },
      };
    case 'PASSWORD_CHANGED':
      return {
        subject: 'mail.changedSubject',
        title: 'mail.changedTitle',
        before: ['mail.hello', 'mail.changedText'],
        button: { label: 'mail.changedButton', url: `${publicUrl}/forgot-password` },
        after: ['mail.changedNote'],
        values: { firstName: piece(letter.firstName) },
      };
    case 'FACTOR_RESET':
      return {
        subject: 'mail.factorSubject',
        title: 'mail.factorTitle',
        before: ['mail.hello', 'mail.factorText'],
        button: { label: 'mail.factorButton', url: `${publicUrl}/login` },
        after: ['mail.factorNote'],
        values: {
          firstName: piece(letter.firstName),
          admin: piece(letter.admin),
          organization: piece(letter.organization),
        },
      };
    case 'ORG_DELETED':
      return {
        subject: 'mail.orgDeletedSubject',
        title: 'mail.orgDeletedTitle',
        before: ['mail.orgDeletedText'],
        button: { label: 'mail.orgDeletedButton', url: `${publicUrl}/organization/restore/${letter.code}` },
        after: ['mail.orgDeletedNote'],
        values: { organization: piece(letter.organization), admin: piece(letter.admin), until: letter.until },
      };
    case 'CONNECTED':
      return {
        subject: 'mail.connectedSubject',
        title: 'mail.connectedTitle',
        before: ['mail.connectedText'],
        button: { label: 'mail.connectedButton', url: `${publicUrl}/` },
        after: ['mail.connectedNote'],
        values: {
          organization: piece(letter.organization),
          admin: piece(letter.admin),
          installer: piece(letter.installer),
        },
      };
  }
};

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escape = (text: string): string => text.replace(/[&<>"']/g, (sign) => entities[sign] ?? sign);

// Colours stand on the elements for programs that drop the sheet, and in the sheet for those that go dark.
const sheet = `:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (prefers-color-scheme:dark){.page{background:#1f1f1f!important}.card{background:#292929!important;border-color:#525252!important}
.ink{color:#ffffff!important}.soft{color:#adadad!important}.button{background:#115ea3!important}}`;
const font = "font-family:'Segoe UI',-apple-system,BlinkMacSystemFont,Roboto,Helvetica,Arial,sans-serif";

const paragraph = (text: string, look: 'ink' | 'soft'): string => {
  const style = look === 'ink' ? 'color:#242424;font-size:15px' : 'color:#616161;font-size:13px';
  return `<p class="${look}" style="margin:0 0 16px;line-height:1.5;overflow-wrap:anywhere;${style}">${escape(text)}</p>`;
};

interface Said {
  readonly title: string;
  readonly before: readonly string[];
  readonly label: string;
  readonly url: string;
  readonly after: readonly string[];
  readonly copy: string;
  readonly footer: string;
}

const htmlOf = (locale: string, { title, before, label, url, after, copy, footer }: Said): string =>
  [
    `<!doctype html><html lang="${escape(locale)}"><head><meta charset="utf-8">`,
    '<meta name="viewport" content="width=device-width,initial-scale=1">',
    '<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">',
    `<title>${escape(title)}</title><style>${sheet}</style></head>`,
    `<body class="page" style="margin:0;padding:24px 12px;background:#fafafa;${font}">`,
    '<div class="card" role="article" style="max-width:480px;margin:0 auto;padding:32px 24px;background:#ffffff;border:1px solid #e0e0e0;border-radius:8px">',
    `<p class="ink" style="margin:0 0 24px;color:#242424;font-size:16px;font-weight:600">${escape(productName)}</p>`,
    `<h1 class="ink" style="margin:0 0 16px;color:#242424;font-size:20px;line-height:1.4;font-weight:600">${escape(title)}</h1>`,
    ...before.map((line) => paragraph(line, 'ink')),
    `<p style="margin:24px 0"><a class="button" href="${escape(url)}" style="display:inline-block;padding:10px 20px;border-radius:4px;background:#0f6cbd;color:#ffffff;font-size:15px;font-weight:600;text-decoration:none">${escape(label)}</a></p>`,
    ...after.map((line) => paragraph(line, 'soft')),
    paragraph(`${copy} ${url}`, 'soft'),
    '</div>',
    `<p class="soft" style="max-width:480px;margin:16px auto 0;text-align:center;color:#616161;font-size:12px;line-height:1.5">${escape(footer)}</p>`,
    '</body></html>',
  ].join('\n');

const textOf = ({ title, before, label, url, after, footer }: Said): string =>
  [title, ...before, `${label}:\n${url}`, ...after, `-- \n${footer}`].join('\n\n');

/** The letter in both its parts. Links begin with `publicUrl` and nothing else. */
export const renderLetter = (
  letter: Letter,
  { words, locale, publicUrl }: { readonly words: Words; readonly locale: string; readonly publicUrl: string },
): RenderedLetter => {
  const draft = draftOf(letter, publicUrl);
  const say = (key: MessageKey): string => words(key, { product: productName, ...draft.values });
  const said: Said = {
    title: say(draft.title),
    before: draft.before.map(say),
    label: say(draft.button.label),
    url: draft.button.url,
    after: draft.after.map(say),
    copy: say('mail.copyLink'),
    footer: words('mail.footer', { product: productName, address: publicUrl }),
  };
  return { subject: subjectLine(say(draft.subject)), text: textOf(said), html: htmlOf(locale, said) };
};
