/** Returns the figure below which a part of the figures lies: 0.99 is the 99th percentile. */
export const percentile = (figures: readonly number[], part: number): number =>
  [...figures].sort((a, b) => a - b)[Math.ceil(figures.length * part) - 1] ?? Number.NaN;
