import { ConnectorFactory } from 'botframework-connector';
import type { ConnectorClient } from 'botframework-connector';
import { BoundedMap } from '#contracts/boundedMapAndMemos.ts';
import { hasNoToken } from './messengerFaultFromError.ts';

// The SDK's HTTP clients retry a refused POST. A retry after 408 or 5xx can duplicate a message, and a retry after 429
// delays the handling of the incoming message. This file turns the retries off, because only the outbox shows which
// messages were sent.

interface Answer {
  readonly headers: { get(name: string): string | undefined };
}
interface Policy {
  readonly name: string;
  readonly sendRequest: (request: unknown, next: (request: unknown) => Promise<Answer>) => Promise<Answer>;
}
interface Pipeline {
  removePolicy(which: { readonly name: string }): readonly unknown[];
  addPolicy(policy: Policy, where: { readonly phase: 'Sign' }): void;
}

const hasPipeline = (client: unknown): client is { readonly pipeline: Pipeline } =>
  typeof client === 'object' && client !== null && 'pipeline' in client;

/** Called with the instant of each reply (epoch ms, from its Date header), from which the clock skew is measured. */
export type OnDate = (dateMs: number) => void;

export interface ChatWatch {
  readonly onDate?: OnDate;
  /**
   * Called when a request was signed (`isThere` true), and when the managed identity got no token for it (`isThere`
   * false).
   */
  readonly onToken?: (isThere: boolean) => void;
}

const readDate = (onDate: OnDate): Policy => ({
  name: 'readDate',
  sendRequest: async (request, next) => {
    const answer = await next(request);
    const date = Date.parse(answer.headers.get('date') ?? '');
    if (!Number.isNaN(date)) onDate(date);
    return answer;
  },
});

const watchSigning = ({ credentials }: ConnectorClient, onToken: (isThere: boolean) => void): void => {
  const sign = credentials.signRequest.bind(credentials);
  credentials.signRequest = async (request) => {
    try {
      const signed = await sign(request);
      onToken(true);
      return signed;
    } catch (error) {
      if (hasNoToken(error)) onToken(false);
      throw error;
    }
  };
};

/**
 * Removes the SDK's retries. Throws if the SDK's structure has changed, so that an upgrade cannot silently bring the
 * retries back.
 */
export const withoutRetries = <T extends object>(connector: T, onDate?: OnDate): T => {
  // The type of the SDK hides the inner Azure client, but the pipeline is part of that client's public interface.
  const client: unknown = Reflect.get(connector, 'client');
  if (!hasPipeline(client) || client.pipeline.removePolicy({ name: 'defaultRetryPolicy' }).length !== 1)
    throw new Error('The Bot Framework SDK has changed: its retries cannot be switched off');
  if (onDate !== undefined) {
    // The policy must run directly before the network, because the outer policies turn a refusal into an exception.
    client.pipeline.addPolicy(readDate(onDate), { phase: 'Sign' });
  }
  return connector;
};

const maxConnectors = 100;

/**
 * Creates connectors that never retry, for replies and for proactive messages. Connectors are cached by URL, because
 * creating a connector takes longer than sending a message.
 */
export class PatientConnectorFactory extends ConnectorFactory {
  readonly #inner: ConnectorFactory;
  readonly #watch: ChatWatch | undefined;
  readonly #known = new BoundedMap<string, ConnectorClient>(maxConnectors);
  constructor(inner: ConnectorFactory, watch?: ChatWatch) {
    super();
    this.#inner = inner;
    this.#watch = watch;
  }
  /** If `audience` is left out, the audience of the cloud is used. */
  override async create(serviceUrl: string, audience?: string): Promise<ConnectorClient> {
    const name = `${serviceUrl} ${audience ?? ''}`;
    const cached = this.#known.get(name);
    if (cached !== undefined) return cached;
    const created = withoutRetries(await this.#inner.create(serviceUrl, audience), this.#watch?.onDate);
    if (this.#watch?.onToken !== undefined) watchSigning(created, this.#watch.onToken);
    this.#known.set(name, created);
    return created;
  }
}
