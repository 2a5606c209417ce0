import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import type { Query } from '@tanstack/react-query';
import { pollUntilPresent, probe } from './probeServerUntilUp.ts';
import { useServices } from './appServices.ts';

/**
 * State of the connection: `offline` = the browser is offline; `gone` = the server does not answer; `back` = the
 * connection returned less than 5 s ago; `there` = none of these.
 */
export type Standing = 'there' | 'offline' | 'gone' | 'back';

const backMs = 5000;

const subscribeOnline = (listener: () => void): (() => void) => {
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
};
const useOnline = (): boolean => useSyncExternalStore(subscribeOnline, () => navigator.onLine);

const usePolling = (isWanted: boolean): void => {
  const { connection, plainFetch } = useServices();
  useEffect(
    () => (isWanted ? pollUntilPresent(() => probe(plainFetch), connection) : undefined),
    [isWanted, connection, plainFetch],
  );
};

/**
 * True if the data may be read again at any time. False for a draft, which exists only in the browser, and for an
 * answer card that is shown: a new card would discard the form in which the reader types. A card that failed to load
 * may be read again.
 */
const mayReread = ({ queryKey, state }: Query): boolean =>
  queryKey[0] !== 'draft' && !(queryKey[0] === 'card' && state.data !== undefined);

/** Returns the state of the connection. After the connection has returned, reads the data of the page again. */
export const useConnection = (): Standing => {
  const { connection } = useServices();
  const client = useQueryClient();
  const isOnline = useOnline();
  const state = useSyncExternalStore(connection.subscribe, connection.state);
  const [isBack, setBack] = useState(false);
  const isAway = !isOnline || state === 'gone';
  const wasAway = useRef(false);
  usePolling(isOnline && state !== 'there');
  useEffect(() => {
    // While the browser is offline, the server counts as not answering, so that the probe of the server starts once the
    // browser is online again.
    if (!isOnline) connection.heard(false);
  }, [isOnline, connection]);
  const isThere = isOnline && state === 'there';
  useEffect(() => {
    if (isAway) wasAway.current = true;
    if (!isThere || !wasAway.current) return undefined;
    wasAway.current = false;
    setBack(true);
    void client.invalidateQueries({ predicate: mayReread });
    return undefined;
  }, [isAway, isThere, client]);
  useEffect(() => {
    if (!isBack) return undefined;
    const timer = setTimeout(() => {
      setBack(false);
    }, backMs);
    return () => {
      clearTimeout(timer);
    };
  }, [isBack]);
  if (!isOnline) return 'offline';
  if (state === 'gone') return 'gone';
  return isBack && isThere ? 'back' : 'there';
};
