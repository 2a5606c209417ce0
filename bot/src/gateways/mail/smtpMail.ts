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
 * A fault without a reply of the server. Until the whole message was handed to the connection, the server cannot have
 * accepted it. After that, it may have accepted it, whatever the error is.
 */
const laterFault = (error: unknown, wasHandedOver: boolean): MailFault =>
  isReply(error) || !wasHandedOver ? { kind: 'LATER' } : { kind: 'LATER', mayHaveArrived: true };

/**
 * Returns the fault of an error. Only a refused recipient or message is final. A refused sender or password is an error
 * in the settings of the installation, so the mail waits until they are corrected.
 */
const faultOf = (error: unknown, wasHandedOver: boolean): MailFault => {
  if (!isReply(error) || !('permanent' in error) || error.permanent !== true) return laterFault(error, wasHandedOver);
  const isFinal = error.command === 'RCPT TO' || error.command === 'DATA';
  return isFinal ? { kind: 'REFUSED', status: error.responseCode } : { kind: 'LATER' };
};

/**
 * Returns a logger for nodemailer that reports when the whole message was handed to the connection. Only this
 * line of the library's log shows it: its errors are the same before and after.
 */
const handOverLogger = (onHandedOver: () => void) => {
  const info = ({ tnx }: { readonly tnx?: string }): void => {
    if (tnx === 'message') onHandedOver();
  };
  const ignore = (): void => undefined;
  return { level: ignore, trace: ignore, debug: ignore, info, warn: ignore, error: ignore, fatal: ignore };
};

/** Returns the URL without an option that would replace `handOverLogger`. */
const withoutLogger = (url: string): string => url.replace(/([?&])logger=[^&#]*/g, '$1');

/**
 * Sends mails by SMTP, with one connection for each mail. Mails contain codes, so by default the connection must be
 * encrypted unless the server is on this machine.
 */
export const createSmtpMail = (settings: SmtpSettings): MailGateway => {
  const requireTLS = !loopback.test(new URL(settings.url).hostname);
  // The library is loaded with the first mail, so that the server starts without it.
  const open = async (onHandedOver: () => void): Promise<Transporter> => {
    const { createTransport } = await import('nodemailer');
    return createTransport({
      requireTLS,
      connectionTimeout: 10_000,
      greetingTimeout: 10_000,
      socketTimeout: 15_000,
      logger: handOverLogger(onHandedOver),
      // Options in this URL override the options above, for example `?requireTLS=false` for a mail relay in a private
      // network.
      url: withoutLogger(settings.url),
    });
  };
  return {
    send: async (mail, deadlineMs) => {
      let wasHandedOver = false;
      let transport: Transporter | undefined;
      try {
        // A transport belongs to one mail, so that its log belongs to this mail. It opens one connection anyway.
        transport = await open(() => {
          wasHandedOver = true;
        });
        await transport.sendMail({ ...composeMail(settings, mail), signal: AbortSignal.timeout(deadlineMs) });
      } catch (error) {
        throw new MailError(faultOf(error, wasHandedOver), { cause: error });
      } finally {
        transport?.close();
      }
    },
  };
};
