/** A place for strings that may be absent: reads nothing and forgets quietly when the browser refuses. */
export interface SafeStorage {
  readonly get: (key: string) => string | null;
  readonly set: (key: string, value: string) => void;
  readonly remove: (key: string) => void;
}

/** Inside Teams, and wherever storage is blocked, what is stored lives as long as the page. */
export const memoryStorage = (): SafeStorage => {
  const values = new Map<string, string>();
  return {
    get: (key) => values.get(key) ?? null,
    set: (key, value) => void values.set(key, value),
    remove: (key) => void values.delete(key),
  };
};

const attempt = <T>(action: () => T): T | undefined => {
  try {
    return action();
  } catch {
    // Blocked cookies, a full quota or a sandboxed frame: the page goes on with its memory.
    return undefined;
  }
};

/** `open` may itself throw: reading `window.localStorage` does when cookies are blocked. */
export const browserStorage = (open: () => Storage | undefined): SafeStorage => {
  const memory = memoryStorage();
  return {
    get: (key) => attempt(() => open()?.getItem(key)) ?? memory.get(key),
    set(key, value) {
      memory.set(key, value);
      attempt(() => open()?.setItem(key, value));
    },
    remove(key) {
      memory.remove(key);
      attempt(() => open()?.removeItem(key));
    },
  };
};
