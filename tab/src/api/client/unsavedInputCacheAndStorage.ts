import { useMemo } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import type { QueryClient } from '@tanstack/react-query';
import { useSession } from './apiContextAndSessionHooks.ts';
import type { SafeStorage } from './safeBrowserStorage.ts';

// Keeps typed text that the server has not accepted yet, in the cache of the signed-in person's data. The text stays
// when the person closes a dialog, opens another page or signs in again, and is deleted when another person signs in.
// `keepDrafts` copies it to the browser tab's storage, so that it survives a reload.

const root = 'draft';

export interface KeptValues<T> {
  readonly read: () => T | undefined;
  readonly write: (value: T) => void;
  /** Deletes the text. Call this function when the server has accepted the text or the writer has discarded it. */
  readonly drop: () => void;
}

export const useKeptValue = <T>(...name: readonly string[]): KeptValues<T> => {
  const client = useQueryClient();
  const session = useSession();
  const owner = session.status === 'signedIn' ? (session.memberId ?? session.email) : '';
  const key = JSON.stringify([root, owner, ...name]);
  return useMemo(() => {
    const queryKey = JSON.parse(key) as readonly string[];
    return {
      read: () => client.getQueryData<T>(queryKey),
      write: (value) => void client.setQueryData(queryKey, value),
      drop: () => {
        client.removeQueries({ queryKey, exact: true });
      },
    };
  }, [client, key]);
};

type Entry = readonly [key: readonly unknown[], value: unknown];

const firstOf = (list: unknown): unknown => (Array.isArray(list) ? (list as readonly unknown[])[0] : undefined);
const isEntry = (item: unknown): item is Entry => firstOf(firstOf(item)) === root;

const entriesIn = (json: string | null): readonly Entry[] => {
  try {
    const value: unknown = JSON.parse(json ?? '[]');
    if (!Array.isArray(value)) return [];
    return value.filter(isEntry);
  } catch {
    return [];
  }
};

/**
 * Restores this person's drafts after a reload, then copies every change of a draft to `place`. The returned function
 * stops the copying, deletes the copy in `place` and empties the cache.
 */
export const keepDrafts = (client: QueryClient, place: SafeStorage, owner: string): (() => void) => {
  const name = `drafts.${owner}`;
  entriesIn(place.get(name)).forEach(([key, value]) => {
    client.setQueryData(key, value);
  });
  let isPlanned = false;
  let isOver = false;
  const write = (): void => {
    isPlanned = false;
    if (isOver) return;
    const entries = client.getQueriesData({ queryKey: [root] }).filter(([, value]) => value !== undefined);
    if (entries.length === 0) place.remove(name);
    else place.set(name, JSON.stringify(entries));
  };
  client.getQueryCache().subscribe(({ query }) => {
    if (firstOf(query.queryKey) !== root || isPlanned) return;
    isPlanned = true;
    queueMicrotask(write);
  });
  return () => {
    isOver = true;
    place.remove(name);
    client.clear();
  };
};
