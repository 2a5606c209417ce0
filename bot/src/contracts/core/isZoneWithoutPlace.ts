const placeless: ReadonlySet<string> = new Set([
  ...['utc', 'gmt', 'gmt0', 'gmt+0', 'gmt-0', 'uct', 'zulu', 'universal', 'greenwich'],
  // Since version 128, Firefox reports this zone for every browser that resists fingerprinting.
  'atlantic/reykjavik',
]);

/**
 * True for a zone that a browser reports also for people who are elsewhere: browsers that protect privacy report UTC or
 * Reykjavik, and virtual desktops report UTC. Such a report is therefore ignored.
 */
export const isZoneWithoutPlace = (zone: string): boolean => {
  const name = zone.toLowerCase();
  return placeless.has(name) || name.startsWith('etc/');
};
