// Parts of the program in a profile of a benchmark.

/** Returns the folder of a source file of the product up to two levels below bot/src, or the name of its package. */
export const partOf = (module: string): string => {
  const inPackage = /^.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(module)?.[1];
  if (inPackage !== undefined) return inPackage;
  return /^bot\/src\/[^/]+(?:\/[^/.]+(?=\/))?/.exec(module)?.[0] ?? module;
};

/** Returns a line for each part with at least one per cent of the time, the largest first. */
export const formatProfile = (msByPart: ReadonlyMap<string, number>): string => {
  const all = [...msByPart.values()].reduce((sum, ms) => sum + ms, 0);
  return [...msByPart]
    .map(([part, ms]) => ({ part, share: (100 * ms) / all }))
    .filter(({ share }) => share >= 1)
    .sort((one, other) => other.share - one.share)
    .map(({ part, share }) => `${share.toFixed(1).padStart(5)} %  ${part}`)
    .join('\n');
};
