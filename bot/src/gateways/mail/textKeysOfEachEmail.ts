import type { MessageKey, MessageValues, Translate } from '#contracts/text/translateAndMessageKeyTypes.ts';
import { timeOnDay, formatDay } from '../../domain/wording/formatDatesListsAndDurations.ts';
import { clip } from '../../domain/wording/clipPlainAndLinkedText.ts';
import type { Email } from '../mailPort.ts';
import { escapeText } from './emailLayout.ts';

// Emails as message keys and values, so that HTML and plain text use the same text.

interface Link {
  readonly label: MessageKey;
  readonly url: string;
}

/** An email as message keys and values: the parts before its button, and the parts after it. */
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
 * Returns a name for an email that its recipient did not request. It is short and contains nothing that a mail program
 * turns into a link, so that the email cannot be used to spread a message.
 */
const unlinked = (name: string): string =>
  escapeText(clip(name.trim(), maxNameLength).replace(/([.:/@\\])(?=\S)/gu, '$1 '));

export type PlainEmail = Exclude<Email, { readonly kind: 'SUMMARY' | 'DIGEST' }>;

type EmailOf<Kind extends Email['kind']> = Extract<Email, { readonly kind: Kind }>;

interface DraftContext {
  readonly t: Translate;
  readonly publicUrl: string;
}

const askDraft = (email: EmailOf<'ASK'>, { t }: DraftContext): Draft => ({
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
});

const confirmDraft = (email: EmailOf<'CONFIRM'>, { publicUrl }: DraftContext): Draft => ({
  subject: 'mail.confirmSubject',
  title: 'mail.confirmTitle',
  // The email contains no data from the registration form. Until the address is confirmed, it may belong to another
  // person.
  before: ['mail.confirmText'],
  button: { label: 'mail.confirmButton', url: `${publicUrl}/confirm/${email.code}` },
  after: ['mail.confirmNote'],
});

const resetDraft = (email: EmailOf<'RESET'>, { publicUrl }: DraftContext): Draft => ({
  subject: 'mail.resetSubject',
  title: 'mail.resetTitle',
  before: ['mail.hello', 'mail.resetText'],
  button: { label: 'mail.resetButton', url: `${publicUrl}/reset-password/${email.code}` },
  after: ['mail.resetNote'],
  values: { firstName: escapeText(email.firstName) },
});

const inviteDraft = (email: EmailOf<'INVITE'>, { publicUrl }: DraftContext): Draft => ({
  subject: 'mail.inviteSubject',
  title: 'mail.inviteTitle',
  before: ['mail.inviteText'],
  button: { label: 'mail.inviteButton', url: `${publicUrl}/register/${email.memberId}?code=${email.code}` },
  after: ['mail.inviteNote'],
  values: { inviter: escapeText(email.inviter), organisation: escapeText(email.organization) },
});

const registerAgainDraft = (email: EmailOf<'REGISTER_AGAIN'>, { publicUrl }: DraftContext): Draft => ({
  subject: 'mail.againSubject',
  title: 'mail.againTitle',
  before: ['mail.againText'],
  button: { label: 'mail.againButton', url: `${publicUrl}/register?code=${email.code}` },
  after: ['mail.againNote'],
});

const inUseDraft = ({ publicUrl }: DraftContext): Draft => ({
  subject: 'mail.inUseSubject',
  title: 'mail.inUseTitle',
  before: ['mail.inUseText'],
  button: { label: 'mail.inUseButton', url: `${publicUrl}/login` },
  after: ['mail.inUseNote'],
  values: { forgot: `${publicUrl}/forgot-password` },
});

const passwordChangedDraft = (email: EmailOf<'PASSWORD_CHANGED'>, { publicUrl }: DraftContext): Draft => ({
  subject: 'mail.changedSubject',
  title: 'mail.changedTitle',
  before: ['mail.hello', 'mail.changedText', ...(email.removed > 0 ? ['mail.changedIdentities' as const] : [])],
  button: { label: 'mail.changedButton', url: `${publicUrl}/forgot-password` },
  after: ['mail.changedNote'],
  values: { firstName: escapeText(email.firstName), count: email.removed },
});

const accessChangedDraft = (email: EmailOf<'ACCESS_CHANGED'>, { publicUrl }: DraftContext): Draft => ({
  subject: 'mail.accessSubject',
  title: 'mail.accessTitle',
  before: ['mail.hello', 'mail.accessText'],
  button: { label: 'mail.accessButton', url: `${publicUrl}/forgot-password` },
  after: ['mail.accessNote'],
  values: {
    firstName: escapeText(email.firstName),
    change: email.change,
    organisation: escapeText(email.organization),
  },
});

