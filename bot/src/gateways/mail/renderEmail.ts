import { productName } from '#contracts/core/limits.ts';
import type { MessageKey, MessageValues, Translate } from '#contracts/text/catalogueKeys.ts';
import { languageOf } from '#contracts/text/languages.ts';
import { clip, timeOnDay, formatDay } from '../../domain/wording/formatValues.ts';
import type { Email } from '../mailPort.ts';
import { htmlOf, escapeText, subjectLine, textOf } from './emailLayout.ts';
import type { EmailText } from './emailLayout.ts';
import { summaryLine } from '../../domain/reports/summaryFacts.ts';
import { renderSummaryText } from './summaryEmailText.ts';

export interface RenderedEmail {
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

const maxNameLength = 60;

/**
 * A name in an email to a person who did not ask for it: short, and without characters that mail programs turn into a link, so
 * that a request for consent cannot carry another message.
 */
const unlinked = (name: string): string =>
  escapeText(clip(name.trim(), maxNameLength).replace(/([.:/@\\])(?=\S)/gu, '$1 '));

type PlainEmail = Exclude<Email, { readonly kind: 'SUMMARY' }>;

const draftOf = (email: PlainEmail, { t, publicUrl }: Pick<Page, 't' | 'publicUrl'>): Draft => {
  switch (email.kind) {
    case 'ASK':
      return {
        subject: 'mail.askSubject',
        title: 'mail.askTitle',
        before: ['mail.askText'],
        button: { label: 'mail.askButton', url: email.url },
        after: ['mail.askNote'],
        values: {
          meeting: escapeText(email.meetingName),
          date: formatDay(t, email.date),
          time: timeOnDay(t, email.closesAt, email.timezone, email.date),
        },
      };
    case 'CONFIRM':
      return {
        subject: 'mail.confirmSubject',
        title: 'mail.confirmTitle',
        // It contains none of the typed data: until the confirmation, this email goes to the owner of the address, who may be
        // another person.
        before: ['mail.confirmText'],
        button: { label: 'mail.confirmButton', url: `${publicUrl}/confirm/${email.code}` },
        after: ['mail.confirmNote'],
      };
    case 'RESET':
      return {
        subject: 'mail.resetSubject',
        title: 'mail.resetTitle',
        before: ['mail.hello', 'mail.resetText'],
        button: { label: 'mail.resetButton', url: `${publicUrl}/reset-password/${email.code}` },
        after: ['mail.resetNote'],
        values: { firstName: escapeText(email.firstName) },
      };
    case 'INVITE':
      return {
        subject: 'mail.inviteSubject',
        title: 'mail.inviteTitle',
        before: ['mail.inviteText'],
        button: { label: 'mail.inviteButton', url: `${publicUrl}/register/${email.memberId}?code=${email.code}` },
        after: ['mail.inviteNote'],
        values: { inviter: escapeText(email.inviter), organization: escapeText(email.organization) },
      };
    case 'REGISTER_AGAIN':
      return {
        subject: 'mail.againSubject',
        title: 'mail.againTitle',
        before: ['mail.againText'],
        button: { label: 'mail.againButton', url: `${publicUrl}/register?code=${email.code}` },
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
        before: ['mail.hello', 'mail.changedText', ...(email.removed > 0 ? ['mail.changedIdentities' as const] : [])],
        button: { label: 'mail.changedButton', url: `${publicUrl}/forgot-password` },
        after: ['mail.changedNote'],
        values: { firstName: escapeText(email.firstName), count: email.removed },
      };
    case 'ACCESS_CHANGED':
      return {
        subject: 'mail.accessSubject',
        title: 'mail.accessTitle',
        before: ['mail.hello', 'mail.accessText'],
        button: { label: 'mail.accessButton', url: `${publicUrl}/forgot-password` },
        after: ['mail.accessNote'],
        values: {
          firstName: escapeText(email.firstName),
          change: email.change,
          organization: escapeText(email.organization),
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
          firstName: escapeText(email.firstName),
          admin: escapeText(email.admin),
          organization: escapeText(email.organization),
        },
      };
    case 'ORG_DELETED':
      return {
        subject: 'mail.orgDeletedSubject',
        title: 'mail.orgDeletedTitle',
        before: ['mail.orgDeletedText'],
        button: { label: 'mail.orgDeletedButton', url: `${publicUrl}/organization/restore/${email.code}` },
        after: ['mail.orgDeletedNote'],
        values: { organization: escapeText(email.organization), admin: escapeText(email.admin), until: email.until },
      };
    case 'INVOICE_READY':
      return {
        subject: 'mail.invoiceSubject',
        title: 'mail.invoiceTitle',
        before: ['mail.invoiceText', ...(email.howToPay === '' ? [] : ['mail.invoiceHow' as const])],
        button: { label: 'mail.invoiceButton', url: `${publicUrl}/billing` },
        after: ['mail.invoiceNote'],
        values: {
          organization: escapeText(email.organization),
          number: email.number,
          amount: email.amount,
          month: email.month,
          hasDue: String(email.dueOn !== ''),
          due: email.dueOn,
          how: escapeText(email.howToPay),
          isListed: String(email.isListed),
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
          organization: escapeText(email.organization),
          number: email.number,
          amount: email.amount,
          until: email.until,
          last: String(email.isLast),
        },
      };
    case 'CONSENT':
      return {
        subject: 'mail.consentSubject',
        title: 'mail.consentTitle',
        before: ['mail.consentText'],
        button: { label: 'mail.consentButton', url: email.url },
        after: ['mail.consentNote'],
        values: {
          organization: unlinked(email.organization),
          sender: unlinked(email.sender),
          hasSender: String(email.sender.trim() !== ''),
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
          organization: escapeText(email.organization),
          admin: escapeText(email.admin),
          installer: escapeText(email.installer),
        },
      };
  }
};

interface Page {
  readonly t: Translate;
  /** BCP 47. */
  readonly locale: string;
  readonly publicUrl: string;
}

type Content = Omit<EmailText, 'copy' | 'footer'> & { readonly subject: string };

const plainContent = (email: PlainEmail, page: Page): Content => {
  const draft = draftOf(email, page);
  const say = (key: MessageKey): string => page.t(key, { product: productName, ...draft.values });
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

const contentOf = (email: Email, page: Page): Content => {
  if (email.kind !== 'SUMMARY') return plainContent(email, page);
  const said = renderSummaryText(page.t, email.model, email.timezone, page.publicUrl);
  const hasSender = String(email.sender.trim() !== '');
  const names = { organization: escapeText(email.organization), sender: escapeText(email.sender), hasSender };
  return {
    ...said,
    before: [page.t('mail.summaryFrom', names), ...said.before],
    stop: { label: page.t('mail.summaryStop', names), url: email.stopUrl },
    subject: summaryLine(page.t, email.model),
    label: page.t('card.openReport'),
    url: email.url,
  };
};

/** The email as HTML and as plain text. All links begin with `publicUrl`. */
export const renderEmail = (email: Email, page: Page): RenderedEmail => {
  const { subject, ...content } = contentOf(email, page);
  const answer: EmailText = {
    ...content,
    copy: page.t('mail.copyLink'),
    footer: page.t('mail.footer', { product: productName, address: page.publicUrl }),
  };
  return { subject: subjectLine(subject), text: textOf(answer), html: htmlOf(languageOf(page.locale) ?? 'en', answer) };
};
