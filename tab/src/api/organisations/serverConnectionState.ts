/** State of the server as the page knows it. `doubtful`: the last call got no answer, so the page probes the server. */
export type Connection = 'there' | 'doubtful' | 'gone';

export interface ConnectionStore {
  readonly state: () => Connection;
  readonly subscribe: (listener: () => void) => () => void;
  /** Reports that a call was answered, with any status, or not. */
  readonly heard: (isThere: boolean) => void;
  /** Reports that the probe of the server failed too. */
  readonly lost: () => void;
}

export const createConnection = (): ConnectionStore => {
  const listeners = new Set<() => void>();
  let state: Connection = 'there';
  const become = (next: Connection): void => {
    if (next === state) return;
    state = next;
    listeners.forEach((listener) => {
      listener();
    });
  };
  return {
    state: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    heard(isThere) {
      if (isThere) become('there');
      else if (state === 'there') become('doubtful');
    },
    lost() {
      become('gone');
    },
  };
};
