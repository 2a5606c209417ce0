import type { Instant, LocalDate, MemberId, ZoneId } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { DigestModel } from '../domain/digests/digestModelTypes.ts';
import type { SummaryModel } from '../domain/reports/buildReportAndSummary.ts';

/** Content of an email. Its sentences come from the translated texts, and user-written text is shown as plain text. */
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
  /** The address has an unconfirmed registration. A new registration with this code replaces it. */
  | { readonly kind: 'REGISTER_AGAIN'; readonly code: string }
  | { readonly kind: 'IN_USE' }
  | {
      readonly kind: 'PASSWORD_CHANGED';
      readonly firstName: string;
      /**
       * Number of Microsoft accounts that were joined to the account. The password change removed them, so they can no
       * longer sign in to it.
       */
      readonly removed: number;
    }
  /** The sign-in methods of the account have changed. `organization`: organisation of the Microsoft account. */
  | {
      readonly kind: 'ACCESS_CHANGED';
      readonly firstName: string;
      readonly change: string;
      readonly organization: string;
    }
  /** An admin removed the second factor of a person who had lost it. */
  | { readonly kind: 'FACTOR_RESET'; readonly firstName: string; readonly admin: string; readonly organization: string }
  /**
   * An organisation is pending deletion. The email names the admin who deleted it, and the instant until which the link
   * can restore it.
   */
  | {
      readonly kind: 'ORG_DELETED';
      readonly code: string;
      readonly organization: string;
      readonly admin: string;
      readonly until: string;
    }
  /** An invoice is ready, and its PDF is attached. `amount`: text in the reader's language, with the currency. */
  | {
      readonly kind: 'INVOICE_READY';
      readonly organization: string;
      readonly number: string;
      readonly amount: string;
      /** The month as text in the reader's language. */
      readonly month: string;
      readonly dueOn: string;
      /** Payment instructions on one line; can be empty. */
      readonly howToPay: string;
      readonly isListed: boolean;
    }
  /**
   * A payment failed. `until`: end of the grace days, in which nothing is restricted. `isLast`: this is the last
   * reminder, or the organisation is already read-only.
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
   * The organisation was connected with a Microsoft tenant. The email names the admin who connected it, and the person
   * who had installed the bot in the tenant.
   */
  | { readonly kind: 'CONNECTED'; readonly organization: string; readonly admin: string; readonly installer: string }
  /** A scheduled digest for one recipient. `sender`: name of the digest's owner; can be empty. */
  | {
      readonly kind: 'DIGEST';
      readonly model: DigestModel;
      readonly url: string;
      readonly organization: string;
      readonly sender: string;
      /** URL of the page on which the recipient unsubscribes from the summaries and digests of this organisation. */
      readonly stopUrl: string;
    }
  /**
   * The summary of a run for one recipient. `timezone`: zone of the times in the email. `sender`: name of the
   * report's creator; empty if the report or the creator is no longer stored.
   */
  | {
      readonly kind: 'SUMMARY';
      readonly model: SummaryModel;
      readonly url: string;
      readonly timezone: ZoneId;
      readonly organization: string;
      readonly sender: string;
      /** URL of the page on which the recipient unsubscribes from the summaries and digests of this organisation. */
      readonly stopUrl: string;
    }
  /**
   * Asks an address outside the organisation for consent to summaries and digests. `sender`: name of the member who
   * entered the address; can be empty.
   */
  | {
      readonly kind: 'CONSENT';
      readonly organization: string;
      readonly sender: string;
      readonly url: string;
    }
  /** An email with a link to the questions on the web, for a member whose chat refused the card. */
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
  /** Id of the email. It is the same for each attempt, so that mail programs show a repeated email only once. */
  readonly id: string;
  readonly to: string;
  /** BCP 47 tag of the email's language. */
  readonly locale: string;
  readonly email: Email;
  readonly attachments?: readonly Attachment[];
}

/**
 * REFUSED: the mail server refused the recipient or the message permanently. LATER: a temporary failure. HELD: a rate
 * limit of Rollcall delays the mail.
 */
export type MailFault =
  | { readonly kind: 'REFUSED'; readonly status: number }
  | { readonly kind: 'HELD'; readonly retryAfterMs: number }
  /** `mayHaveArrived`: the server got the whole mail but did not reply, so it may have accepted the mail. */
  | { readonly kind: 'LATER'; readonly mayHaveArrived?: true };

/** The message of this error never quotes the mail server, because the server's reply may contain an address. */
export class MailError extends Error {
  readonly fault: MailFault;
  constructor(fault: MailFault, options: { cause?: unknown } = {}) {
    super(fault.kind, options);
    this.name = 'MailError';
    this.fault = fault;
  }
}

export interface MailGateway {
  /**
   * Resolves after the mail server has accepted the mail. Rejects with MailError after a refusal, a failure, or
   * `deadlineMs` milliseconds.
   */
  send(mail: Mail, deadlineMs: number): Promise<void>;
}
