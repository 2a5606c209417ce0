/** Parts of zone ids whose capital letters do not follow the rules in `partSpelled`. */
const irregular: ReadonlyMap<string, string> = new Map(
  [
    ...['Etc', 'Yap', 'NZ-CHAT', 'W-SU', 'GB-Eire', 'Knox_IN', 'SystemV'],
    ...['BajaNorte', 'BajaSur', 'ComodRivadavia', 'DeNoronha', 'DumontDUrville', 'EasterIsland', 'McMurdo'],
  ].map((part) => [part.toLowerCase(), part]),
);

const small: ReadonlySet<string> = new Set(['au', 'es', 'of']);

const partSpelled = (part: string): string => {
  const cached = irregular.get(part);
  if (cached !== undefined) return cached;
  // Abbreviations are written in upper case: "UTC", "EST5EDT", "GMT+5".
  if (part.length <= 3 || /\d/.test(part)) return part.toUpperCase();
  // Words of place names begin with a capital letter, except small words: "Port_of_Spain", "Port-au-Prince",
  // "Dar_es_Salaam".
  return part.replace(/[a-z]+/g, (word, index: number) =>
    index > 0 && small.has(word) ? word : `${word.charAt(0).toUpperCase()}${word.slice(1)}`,
  );
};

/**
 * Returns a time zone id in the spelling of the IANA database. A rule computes the spelling, because the runtime lists
 * no aliases and, depending on its version, replaces some names (Asia/Calcutta by Asia/Kolkata, or the reverse).
 */
export const zoneSpelled = (id: string): string => id.toLowerCase().split('/').map(partSpelled).join('/');
