/** Parts of names that are not written by the rule below. */
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
  // "UTC", "EST5EDT", "GMT+5".
  if (part.length <= 3 || /\d/.test(part)) return part.toUpperCase();
  // "Port_of_Spain", "Port-au-Prince", "Dar_es_Salaam".
  return part.replace(/[a-z]+/g, (word, index: number) =>
    index > 0 && small.has(word) ? word : `${word.charAt(0).toUpperCase()}${word.slice(1)}`,
  );
};

/**
 * A time zone id in the spelling of the IANA database, which ignores case. It follows a rule and does not ask the runtime, which
 * lists no alias names and replaces some (Asia/Calcutta for Asia/Kolkata, or the reverse, by its version). A place keeps the name
 * by which it was chosen.
 */
export const zoneSpelled = (id: string): string => id.toLowerCase().split('/').map(partSpelled).join('/');
