import { searchedName } from '#contracts/core/normaliseNamesAndFoldAccents.ts';
import places from './zonePlaces.json';

export interface Zone {
  readonly id: string;
  /** The name with its offset: "Asia/Kolkata (UTC+05:30)". */
  readonly name: string;
}

const placesOf: Readonly<Partial<Record<string, string>>> = places;

const isRegion = (word: string): boolean => /^[A-Z]{2}$/.test(word);

/** Returns a function from a country code to its names in the reader's language and in English. */
const regionNamer = (locale: string): ((code: string) => readonly string[]) => {
  const all = [...new Set([locale, 'en'])].map((text) => new Intl.DisplayNames([text], { type: 'region' }));
  return (code) => all.map((names) => names.of(code) ?? code);
};

const partsOf = (id: string): readonly string[] => [id, ...id.split('/')];
const spaced = (text: string): string =>
  searchedName(text)
    .replace(/[_/-]+/g, ' ')
    .trim();

interface Searchable {
  readonly zone: Zone;
  /** City names, countries and abbreviations of the zone, normalised by `spaced` for comparison. */
  readonly terms: readonly string[];
  /** Minutes east of UTC; undefined = the zone's name contains no offset. */
  readonly offset: number | undefined;
}

const written = /^(?:utc|gmt)?\s*([+\-\u2212])\s*(\d{1,2})(?::?(\d{0,2}))$/i;

interface WrittenOffset {
  readonly sign: 1 | -1;
  readonly hours: number;
  /** Digits of the minutes typed so far; empty if none are typed. */
  readonly minutes: string;
}

/**
 * Returns the parts of a typed offset such as "+5:30", "UTC+2" or "gmt -0330"; undefined = the text is not an offset.
 */
const readOffset = (typed: string): WrittenOffset | undefined => {
  const [, sign, hours, minutes = ''] = written.exec(typed) ?? [];
  return sign === undefined ? undefined : { sign: sign === '+' ? 1 : -1, hours: Number(hours), minutes };
};

const offsetOf = (name: string): number | undefined => {
  const writtenOffset = readOffset(/\((UTC[^)]*)\)/.exec(name)?.[1] ?? '');
  return writtenOffset === undefined
    ? undefined
    : writtenOffset.sign * (writtenOffset.hours * 60 + Number(writtenOffset.minutes));
};

const hasOffset = (minutesEast: number, { sign, hours, minutes }: WrittenOffset): boolean => {
  const size = Math.abs(minutesEast);
  if (Math.sign(minutesEast) === -sign || Math.floor(size / 60) !== hours) return false;
  return String(size % 60)
    .padStart(2, '0')
    .startsWith(minutes);
};

/**
 * Returns the rank of a match, lower = better: 0 = equals a term, 1 = begins a word of a term, 2 = occurs within a
 * term; undefined = no match.
 */
const rankOf = (terms: readonly string[], wanted: string): number | undefined => {
  if (terms.includes(wanted)) return 0;
  if (terms.some((term) => ` ${term}`.includes(` ${wanted}`))) return 1;
  // Two letters occur in nearly every name, so only longer texts are searched inside words.
  return wanted.length > 2 && terms.some((term) => term.includes(wanted)) ? 2 : undefined;
};

/** Returns a function that finds zones by city, country, abbreviation ("CET") or offset ("+5:30"), best match first. */
export const timezoneSearch = (zones: readonly Zone[], locale: string): ((typed: string) => readonly Zone[]) => {
  const regionNames = regionNamer(locale);
  const all = zones.map((zone): Searchable => {
    const words = (placesOf[zone.id] ?? '').split('|').filter((word) => word !== '');
    const named = words.flatMap((word) => (isRegion(word) ? [word, ...regionNames(word)] : [word]));
    return {
      zone,
      terms: [...partsOf(zone.id), ...named].map(spaced),
      offset: offsetOf(zone.name),
    };
  });
  const byOffset = (wanted: WrittenOffset): readonly Zone[] =>
    all
      .filter(({ offset }) => offset !== undefined && hasOffset(offset, wanted))
      // Puts the smaller offset first, for example +5:00 before +5:30.
      .sort((a, b) => Math.abs(a.offset ?? 0) - Math.abs(b.offset ?? 0))
      .map(({ zone }) => zone);
  return (typed) => {
    const wantedOffset = readOffset(typed.trim());
    if (wantedOffset !== undefined) return byOffset(wantedOffset);
    const wanted = spaced(typed.replace(/\(.*$/, ''));
    if (wanted === '') return zones;
    return all
      .flatMap(({ zone, terms }) => {
        const rank = rankOf(terms, wanted);
        return rank === undefined ? [] : [{ zone, rank }];
      })
      .sort((a, b) => a.rank - b.rank)
      .map(({ zone }) => zone);
  };
};
