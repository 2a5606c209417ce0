/**
 * Storage of strings that never throws. If the browser refuses to store a value, the value stays in memory until the
 * page closes.
 */
export interface SafeStorage {
  readonly get: (key: string) => string | null;
  readonly set: (key: string, value: string) => void;
  readonly remove: (key: string) => void;
}

/**
 * Returns a storage that keeps its values in memory until the page closes. Used for pages inside Microsoft Teams and
 * for browsers that refuse storage.
 */
export const memoryStorage = (): SafeStorage => {
  const values = new Map<string, string>();
  return {
    get: (key) => values.get(key) ?? null,
    set: (key, value) => void values.set(key, value),
    remove: (key) => void values.delete(key),
  };
};

/**
 * Result of `attempt` if its action throws, for example because cookies are blocked, the storage is full or the page is
 * in a sandboxed frame.
 */
const refused = Symbol('refused');
const attempt = <T>(action: () => T): T | typeof refused => {
  try {
    return action();
  } catch {
    return refused;
  }
};

/**
 * Returns a storage that uses the browser's storage. `open` returns the browser's storage and may throw: reading
 * `window.localStorage` throws if cookies are blocked.
 */
export const browserStorage = (open: () => Storage | undefined): SafeStorage => {
  // Contains only the values that the browser refused to store. If it contained all values, a value that another
  // browser tab has removed would reappear in this tab.
  const memory = memoryStorage();
  const place = (): Storage | undefined => {
    const opened = attempt(open);
    return opened === refused ? undefined : opened;
  };
  return {
    get(key) {
      const kept = attempt(() => place()?.getItem(key) ?? null);
      return memory.get(key) ?? (kept === refused ? null : kept);
    },
    set(key, value) {
      const storage = place();
      const isKept =
        storage !== undefined &&
        attempt(() => {
          storage.setItem(key, value);
        }) !== refused;
      if (isKept) memory.remove(key);
      else memory.set(key, value);
    },
    remove(key) {
      memory.remove(key);
      attempt(() => place()?.removeItem(key));
    },
  };
};
