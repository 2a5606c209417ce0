import { productName } from '#contracts/limits.ts';
import type { MessageKey, MessageValues, Words } from '#contracts/text/keys.ts';
import { languageOf } from '#contracts/text/languages.ts';
import { timeOnDay, dayInWords } from '../../domain/inWords.ts';
import type { Letter } from '../mail.ts';
import { htmlOf, piece, subjectLine, textOf } from './layout.ts';
import type { Said } from './layout.ts';
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

/** A letter as lines to be put into words: what stands before its one button, and after. */
interface Draft {
  readonly subject: MessageKey;
  readonly title: MessageKey;
  readonly before: readonly MessageKey[];
  readonly button: Link;
  readonly after: readonly MessageKey[];
  readonly values?: MessageValues;
}

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
    case 'INVOICE_READY':
      return {
        subject: 'mail.invoiceSubject',
        title: 'mail.invoiceTitle',
        before: ['mail.invoiceText'],
        button: { label: 'mail.invoiceButton', url: `${publicUrl}/billing` },
        after: ['mail.invoiceNote'],
        values: { organization: piece(letter.organization), number: letter.number, amount: letter.amount },
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
  const { meetingName: meeting } = letter.model.header;
  const { answered, asked, blockers } = letter.model.facts;
  return {
    ...summaryInWords(page.words, letter.model, letter.timezone),
    subject: page.words('summary.notification', { meeting, answered, asked, blockers }),
    label: page.words('card.openReport'),
    url: letter.url,
  };
};

/** The letter in both its parts. Links begin with `publicUrl` and nothing else. */
export const renderLetter = (letter: Letter, page: Page): RenderedLetter => {
  const { subject, ...content } = contentOf(letter, page);
  const said: Said = {
    ...content,
    copy: page.words('mail.copyLink'),
    footer: page.words('mail.footer', { product: productName, address: page.publicUrl }),
  };
  return { subject: subjectLine(subject), text: textOf(said), html: htmlOf(languageOf(page.locale) ?? 'en', said) };
};
