// Clocks of zones from Intl.DateTimeFormat and plain arithmetic, independent of the product.

export const minute = 60_000;
export const hour = 60 * minute;
export const day = 24 * hour;

const formats = new Map<string, Intl.DateTimeFormat>();

/** Remembers the results of a function of an instant and a zone, at most 5,000 for each zone. */
const rememberByZone = (find: (ms: number, zone: string) => number): typeof find => {
  const zones = new Map<string, Map<number, number>>();
  return (ms, zone) => {
    const known = zones.get(zone) ?? new Map<number, number>();
    zones.set(zone, known);
    const result = known.get(ms) ?? find(ms, zone);
    if (known.size >= 5_000) known.clear();
    known.set(ms, result);
    return result;
  };
};

const formatOf = (zone: string): Intl.DateTimeFormat => {
  const cached = formats.get(zone);
  if (cached !== undefined) return cached;
  const created = new Intl.DateTimeFormat('en-US', {
    ...{ timeZone: zone, hourCycle: 'h23', era: 'short' },
    ...{ year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit', second: '2-digit' },
  });
  formats.set(zone, created);
  return created;
};

/** Returns the epoch ms at which UTC shows the time that the zone shows at `ms`. */
const shown = (ms: number, zone: string): number => {
  const parts = new Map(
    formatOf(zone)
      .formatToParts(new Date(ms))
      .map(({ type, value }) => [type, Number(value)]),
  );
  const of = (type: Intl.DateTimeFormatPartTypes): number => parts.get(type) ?? 0;
  return Date.UTC(of('year'), of('month') - 1, of('day'), of('hour'), of('minute'), of('second'));
};

const offsetOfQuarter = rememberByZone((quarter, zone) => shown(quarter, zone) - quarter);

/**
 * Returns the offset of a zone from UTC in ms. The value is calculated once for each quarter of an hour, because
 * offsets change only between quarters.
 */
export const offsetAt = (ms: number, zone: string): number =>
  offsetOfQuarter(Math.floor(ms / (15 * minute)) * 15 * minute, zone);

export const isoDate = (ms: number): string => new Date(ms).toISOString().slice(0, 10);
export const isoTime = (ms: number): string => new Date(ms).toISOString().replace('.000Z', 'Z');

export const dateAt = (ms: number, zone: string): string => isoDate(ms + offsetAt(ms, zone));

export const addDays = (date: string, days: number): string => isoDate(Date.parse(`${date}T00:00:00Z`) + days * day);
export const weekdayOf = (date: string): number => new Date(`${date}T00:00:00Z`).getUTCDay();
/**
 * Returns the number of the week that contains the date. Weeks begin on Monday and are counted from 1970, so every
 * second week is even.
 */
export const weekOf = (date: string): number => Math.floor((Date.parse(`${date}T00:00:00Z`) / day + 3) / 7);

const furthest = 15 * hour;

const instantShowing = rememberByZone((wanted, zone) => {
  const around = new Set<number>();
  for (let ms = wanted - furthest; ms <= wanted + furthest; ms += hour) around.add(offsetAt(ms, zone));
  const shows = [...around].map((offset) => wanted - offset).filter((ms) => ms + offsetAt(ms, zone) === wanted);
  if (shows.length > 0) return Math.min(...shows);
  return wanted - offsetAt(wanted - furthest, zone);
});

/**
 * Returns the epoch ms of a wall-clock time, given in minutes after midnight. A skipped time moves later by the length
 * of the gap; a repeated time means its first occurrence.
 */
export const instantOf = (date: string, minutes: number, zone: string): number =>
  instantShowing(Date.parse(`${date}T00:00:00Z`) + minutes * minute, zone);

/** True if the zone has the date; false if it skips the date completely. */
export const isLived = (date: string, zone: string): boolean => dateAt(instantOf(date, 720, zone), zone) === date;
