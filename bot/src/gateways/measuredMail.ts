import type { Metrics } from '../domain/observability/metrics.ts';
import { MailError } from './mail.ts';
import type { MailGateway } from './mail.ts';

/** The same mail gateway. It counts each email by its outcome. */
export const measuredMail = (mail: MailGateway, metrics: Metrics): MailGateway => ({
  send: async (letter, deadlineMs) => {
    try {
      await mail.send(letter, deadlineMs);
      metrics.count('messages_total', { kind: 'mail', outcome: 'sent' });
    } catch (error) {
      const isRefused = error instanceof MailError && error.fault.kind === 'REFUSED';
      metrics.count('messages_total', { kind: 'mail', outcome: isRefused ? 'failed' : 'later' });
      throw error;
    }
  },
});
