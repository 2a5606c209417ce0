import type { Instant, LocalDate, MemberId, ZoneId } from '#contracts/core/ids.ts';
import type { SummaryModel } from '../domain/reports/dailyReport.ts';

/** Content of an email. Its sentences come from the catalogue; all text of people is shown as plain text. */
export type Email =
  | { readonly kind: 'CONFIRM'; readonly code: string }
  | { readonly kind: 'RESET'; readonly code: string; readonly firstName: string }
  | {
      readonly kind: 'INVITE';
      readonly code: string;
      readonly memberId: MemberId;
      readonly inviter: string;
      readonly organization: string;
    }
  /** The address has an unconfirmed registration: a new one with this code replaces it. */
  | { readonly kind: 'REGISTER_AGAIN'; readonly code: string }
  | { readonly kind: 'IN_USE' }
  | {
      readonly kind: 'PASSWORD_CHANGED';
      readonly firstName: string;
      /**
       * Number of Microsoft accounts that can no longer sign in to the account, because the password change removed all
       * that were joined to it.
       */
      readonly removed: number;
    }
  /** The sign-in methods of the account changed. `organization`: organisation of the Microsoft account. */
  | {
      readonly kind: 'ACCESS_CHANGED';
      readonly firstName: string;
      readonly change: string;
      readonly organization: string;
    }
  /** An admin removed the second factor of a person who had lost it. */
  | { readonly kind: 'FACTOR_RESET'; readonly firstName: string; readonly admin: string; readonly organization: string }
  /**
   * An organisation is pending deletion. Contains the admin who deleted it, and the instant until which the link
   * restores it.
   */
  | {
      readonly kind: 'ORG_DELETED';
      readonly code: string;
      readonly organization: string;
      readonly admin: string;
      readonly until: string;
    }
  /** An invoice is ready; its PDF is attached. `amount`: in the reader's language, with its currency. */
  | {
      readonly kind: 'INVOICE_READY';
      readonly organization: string;
      readonly number: string;
      readonly amount: string;
      /** Month as text in the reader's language. */
      readonly month: string;
      readonly dueOn: string;
      /** Payment instructions on one line; may be empty. */
      readonly howToPay: string;
      readonly isListed: boolean;
    }
  /**
   * A payment failed. `until`: end of the grace, in which nothing is restricted. `isLast`: this is the last reminder, or the
   * organisation is already read-only.
   */
  | {
      readonly kind: 'PAYMENT_FAILED';
      readonly organization: string;
      readonly number: string;
      readonly amount: string;
      readonly until: string;
      readonly isLast: boolean;
    }
  /**
   * A Microsoft tenant was connected with the organisation. Contains the admin who connected it and the person who had
   * installed the bot there.
   */
  | { readonly kind: 'CONNECTED'; readonly organization: string; readonly admin: string; readonly installer: string }
  /**
   * The email with the summary of a run, sent to each summary address. `timezone`: zone of the shown times. `sender`:
   * the person who set up the report; may be empty.
   */
  | {
      readonly kind: 'SUMMARY';
      readonly model: SummaryModel;
      readonly url: string;
      readonly timezone: ZoneId;
      readonly organization: string;
      readonly sender: string;
      /** Page on which the recipient unsubscribes from the summaries of this organisation. */
      readonly stopUrl: string;
    }
  /**
   * Asks an address outside the organisation for consent to summaries. `sender`: the member who entered the address;
   * may be empty.
   */
  | {
      readonly kind: 'CONSENT';
      readonly organization: string;
      readonly sender: string;
      readonly url: string;
    }
  /** Links a member to the questions on the web, because the chat refused the card. */
  | {
      readonly kind: 'ASK';
      readonly meetingName: string;
      readonly date: LocalDate;
      readonly closesAt: Instant;
      readonly timezone: ZoneId;
      readonly url: string;
    };

export interface Attachment {
  readonly fileName: string;
  readonly contentType: string;
  readonly content: Buffer;
}

export interface Mail {
  /** The same id at each try, so that mail programs show a repeated email once. */
  readonly id: string;
  readonly to: string;
  /** Language of the email as a BCP 47 tag. */
  readonly locale: string;
  readonly email: Email;
  readonly attachments?: readonly Attachment[];
}

/**
 * REFUSED: the recipient or the message was refused permanently. LATER: a failure that may pass. HELD: one of our own
 * rate limits delays the mail.
 */
export type MailFault =
  | { readonly kind: 'REFUSED'; readonly status: number }
  | { readonly kind: 'HELD'; readonly retryAfterMs: number }
  /** `mayHaveArrived`: the server was reached but did not answer, so it may have accepted the mail. */
  | { readonly kind: 'LATER'; readonly mayHaveArrived?: true };

/** The message of this error never quotes the server, because the server may quote an address. */
export class MailError extends Error {
  readonly fault: MailFault;
  constructor(fault: MailFault, options: { cause?: unknown } = {}) {
    super(fault.kind, options);
    this.name = 'MailError';
    this.fault = fault;
  }
}

export interface MailGateway {
  /** Resolves after the mail was handed over, within the deadline. Rejects with MailError. */
  send(mail: Mail, deadlineMs: number): Promise<void>;
}
