import { ConnectorFactory } from 'botframework-connector';
import type { ConnectorClient } from 'botframework-connector';

// The SDK's HTTP clients repeat a refused POST by themselves: after 408 and 5xx that is a doubled message, after 429 it sleeps
// inside the turn. Nobody here retries but the outbox, which knows what was sent.

interface Pipeline {
  removePolicy(which: { readonly name: string }): readonly unknown[];
}

const hasPipeline = (client: unknown): client is { readonly pipeline: Pipeline } =>
  typeof client === 'object' && client !== null && 'pipeline' in client;

/** Throws when the SDK no longer looks as it did, so that an upgrade cannot bring the retries back unseen. */
export const withoutRetries = <T extends object>(connector: T): T => {
  // The Azure client inside is private to TypeScript only; its pipeline is that library's public interface.
  const client: unknown = Reflect.get(connector, 'client');
  if (!hasPipeline(client) || client.pipeline.removePolicy({ name: 'defaultRetryPolicy' }).length !== 1)
    throw new Error('The Bot Framework SDK has changed: its retries cannot be switched off');
  return connector;
};

/** Makes connectors that never retry: for the replies of a turn and for messages of our own. */
export class PatientConnectorFactory extends ConnectorFactory {
  readonly #inner: ConnectorFactory;
  constructor(inner: ConnectorFactory) {
    super();
    this.#inner = inner;
  }
  override async create(serviceUrl: string, audience: string): Promise<ConnectorClient> {
    return withoutRetries(await this.#inner.create(serviceUrl, audience));
  }
}
