import type { ZoneId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { boundedMemo } from '#contracts/boundedMapAndMemos.ts';

/** Maximum number of cached zones. It covers all zone names, so that no value is computed twice. */
const mostZones = 600;

/**
 * Caches a value for each zone during one call, because hundreds of members share a zone and zone arithmetic is slow.
 */
export const cacheByZone = <T>(compute: (zone: ZoneId) => T): ((zone: ZoneId) => T) =>
  boundedMemo(compute, { capacity: mostZones });
