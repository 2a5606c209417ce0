/**
 * `there`: the server answered the last call, or the page has made no call yet. `doubtful`: the last call got no
 * answer, so the page probes the server (probeServerUntilUp.ts). `gone`: the probe got no answer either.
 */
export type Connection = 'there' | 'doubtful' | 'gone';

export interface ConnectionStore {
  readonly state: () => Connection;
  readonly subscribe: (listener: () => void) => () => void;
  /**
   * Call this function after each call to the server: true if the server answered, with any status; false if it did
   * not.
   */
  readonly heard: (isThere: boolean) => void;
  /** Call this function when the probe of the server has failed too. */
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
