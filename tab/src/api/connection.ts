/** Whether the server answers: `doubtful` = one call got no answer, and nothing was heard since. */
export type Connection = 'there' | 'doubtful' | 'gone';

export interface ConnectionStore {
  readonly state: () => Connection;
  readonly subscribe: (listener: () => void) => () => void;
  /** Whether a call was answered, with whatever. */
  readonly heard: (isThere: boolean) => void;
  /** Asked whether it is there, the server said nothing. */
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
