import { createKeyedMutex } from '../../concurrency/keyedMutex.ts';
import { createKeyedSemaphore, createSemaphore } from '../../concurrency/semaphore.ts';

// Limits concurrent requests to the chat service. A message counts until its delivery record is written, so a crash can repeat no
// more messages than the limits allow.

export interface TenantLimits {
  /**
   * Runs `work` of a tenant, which makes `weight` requests. The `prepare` steps of a tenant run one after the other, and each
   * ends before its `work` begins. So `prepare` may wait for the rate limit of the tenant.
   */
  run<T>(tenant: string, weight: number, prepare: () => Promise<void>, work: () => Promise<T>): Promise<T>;
  /**
   * Runs the tasks of a tenant one after the other, so that each run is sent without interruption. If sends of several
   * runs alternated, each run would take longer, and its rows would have to be read again.
   */
  readonly runExclusive: <T>(tenant: string, work: () => Promise<T>) => Promise<T>;
}

/** Creates the limits: at most `inFlight` concurrent requests of this instance, and `perTenant` of one tenant. */
export const createTenantLimits = (limits: { readonly inFlight: number; readonly perTenant: number }): TenantLimits => {
  const requests = createSemaphore(limits.inFlight);
  const tenantRequests = createKeyedSemaphore(limits.perTenant);
  const preparing = createKeyedMutex();
  return {
    run: (tenant, weight, prepare, work) =>
      tenantRequests.run(
        tenant,
        async () => {
          const begun = await preparing.runExclusive(tenant, async () => {
            // `prepare` comes before `acquire`: a tenant that waits for its rate limit must not occupy the places that all
            // tenants share.
            await prepare();
            const release = await requests.acquire(weight);
            return { done: work().finally(release) };
          });
          return begun.done;
        },
        weight,
      ),
    runExclusive: createKeyedMutex().runExclusive,
  };
};
