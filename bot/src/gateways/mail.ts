import type { Instant, LocalDate, MemberId, ZoneId } from '#contracts/ids.ts';
import type { SummaryModel } from '../domain/dailyReport.ts';

/** What a letter says. Its words are the catalogue's; everything in it that people wrote is shown as text. */
export type Letter =
  | { readonly kind: 'CONFIRM'; readonly code: string }
  | { readonly kind: 'RESET'; readonly code: string; readonly firstName: string }
  | {
      readonly kind: 'INVITE';
      readonly code: string;
      readonly memberId: MemberId;
      readonly inviter: string;
      readonly organization: string;
    }
  | { readonly kind: 'IN_USE' }
  | { readonly kind: 'PASSWORD_CHANGED'; readonly firstName: string }
  /** An admin removed the second factor of somebody who had lost it. */
  | { readonly kind: 'FACTOR_RESET'; readonly firstName: string; readonly admin: string; readonly organization: string }
  /** An organisation is being deleted: by whom, and until when the link brings it back. */
  | {
      readonly kind: 'ORG_DELETED';
      readonly code: string;
      readonly organization: string;
      readonly admin: string;
      readonly until: string;
    }
  /** A bill is ready, to be paid as it says. `amount`: in the reader's language, with its currency. */
  | {
      readonly kind: 'INVOICE_READY';
      readonly organization: string;
      readonly number: string;
      readonly amount: string;
    }
  /** Money could not be collected: `until` when everything goes on as before; `isLast` = it has come to that. */
  | {
      readonly kind: 'PAYMENT_FAILED';
      readonly organization: string;
      readonly number: string;
      readonly amount: string;
      readonly until: string;
      readonly isLast: boolean;
    }
  /** A Microsoft tenant was connected with the organisation: by whom, and who had installed the bot there. */
  | { readonly kind: 'CONNECTED'; readonly organization: string; readonly admin: string; readonly installer: string }
  /** The day of a report, to those it is mailed to. `timezone`: in which times are told. */
  | { readonly kind: 'SUMMARY'; readonly model: SummaryModel; readonly url: string; readonly timezone: ZoneId }
  /** The questions wait on the web: the chat did not take the card. */
  | {
      readonly kind: 'ASK';
      readonly meetingName: string;
      readonly date: LocalDate;
      readonly closesAt: Instant;
      readonly timezone: ZoneId;
      readonly url: string;
    };

export interface Mail {
  /** The same at every try, so that mail programs show a letter that came twice once. */
  readonly id: string;
  readonly to: string;
  /** BCP 47. */
  readonly locale: string;
  readonly letter: Letter;
}

/** REFUSED: the recipient or the message, for good. LATER: anything that may pass. */
export type MailFault = { readonly kind: 'REFUSED'; readonly status: number } | { readonly kind: 'LATER' };

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
