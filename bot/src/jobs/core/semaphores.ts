// Limits on concurrent work. A message counts until its delivery record is written, so that a crash repeats no more than these limits.

/** A semaphore with weights. Callers enter in the order in which they asked. */
export interface Gate {
  /** Waits for room. The returned function frees it. `weight`: how much of the gate is taken, 1 by default and at most all of it. */
  enter(weight?: number): Promise<() => void>;
  /** Runs `work` inside the gate. */
  run<T>(work: () => Promise<T>, weight?: number): Promise<T>;
}

export const createGate = (size: number): Gate => {
  let free = size;
  const waiting: { readonly weight: number; readonly go: () => void }[] = [];
  // The first caller waits for its whole weight, so that lighter callers behind it cannot starve it.
  const admit = (): void => {
    for (let next = waiting[0]; next !== undefined && next.weight <= free; next = waiting[0]) {
      waiting.shift();
      free -= next.weight;
      next.go();
    }
  };
  const enter = async (asked = 1): Promise<() => void> => {
    const weight = Math.min(asked, size);
    await new Promise<void>((go) => {
      waiting.push({ weight, go });
      admit();
    });
    return () => {
      free += weight;
      admit();
    };
  };
  return {
    enter,
    run: async (work, weight) => {
      const leave = await enter(weight);
      try {
        return await work();
      } finally {
        leave();
      }
    },
  };
};

export interface Lanes {
  /**
   * Runs work of a tenant that makes `weight` requests. The tenant's `prepare` steps run one after the other, and each ends
   * before its `work` begins, so that `prepare` may wait for the tenant's rate.
   */
  run<T>(tenant: string, weight: number, prepare: () => Promise<void>, work: () => Promise<T>): Promise<T>;
  /** Takes the runs of a tenant one after the other, because runs sent by turns would all take long and be read again. */
  alone<T>(tenant: string, work: () => Promise<T>): Promise<T>;
}

/** A gate for each tenant that has work. */
const gateOfEach = (size: number) => {
  const tenants = new Map<string, { readonly gate: Gate; users: number }>();
  return async <T>(tenant: string, work: () => Promise<T>, weight?: number): Promise<T> => {
    const lane = tenants.get(tenant) ?? { gate: createGate(size), users: 0 };
    tenants.set(tenant, lane);
    lane.users += 1;
    try {
      return await lane.gate.run(work, weight);
    } finally {
      lane.users -= 1;
      if (lane.users === 0) tenants.delete(tenant);
    }
  };
};

/** At most `inFlight` requests of this instance and `perTenant` of one tenant run at once. */
export const createLanes = (limits: { readonly inFlight: number; readonly perTenant: number }): Lanes => {
  const all = createGate(limits.inFlight);
  const inTenant = gateOfEach(limits.perTenant);
  const turns = gateOfEach(1);
  return {
    run: (tenant, weight, prepare, work) =>
      inTenant(
        tenant,
        async () => {
          const begun = await turns(tenant, async () => {
            // A tenant that waits for its rate holds none of the places that all tenants share.
            await prepare();
            const leave = await all.enter(weight);
            return { done: work().finally(leave) };
          });
          return begun.done;
        },
        weight,
      ),
    alone: gateOfEach(1),
  };
};
