import type { Transporter } from 'nodemailer';
import { MailError } from '../mailPort.ts';
import type { MailFault, MailGateway } from '../mailPort.ts';
import { composeMail } from './composeMail.ts';
import type { MailSettings } from './composeMail.ts';

export interface SmtpSettings extends MailSettings {
  /** `smtp://user:password@host:port`; `smtps:` encrypts the connection from the start. */
  readonly url: string;
}

const loopback = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

const isReply = (error: unknown): error is Error & { readonly command?: unknown; readonly responseCode: number } =>
  error instanceof Error && 'responseCode' in error && typeof error.responseCode === 'number';

/**
 * nodemailer's codes and messages for a mail that was not sent: the server was not reached, the encryption failed, or
 * the server refused the user name or password.
 */
const notSentCodes: ReadonlySet<unknown> = new Set([
  'ECONNREFUSED',
  'ECONNECTION',
  'ENOTFOUND',
  'EDNS',
  'EAUTH',
  'ETLS',
]);
const notConnected = /^(?:connect |getaddrinfo |Connection timeout$|Greeting never received$)/;

const laterFault = (error: unknown): MailFault => {
  const { code, message } = (error ?? {}) as { readonly code?: unknown; readonly message?: unknown };
  const isNotSent = isReply(error) || notSentCodes.has(code) || notConnected.test(String(message));
  return isNotSent ? { kind: 'LATER' } : { kind: 'LATER', mayHaveArrived: true };
};

/**
 * Returns the fault of an error. Only a refused recipient or message is final. A refused sender or password is an error
 * in the settings of the installation, so the mail waits until they are corrected.
 */
const faultOf = (error: unknown): MailFault => {
  if (!isReply(error) || !('permanent' in error) || error.permanent !== true) return laterFault(error);
  const isFinal = error.command === 'RCPT TO' || error.command === 'DATA';
  return isFinal ? { kind: 'REFUSED', status: error.responseCode } : { kind: 'LATER' };
};

/**
 * Sends mails by SMTP, with one connection for each mail. Mails contain codes, so by default the connection must be
 * encrypted unless the server is on this machine.
 */
export const createSmtpMail = (settings: SmtpSettings): MailGateway => {
  const requireTLS = !loopback.test(new URL(settings.url).hostname);
  // The library is loaded with the first mail, so that the server starts without it.
  const open = async (): Promise<Transporter> => {
    const { createTransport } = await import('nodemailer');
    return createTransport({
      requireTLS,
      connectionTimeout: 10_000,
      greetingTimeout: 10_000,
      socketTimeout: 15_000,
      // Options in this URL override the options above, for example `?requireTLS=false` for a mail relay in a private
      // network.
      url: settings.url,
    });
  };
  let transport: Promise<Transporter> | undefined;
  return {
    send: async (mail, deadlineMs) => {
      try {
        transport ??= open();
        const opened = await transport;
        await opened.sendMail({ ...composeMail(settings, mail), signal: AbortSignal.timeout(deadlineMs) });
      } catch (error) {
        throw new MailError(faultOf(error), { cause: error });
      }
    },
  };
};
