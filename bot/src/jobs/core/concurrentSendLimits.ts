import { createKeyedMutex } from '../../concurrency/keyedMutex.ts';
import { createKeyedSemaphore, createSemaphore } from '../../concurrency/semaphore.ts';

// Limits concurrent requests to the chat service. A message counts until its delivery record is written, so that a
// crash repeats at most as many messages as the limits allow.

export interface TenantLimits {
  /**
   * Runs `work` of a tenant, which makes `weight` requests. The `prepare` steps of a tenant run one after the other,
   * each before its `work`. A `prepare` step may therefore wait for the tenant's rate limit.
   */
  run<T>(tenant: string, weight: number, prepare: () => Promise<void>, work: () => Promise<T>): Promise<T>;
  /**
   * Runs the tasks of a tenant one after the other, so that the messages of one run are sent without interruption. If
   * the messages of several runs alternated, each run would take longer and its rows would have to be read again.
   */
  readonly runExclusive: <T>(tenant: string, work: () => Promise<T>) => Promise<T>;
}

/** Creates the limits: at most `inFlight` concurrent requests of this instance, and `perTenant` of each tenant. */
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
            // `prepare` comes before `acquire`, because a tenant that waits for its rate limit must not take up
            // requests that all tenants share.
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
