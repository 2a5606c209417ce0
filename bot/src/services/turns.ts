/** Runs work about the same thing one after another, in the order it came; about different things side by side. */
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
