/** Runs work with the same key one after another, in order of arrival; work with different keys runs side by side. */
export interface Turns {
  readonly inTurn: <T>(what: string, work: () => Promise<T>) => Promise<T>;
}

export const createTurns = (): Turns => {
  const last = new Map<string, Promise<unknown>>();
  return {
    inTurn: async (what, work) => {
      const before = last.get(what) ?? Promise.resolve();
      const mine = before.then(work, work);
      const settled = mine.catch(() => undefined);
      last.set(what, settled);
      try {
        return await mine;
      } finally {
        if (last.get(what) === settled) last.delete(what);
      }
    },
  };
};
