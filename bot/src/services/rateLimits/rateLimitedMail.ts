import { AppError } from '#contracts/core/errorCodesAndAppError.ts';
import type { OrgId } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { Metrics } from '../../domain/observability/metricsPort.ts';
import { MailError } from '../../gateways/mailPort.ts';
import type { Email, Mail, MailGateway } from '../../gateways/mailPort.ts';
import type { Deps } from '../core/deps.ts';
import type { RateLimit, Limiter, TakenTry } from './storedRateLimiter.ts';

// Applies the rate limits of emails (decision 052). Every email passes through this module before it reaches the mail
// port.

/**
 * SECURITY: informs the owner of an account about an action on it; has no limit, because a stranger could use the limit
 * up to suppress the notice. ACCOUNT: every person who knows the address can request it. ORGANISATION: is sent in the
 * name of an organisation.
 */
type EmailClass = 'SECURITY' | 'ACCOUNT' | 'ORGANISATION';

const classes: Readonly<Record<Email['kind'], EmailClass>> = {
  CONFIRM: 'ACCOUNT',
  RESET: 'ACCOUNT',
  IN_USE: 'ACCOUNT',
  REGISTER_AGAIN: 'ACCOUNT',
  PASSWORD_CHANGED: 'SECURITY',
  FACTOR_RESET: 'SECURITY',
  ACCESS_CHANGED: 'SECURITY',
  CONNECTED: 'SECURITY',
  ORG_DELETED: 'SECURITY',
  INVITE: 'ORGANISATION',
  INVOICE_READY: 'ORGANISATION',
  PAYMENT_FAILED: 'ORGANISATION',
  SUMMARY: 'ORGANISATION',
  DIGEST: 'ORGANISATION',
  ASK: 'ORGANISATION',
  CONSENT: 'ORGANISATION',
};

const limitsOf = ({ email, to }: Mail, orgId: OrgId | null): readonly (readonly [RateLimit, string])[] => {
  const address = to.toLowerCase();
  switch (classes[email.kind]) {
    case 'SECURITY':
      return [];
    case 'ACCOUNT':
      return [['accountLetterTo', address]];
    case 'ORGANISATION':
      return orgId === null
        ? [['letterTo', address]]
        : [
            // The narrowest limit is tried first, so that a refused email usually takes no try of another limit that
            // must then be given back.
            ['letterFromOrgTo', `${orgId}|${address}`],
            ['letterTo', address],
            ['letterFromOrg', orgId],
          ];
  }
};

export interface LimitedMailDeps extends Pick<Deps, 'log'> {
  readonly mail: MailGateway;
  readonly limiter: Limiter;
  readonly metrics: Metrics;
}

export interface LimitedMail {
  /**
   * Sends an email like the mail port, but throws a MailError with the fault HELD if a limit is reached. `orgId` is the
   * organisation that sends the email; null for an email of the product itself.
   */
  send(mail: Mail, orgId: OrgId | null, deadlineMs: number): Promise<void>;
}

const giveAllBack = async (taken: readonly TakenTry[]): Promise<void> => {
  for (const each of taken) await each.giveBack();
};

const retryAfterOf = ({ details }: AppError): number => (details.retryAfter ?? 60) * 1000;

export const createRateLimitedMail = ({ mail, limiter, metrics, log }: LimitedMailDeps): LimitedMail => {
  const admit = async (message: Mail, orgId: OrgId | null): Promise<TakenTry[]> => {
    const taken: TakenTry[] = [];
    try {
      for (const [limit, subject] of limitsOf(message, orgId)) taken.push(await limiter.take(limit, subject));
      return taken;
    } catch (error) {
      await giveAllBack(taken);
      if (!(error instanceof AppError) || error.code !== 'TOO_MANY_REQUESTS') throw error;
      log.warn('mail.held', { letter: message.email.kind, orgId, id: message.id });
      metrics.count('messages_total', { kind: 'mail', outcome: 'held' });
      throw new MailError({ kind: 'HELD', retryAfterMs: retryAfterOf(error) });
    }
  };
  return {
    send: async (message, orgId, deadlineMs) => {
      const taken = await admit(message, orgId);
      try {
        await mail.send(message, deadlineMs);
      } catch (error) {
        // The tries are given back only if the email will be sent again later and cannot have arrived. Otherwise they
        // stay counted.
        const { fault } = error instanceof MailError ? error : { fault: undefined };
        if (fault?.kind === 'LATER' && fault.mayHaveArrived !== true) await giveAllBack(taken);
        throw error;
      }
    },
  };
};
