import { productName } from '#contracts/core/limits.ts';
import type { MessageKey, MessageValues, Words } from '#contracts/text/catalogueKeys.ts';
import { languageOf } from '#contracts/text/languages.ts';
import { clip, timeOnDay, dayInWords } from '../../domain/wording/inWords.ts';
import type { Letter } from '../mail.ts';
import { htmlOf, piece, subjectLine, textOf } from './layout.ts';
import type { Said } from './layout.ts';
import { summaryLine } from '../../domain/reports/summaryFacts.ts';
import { summaryInWords } from './summaryLetter.ts';

export interface RenderedLetter {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

interface Link {
  readonly label: MessageKey;
  readonly url: string;
}

/** An email as message keys and values: the parts before its one button, and after it. */
interface Draft {
  readonly subject: MessageKey;
  readonly title: MessageKey;
  readonly before: readonly MessageKey[];
  readonly button: Link;
  readonly after: readonly MessageKey[];
  readonly values?: MessageValues;
}

const mostOfName = 60;

/**
 * A name in an email to a person who did not ask for it: short, and without characters that mail programs turn into a link, so
 * that a request for consent cannot carry another message.
 */
const unlinked = (name: string): string => piece(clip(name.trim(), mostOfName).replace(/([.:/@\\])(?=\S)/gu, '$1 '));

type PlainLetter = Exclude<Letter, { readonly kind: 'SUMMARY' }>;

const draftOf = (letter: PlainLetter, { words, publicUrl }: Pick<Page, 'words' | 'publicUrl'>): Draft => {
  switch (letter.kind) {
    case 'ASK':
      return {
        subject: 'mail.askSubject',
        title: 'mail.askTitle',
        before: ['mail.askText'],
        button: { label: 'mail.askButton', url: letter.url },
        after: ['mail.askNote'],
        values: {
          meeting: piece(letter.meetingName),
          date: dayInWords(words, letter.date),
          time: timeOnDay(words, letter.closesAt, letter.timezone, letter.date),
        },
      };
    case 'CONFIRM':
      return {
        subject: 'mail.confirmSubject',
        title: 'mail.confirmTitle',
        // It contains none of the typed data: until the confirmation, this email goes to the owner of the address, who may be
        // another person.
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
    case 'REGISTER_AGAIN':
      return {
        subject: 'mail.againSubject',
        title: 'mail.againTitle',
        before: ['mail.againText'],
        button: { label: 'mail.againButton', url: `${publicUrl}/register?code=${letter.code}` },
        after: ['mail.againNote'],
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
        before: ['mail.hello', 'mail.changedText', ...(letter.removed > 0 ? ['mail.changedIdentities' as const] : [])],
        button: { label: 'mail.changedButton', url: `${publicUrl}/forgot-password` },
        after: ['mail.changedNote'],
        values: { firstName: piece(letter.firstName), count: letter.removed },
      };
    case 'ACCESS_CHANGED':
      return {
        subject: 'mail.accessSubject',
        title: 'mail.accessTitle',
        before: ['mail.hello', 'mail.accessText'],
        button: { label: 'mail.accessButton', url: `${publicUrl}/forgot-password` },
        after: ['mail.accessNote'],
        values: {
          firstName: piece(letter.firstName),
          change: letter.change,
          organization: piece(letter.organization),
        },
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
    case 'INVOICE_READY':
      return {
        subject: 'mail.invoiceSubject',
        title: 'mail.invoiceTitle',
        before: ['mail.invoiceText', ...(letter.howToPay === '' ? [] : ['mail.invoiceHow' as const])],
        button: { label: 'mail.invoiceButton', url: `${publicUrl}/billing` },
        after: ['mail.invoiceNote'],
        values: {
          organization: piece(letter.organization),
          number: letter.number,
          amount: letter.amount,
          month: letter.month,
          hasDue: String(letter.dueOn !== ''),
          due: letter.dueOn,
          how: piece(letter.howToPay),
          isListed: String(letter.isListed),
        },
      };
    case 'PAYMENT_FAILED':
      return {
        subject: 'mail.dunningSubject',
        title: 'mail.dunningTitle',
        before: ['mail.dunningText'],
        button: { label: 'mail.dunningButton', url: `${publicUrl}/payment/add` },
        after: ['mail.dunningNote'],
        values: {
          organization: piece(letter.organization),
          number: letter.number,
          amount: letter.amount,
          until: letter.until,
          last: String(letter.isLast),
        },
      };
    case 'CONSENT':
      return {
        subject: 'mail.consentSubject',
        title: 'mail.consentTitle',
        before: ['mail.consentText'],
        button: { label: 'mail.consentButton', url: letter.url },
        after: ['mail.consentNote'],
        values: {
          organization: unlinked(letter.organization),
          sender: unlinked(letter.sender),
          hasSender: String(letter.sender.trim() !== ''),
        },
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

interface Page {
  readonly words: Words;
  /** BCP 47. */
  readonly locale: string;
  readonly publicUrl: string;
}

type Content = Omit<Said, 'copy' | 'footer'> & { readonly subject: string };

const plainContent = (letter: PlainLetter, page: Page): Content => {
  const draft = draftOf(letter, page);
  const say = (key: MessageKey): string => page.words(key, { product: productName, ...draft.values });
  return {
    subject: say(draft.subject),
    title: say(draft.title),
    before: draft.before.map(say),
    blocks: [],
    label: say(draft.button.label),
    url: draft.button.url,
    after: draft.after.map(say),
  };
};

const contentOf = (letter: Letter, page: Page): Content => {
  if (letter.kind !== 'SUMMARY') return plainContent(letter, page);
  const said = summaryInWords(page.words, letter.model, letter.timezone);
  const hasSender = String(letter.sender.trim() !== '');
  const names = { organization: piece(letter.organization), sender: piece(letter.sender), hasSender };
  return {
    ...said,
    before: [page.words('mail.summaryFrom', names), ...said.before],
    stop: { label: page.words('mail.summaryStop', names), url: letter.stopUrl },
    subject: summaryLine(page.words, letter.model),
    label: page.words('card.openReport'),
    url: letter.url,
  };
};

/** The email as HTML and as plain text. All links begin with `publicUrl`. */
export const renderLetter = (letter: Letter, page: Page): RenderedLetter => {
  const { subject, ...content } = contentOf(letter, page);
  const said: Said = {
    ...content,
    copy: page.words('mail.copyLink'),
    footer: page.words('mail.footer', { product: productName, address: page.publicUrl }),
  };
  return { subject: subjectLine(subject), text: textOf(said), html: htmlOf(languageOf(page.locale) ?? 'en', said) };
};
