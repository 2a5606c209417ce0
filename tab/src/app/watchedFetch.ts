import type { ClientDeps } from '../api/client.ts';
import type { ConnectionStore } from '../api/connection.ts';

type Fetch = ClientDeps['fetch'];

/** A gateway before the server says in its own words that there is nobody behind it; the server's own refusals are JSON. */
export const isAnswered = ({ status, headers }: Response): boolean =>
  status < 502 || (headers.get('content-type') ?? '').includes('json');

const isGivenUp = (error: unknown): boolean => error instanceof DOMException && error.name === 'AbortError';

/** The same, and whoever watches the connection hears whether an answer came. */
export const watchedFetch =
  (fetch: Fetch, connection: ConnectionStore): Fetch =>
  async (url, init) => {
    try {
      const response = await fetch(url, init);
      connection.heard(isAnswered(response));
      return response;
    } catch (error) {
      if (!isGivenUp(error)) connection.heard(false);
      throw error;
    }
  };
