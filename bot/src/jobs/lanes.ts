// How many messages may be on their way: a message counts until its mark is written, so a kill doubles no more than that.

/** Lets work of `size` in all run at once; the others wait in their order. */
export interface Gate {
  /** `weight`: how much of the gate the work takes; one when left out, and never more than all of it. */
  run<T>(work: () => Promise<T>, weight?: number): Promise<T>;
}

export const createGate = (size: number): Gate => {
  let free = size;
  const waiting: { readonly weight: number; readonly go: () => void }[] = [];
  /** In their order, so that nobody slips in before a heavier one that waits for more room. */
  const admit = (): void => {
    for (let next = waiting[0]; next !== undefined && next.weight <= free; next = waiting[0]) {
      waiting.shift();
      free -= next.weight;
      next.go();
    }
  };
  return {
    run: async (work, asked = 1) => {
      const weight = Math.min(asked, size);
      await new Promise<void>((go) => {
        waiting.push({ weight, go });
        admit();
      });
      try {
        return await work();
      } finally {
        free += weight;
        admit();
      }
    },
  };
};

export interface Lanes {
  /** Runs one wave of at most `perTenant` messages of a tenant; never two of one tenant at once. */
  run<T>(tenant: string, messages: number, ready: () => Promise<void>, wave: () => Promise<T>): Promise<T>;
  /** Takes the runs of a tenant one after the other, each to its end: by turns they would all take long, and be read again. */
  alone<T>(tenant: string, work: () => Promise<T>): Promise<T>;
}

/** Work of one tenant, one after the other, and of all of them side by side. */
const oneOfEach = () => {
  const tenants = new Map<string, { readonly gate: Gate; users: number }>();
  return async <T>(tenant: string, work: () => Promise<T>): Promise<T> => {
    const lane = tenants.get(tenant) ?? { gate: createGate(1), users: 0 };
    tenants.set(tenant, lane);
    lane.users += 1;
    try {
      return await lane.gate.run(work);
    } finally {
      lane.users -= 1;
      if (lane.users === 0) tenants.delete(tenant);
    }
  };
};

/** As many waves side by side as hold `inFlight` messages together: small teams fill them as well as large ones. */
export const createLanes = ({ inFlight }: { readonly inFlight: number }): Lanes => {
  const all = createGate(inFlight);
  const wavesOf = oneOfEach();
  return {
    run: (tenant, messages, ready, wave) =>
      wavesOf(tenant, async () => {
        // A tenant that waits for its rate holds none of the places that all share.
        await ready();
        return all.run(wave, messages);
      }),
    alone: oneOfEach(),
  };
};
