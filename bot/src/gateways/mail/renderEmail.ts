import { productName } from '#contracts/core/limitsAndProductConstants.ts';
import type { MessageKey, Translate } from '#contracts/text/translateAndMessageKeyTypes.ts';
import { languageOf } from '#contracts/text/languagesAndLocaleChoice.ts';
import type { Email } from '../mailPort.ts';
import { draftOf } from './textKeysOfEachEmail.ts';
import type { PlainEmail } from './textKeysOfEachEmail.ts';
import { htmlOf, escapeText, subjectLine, textOf } from './emailLayout.ts';
import type { EmailText } from './emailLayout.ts';
import { summaryLine } from '../../domain/wording/formatSummaryFigures.ts';
import { renderDigestText } from './digestEmailText.ts';
import { renderSummaryText } from './summaryEmailText.ts';

export interface RenderedEmail {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

interface Page {
  readonly t: Translate;
  /** BCP 47 tag of the email's language. */
  readonly locale: string;
  readonly publicUrl: string;
}

type Content = Omit<EmailText, 'copy' | 'footer'> & { readonly subject: string };

const plainContent = (email: PlainEmail, page: Page): Content => {
  const draft = draftOf(email, page);
  const text = (key: MessageKey): string => page.t(key, { product: productName, ...draft.values });
  return {
    subject: text(draft.subject),
    title: text(draft.title),
    before: draft.before.map(text),
    blocks: [],
    label: text(draft.button.label),
    url: draft.button.url,
    after: draft.after.map(text),
  };
};

const digestContent = (email: Extract<Email, { readonly kind: 'DIGEST' }>, page: Page): Content => {
  const rendered = renderDigestText(page.t, email.model, page.publicUrl);
  const hasSender = String(email.sender.trim() !== '');
  const names = { organisation: escapeText(email.organization), sender: escapeText(email.sender), hasSender };
  return {
    ...rendered,
    before: [page.t('digest.mailFrom', names), ...rendered.before],
    stop: { label: page.t('mail.summaryStop', names), url: email.stopUrl },
    subject: rendered.title,
    label: page.t('digest.open'),
    url: email.url,
  };
};

const contentOf = (email: Email, page: Page): Content => {
  if (email.kind === 'DIGEST') return digestContent(email, page);
  if (email.kind !== 'SUMMARY') return plainContent(email, page);
  const rendered = renderSummaryText(page.t, email.model, email.timezone, page.publicUrl);
  const hasSender = String(email.sender.trim() !== '');
  const names = { organisation: escapeText(email.organization), sender: escapeText(email.sender), hasSender };
  return {
    ...rendered,
    before: [page.t('mail.summaryFrom', names), ...rendered.before],
    stop: { label: page.t('mail.summaryStop', names), url: email.stopUrl },
    subject: summaryLine(page.t, email.model),
    label: page.t('card.openReport'),
    url: email.url,
  };
};

/** Returns the email as HTML and as plain text. Links to the web app begin with `publicUrl`. */
export const renderEmail = (email: Email, page: Page): RenderedEmail => {
  const { subject, ...content } = contentOf(email, page);
  const answer: EmailText = {
    ...content,
    copy: page.t('mail.copyLink'),
    footer: page.t('mail.footer', { product: productName, address: page.publicUrl }),
  };
  return { subject: subjectLine(subject), text: textOf(answer), html: htmlOf(languageOf(page.locale) ?? 'en', answer) };
};
