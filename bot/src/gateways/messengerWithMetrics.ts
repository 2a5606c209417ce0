import type { Metrics } from '../domain/observability/metricsPort.ts';
import type { Tracer } from '../domain/observability/tracerPort.ts';
import { MessengerError } from './messengerPort.ts';
import type { Messenger, MessengerFault } from './messengerPort.ts';

export interface MeasuredMessengerDeps {
  readonly metrics: Metrics;
  readonly tracer: Tracer;
  /** Called if the chat service refused the bot's credentials, or if the managed identity got no token. */
  readonly onRefused: (fault: Extract<MessengerFault, { readonly kind: 'UNAUTHORIZED' }>) => void;
  /** Called after each successful call, because the chat service then accepted the bot's credentials. */
  readonly onTaken: () => void;
}

/** Wraps a messenger so that each call is counted by its outcome and, within a job or a request, recorded as a span. */
export const messengerWithMetrics = (messenger: Messenger, deps: MeasuredMessengerDeps): Messenger => {
  const countFailure = (op: string, error: unknown): void => {
    const fault = error instanceof MessengerError ? error.fault : undefined;
    deps.metrics.count('messenger_requests_total', { op, outcome: (fault?.kind ?? 'failed').toLowerCase() });
    if (fault?.kind === 'UNAUTHORIZED') deps.onRefused(fault);
  };
  const counted = async <T>(op: string, call: () => Promise<T>): Promise<T> => {
    try {
      const done = await deps.tracer.span('CLIENT', `messenger ${op}`, { 'messaging.operation.name': op }, call);
      deps.metrics.count('messenger_requests_total', { op, outcome: 'ok' });
      deps.onTaken();
      return done;
    } catch (error) {
      countFailure(op, error);
      throw error;
    }
  };
  return {
    limits: messenger.limits,
    send: (target, message, deadlineMs) => counted('send', () => messenger.send(target, message, deadlineMs)),
    update: (address, message, deadlineMs) => counted('update', () => messenger.update(address, message, deadlineMs)),
    channels: (thread) => counted('channels', () => messenger.channels(thread)),
    roster: async function* (thread) {
      const pages = messenger.roster(thread)[Symbol.asyncIterator]();
      for (;;) {
        const page = await counted('roster', () => pages.next());
        if (page.done === true) return;
        yield page.value;
      }
    },
  };
};