const factorResetDraft = (email: EmailOf<'FACTOR_RESET'>, { publicUrl }: DraftContext): Draft => ({
  subject: 'mail.factorSubject',
  title: 'mail.factorTitle',
  before: ['mail.hello', 'mail.factorText'],
  button: { label: 'mail.factorButton', url: `${publicUrl}/login` },
  after: ['mail.factorNote'],
  values: {
    firstName: escapeText(email.firstName),
    admin: escapeText(email.admin),
    organisation: escapeText(email.organization),
  },
});

const orgDeletedDraft = (email: EmailOf<'ORG_DELETED'>, { publicUrl }: DraftContext): Draft => ({
  subject: 'mail.orgDeletedSubject',
  title: 'mail.orgDeletedTitle',
  before: ['mail.orgDeletedText'],
  button: { label: 'mail.orgDeletedButton', url: `${publicUrl}/organization/restore/${email.code}` },
  after: ['mail.orgDeletedNote'],
  values: { organisation: escapeText(email.organization), admin: escapeText(email.admin), until: email.until },
});

const invoiceReadyDraft = (email: EmailOf<'INVOICE_READY'>, { publicUrl }: DraftContext): Draft => ({
  subject: 'mail.invoiceSubject',
  title: 'mail.invoiceTitle',
  before: ['mail.invoiceText', ...(email.howToPay === '' ? [] : ['mail.invoiceHow' as const])],
  button: { label: 'mail.invoiceButton', url: `${publicUrl}/billing` },
  after: ['mail.invoiceNote'],
  values: {
    organisation: escapeText(email.organization),
    number: email.number,
    amount: email.amount,
    month: email.month,
    hasDue: String(email.dueOn !== ''),
    due: email.dueOn,
    how: escapeText(email.howToPay),
    isListed: String(email.isListed),
  },
});

const paymentFailedDraft = (email: EmailOf<'PAYMENT_FAILED'>, { publicUrl }: DraftContext): Draft => ({
  subject: 'mail.dunningSubject',
  title: 'mail.dunningTitle',
  before: ['mail.dunningText'],
  button: { label: 'mail.dunningButton', url: `${publicUrl}/payment/add` },
  after: ['mail.dunningNote'],
  values: {
    organisation: escapeText(email.organization),
    number: email.number,
    amount: email.amount,
    until: email.until,
    last: String(email.isLast),
  },
});

const consentDraft = (email: EmailOf<'CONSENT'>): Draft => ({
  subject: 'mail.consentSubject',
  title: 'mail.consentTitle',
  before: ['mail.consentText'],
  button: { label: 'mail.consentButton', url: email.url },
  after: ['mail.consentNote'],
  values: {
    organisation: unlinked(email.organization),
    sender: unlinked(email.sender),
    hasSender: String(email.sender.trim() !== ''),
  },
});

const connectedDraft = (email: EmailOf<'CONNECTED'>, { publicUrl }: DraftContext): Draft => ({
  subject: 'mail.connectedSubject',
  title: 'mail.connectedTitle',
  before: ['mail.connectedText'],
  button: { label: 'mail.connectedButton', url: `${publicUrl}/` },
  after: ['mail.connectedNote'],
  values: {
    organisation: escapeText(email.organization),
    admin: escapeText(email.admin),
    installer: escapeText(email.installer),
  },
});

export const draftOf = (email: PlainEmail, context: DraftContext): Draft => {
  switch (email.kind) {
    case 'ASK':
      return askDraft(email, context);
    case 'CONFIRM':
      return confirmDraft(email, context);
    case 'RESET':
      return resetDraft(email, context);
    case 'INVITE':
      return inviteDraft(email, context);
    case 'REGISTER_AGAIN':
      return registerAgainDraft(email, context);
    case 'IN_USE':
      return inUseDraft(context);
    case 'PASSWORD_CHANGED':
      return passwordChangedDraft(email, context);
    case 'ACCESS_CHANGED':
      return accessChangedDraft(email, context);
    case 'FACTOR_RESET':
      return factorResetDraft(email, context);
    case 'ORG_DELETED':
      return orgDeletedDraft(email, context);
    case 'INVOICE_READY':
      return invoiceReadyDraft(email, context);
    case 'PAYMENT_FAILED':
      return paymentFailedDraft(email, context);
    case 'CONSENT':
      return consentDraft(email);
    case 'CONNECTED':
      return connectedDraft(email, context);
  }
};
