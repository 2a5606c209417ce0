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
      /** Number of joined Microsoft accounts that were removed with the old password. */
      readonly removed: number;
    }
  /** The ways to open the account have changed. `organization`: of a Microsoft account. */
  | {
      readonly kind: 'ACCESS_CHANGED';
      readonly firstName: string;
      readonly change: string;
      readonly organization: string;
    }
  /** An admin removed the second factor of a person who had lost it. */
  | { readonly kind: 'FACTOR_RESET'; readonly firstName: string; readonly admin: string; readonly organization: string }
  /** An organisation is about to be deleted: the admin who did it, and the instant until which the link undoes it. */
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
      /** In the reader's language. */
      readonly month: string;
      /** A calendar date; empty on invoices that name none. */
      readonly dueOn: string;
      /** Instructions for paying, in one line; may be empty. */
      readonly howToPay: string;
      /** True if the attached document lists the people. */
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
  /** A Microsoft tenant was connected with the organisation: by this admin, after this person had installed the bot there. */
  | { readonly kind: 'CONNECTED'; readonly organization: string; readonly admin: string; readonly installer: string }
  /**
   * The email with the summary of a run, for each address that gets summaries. `timezone`: zone of the times shown. `sender`: the person who set the
   * report up; may be empty.
   */
  | {
      readonly kind: 'SUMMARY';
      readonly model: SummaryModel;
      readonly url: string;
      readonly timezone: ZoneId;
      readonly organization: string;
      readonly sender: string;
      /** Page on which the recipient ends the summaries of this organisation. */
      readonly stopUrl: string;
    }
  /** Asks an address outside the organisation whether it wants summaries. `sender`: who entered the address; may be empty. */
  | {
      readonly kind: 'CONSENT';
      readonly organization: string;
      readonly sender: string;
      readonly url: string;
    }
  /** The questions wait on the web: the chat did not take the card. */
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
  /** The same at every try, so that mail programs show a repeated email once. */
  readonly id: string;
  readonly to: string;
  /** BCP 47. */
  readonly locale: string;
  readonly letter: Email;
  readonly attachments?: readonly Attachment[];
}

/**
 * REFUSED: the recipient or the message was refused for good. LATER: a failure that may pass. HELD: one of our own limits delays
 * it.
 */
export type MailFault =
  | { readonly kind: 'REFUSED'; readonly status: number }
  | { readonly kind: 'HELD'; readonly retryAfterMs: number }
  /** `mayHaveArrived`: the server was reached and never answered, so it may have taken the mail. */
  | { readonly kind: 'LATER'; readonly mayHaveArrived?: true };

/** Its message never quotes the server, which may quote the address. */
export class MailError extends Error {
  readonly fault: MailFault;
  constructor(fault: MailFault, options: { cause?: unknown } = {}) {
    super(fault.kind, options);
    this.name = 'MailError';
    this.fault = fault;
  }
}

export interface MailGateway {
  /** Resolves when the mail is handed over, within the deadline; rejects with MailError. */
  send(mail: Mail, deadlineMs: number): Promise<void>;
}
