import type { ClientDeps } from '../../api/client/apiClient.ts';
import type { ConnectionStore } from '../../api/client/serverConnectionState.ts';

type Fetch = ClientDeps['fetch'];

/**
 * True if the server itself answered. A reply with a status of 502 or higher that is not JSON comes from a gateway that
 * cannot reach the server.
 */
export const isAnswered = ({ status, headers }: Response): boolean =>
  status < 502 || (headers.get('content-type') ?? '').includes('json');

const isGivenUp = (error: unknown): boolean => error instanceof DOMException && error.name === 'AbortError';

/**
 * Returns a `fetch` that also reports to `connection` whether each call was answered. A call that its caller aborted is
 * not reported, because its end is no sign of the server's state.
 */
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
