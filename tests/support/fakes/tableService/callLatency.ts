/** Times of calls: half of them below `medianMs`, 1 % above `p99Ms`, in a log-normal distribution. */
export interface Latency {
  readonly medianMs: number;
  readonly p99Ms: number;
  /** Milliseconds that are added for each entity that a call reads or writes. */
  readonly entityMs: number;
}

/** An assumption, because the documentation of Azure states no latency: usual times within one region. */
export const usualLatency: Latency = { medianMs: 6, p99Ms: 40, entityMs: 0.05 };
export const noLatency: Latency = { medianMs: 0, p99Ms: 0, entityMs: 0 };

/** 99 % of a standard normal distribution lie below this value. */
const normalP99 = 2.326;

/** Returns a function that draws the time of a call in milliseconds, without the time for its entities. */
export const drawLatency = ({ medianMs, p99Ms }: Latency, random: () => number) => {
  const spread = medianMs === 0 ? 0 : Math.log(p99Ms / medianMs) / normalP99;
  return (): number => {
    const normal = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
    return medianMs * Math.exp(spread * normal);
  };
};
