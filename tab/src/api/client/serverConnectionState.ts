/**
 * `there`: the server answered the last call, or no call was made yet. `doubtful`: the last call got no answer, so the
 * page probes the server. `gone`: the probe got no answer either.
 */
export type Connection = 'there' | 'doubtful' | 'gone';

export interface ConnectionStore {
  readonly state: () => Connection;
  readonly subscribe: (listener: () => void) => () => void;
  /** Reports whether the server answered a call, with any status. */
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
