import { createKeyedMutex } from '../../concurrency/keyedMutex.ts';
import { createKeyedSemaphore, createSemaphore } from '../../concurrency/semaphore.ts';

// Limits on concurrent requests. A message counts until its delivery record is written, so that a crash repeats no more than these limits.

export interface TenantLimits {
  /**
   * Runs work of a tenant that makes `weight` requests. The tenant's `prepare` steps run one after the other, and each ends
   * before its `work` begins, so that `prepare` may wait for the tenant's rate.
   */
  run<T>(tenant: string, weight: number, prepare: () => Promise<void>, work: () => Promise<T>): Promise<T>;
  /** Takes the runs of a tenant one after the other, because runs sent by turns would all take long and be read again. */
  readonly runExclusive: <T>(tenant: string, work: () => Promise<T>) => Promise<T>;
}

/** At most `inFlight` requests of this instance and `perTenant` of one tenant run at once. */
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
            // A tenant that waits for its rate holds none of the places that all tenants share.
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
