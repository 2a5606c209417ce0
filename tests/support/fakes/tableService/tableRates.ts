import { tableServiceLimits } from './tableServiceLimits.ts';

/**
 * Limits in units a second. Assumption: a caller may use the units of a whole second at once, because the documentation
 * does not limit bursts.
 */
export interface Rates {
  readonly partitionASecond: number;
  readonly accountASecond: number;
}

export const documentedRates: Rates = {
  partitionASecond: tableServiceLimits.partitionEntitiesASecond,
  accountASecond: tableServiceLimits.accountRequestsASecond,
};

/** Rates that no test reaches. */
export const noRates: Rates = { partitionASecond: 1e9, accountASecond: 1e9 };

interface Bucket {
  at: number;
  used: number;
}

interface Load {
  second: number;
  units: number;
  peak: number;
  total: number;
  throttles: number;
}

/**
 * The load of one partition or of the account: the largest number of units in one second, the sum of all units, and the
 * number of rejected requests.
 */
export type MeasuredLoad = Readonly<Pick<Load, 'peak' | 'total' | 'throttles'>>;

const fill = (bucket: Bucket, now: number, rate: number): void => {
  bucket.used = Math.max(0, bucket.used - ((now - bucket.at) * rate) / 1_000);
  bucket.at = now;
};

/** Counts the load of the account and of each partition, and rejects requests beyond the rates. */
export class TableRates {
  readonly #rates: Rates;
  readonly #now: () => number;
  readonly #buckets = new Map<string, Bucket>();
  readonly #loads = new Map<string, Load>();
  constructor(rates: Rates, now: () => number) {
    this.#rates = rates;
    this.#now = now;
  }

  /**
   * Takes the units of a request from the partition, and one request from the account. A last request may exceed the
   * rate. Returns the place that has reached its rate: `account` or the partition's name; undefined = the request may
   * be executed.
   */
  take(partition: string, units: number): string | undefined {
    const places = [
      { name: 'account', rate: this.#rates.accountASecond },
      { name: partition, rate: this.#rates.partitionASecond },
    ];
    const full = places.find(({ name, rate }) => this.#bucket(name, rate).used >= rate);
    if (full !== undefined) {
      this.#load(full.name).throttles += 1;
      return full.name;
    }
    this.#bucket('account', this.#rates.accountASecond).used += 1;
    this.#count('account', 1);
    this.add(partition, units);
    return undefined;
  }

  /** Adds units that were unknown before the request was executed, such as the entities of a page. */
  add(partition: string, units: number): void {
    this.#bucket(partition, this.#rates.partitionASecond).used += units;
    this.#count(partition, units);
  }

  loads(): ReadonlyMap<string, MeasuredLoad> {
    return new Map(this.#loads);
  }

  #bucket(name: string, rate: number): Bucket {
    const now = this.#now();
    const bucket = this.#buckets.get(name) ?? { at: now, used: 0 };
    this.#buckets.set(name, bucket);
    fill(bucket, now, rate);
    return bucket;
  }

  #load(name: string): Load {
    const load = this.#loads.get(name) ?? { second: 0, units: 0, peak: 0, total: 0, throttles: 0 };
    this.#loads.set(name, load);
    return load;
  }

  #count(name: string, units: number): void {
    const load = this.#load(name);
    const second = Math.floor(this.#now() / 1_000);
    if (load.second !== second) {
      load.second = second;
      load.units = 0;
    }
    load.units += units;
    load.total += units;
    load.peak = Math.max(load.peak, load.units);
  }
}
