import type { Metrics } from '../domain/observability/metricsPort.ts';
import { MailError } from './mailPort.ts';
import type { MailGateway } from './mailPort.ts';

export const mailWithMetrics = (mail: MailGateway, metrics: Metrics): MailGateway => ({
  send: async (email, deadlineMs) => {
    try {
      await mail.send(email, deadlineMs);
      metrics.count('messages_total', { kind: 'mail', outcome: 'sent' });
    } catch (error) {
      const isRefused = error instanceof MailError && error.fault.kind === 'REFUSED';
      metrics.count('messages_total', { kind: 'mail', outcome: isRefused ? 'failed' : 'later' });
      throw error;
    }
  },
});
