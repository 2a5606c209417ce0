// How many messages may be on their way: a message counts until its mark is written, so a kill doubles no more than that.

/** Lets `size` pieces of work run at once; the others wait in their order. */
export interface Gate {
  run<T>(work: () => Promise<T>): Promise<T>;
}

export const createGate = (size: number): Gate => {
  let free = size;
  const waiting: (() => void)[] = [];
  const enter = async (): Promise<void> => {
    if (free > 0) {
      free -= 1;
      return;
    }
    await new Promise<void>((resolve) => waiting.push(resolve));
  };
  const leave = (): void => {
    const next = waiting.shift();
    // The place is handed on, so that nobody slips in between.
    if (next === undefined) free += 1;
    else next();
  };
  return {
    run: async (work) => {
      await enter();
      try {
        return await work();
      } finally {
        leave();
      }
    },
  };
};

export interface Lanes {
  /** Runs one wave of at most `perTenant` messages of a tenant; never two of one tenant at once. */
  run<T>(tenant: string, ready: () => Promise<void>, wave: () => Promise<T>): Promise<T>;
}

/** Waves of `perTenant` messages each, so many side by side that `inFlight` messages are never exceeded. */
export const createLanes = ({
  inFlight,
  perTenant,
}: {
  readonly inFlight: number;
  readonly perTenant: number;
}): Lanes => {
  const waves = createGate(Math.max(1, Math.floor(inFlight / perTenant)));
  const tenants = new Map<string, { readonly gate: Gate; users: number }>();
  return {
    run: async (tenant, ready, wave) => {
      const lane = tenants.get(tenant) ?? { gate: createGate(1), users: 0 };
      tenants.set(tenant, lane);
      lane.users += 1;
      try {
        return await lane.gate.run(async () => {
          // A tenant that waits for its rate holds none of the places that all share.
          await ready();
          return waves.run(wave);
        });
      } finally {
        lane.users -= 1;
        if (lane.users === 0) tenants.delete(tenant);
      }
    },
  };
};
