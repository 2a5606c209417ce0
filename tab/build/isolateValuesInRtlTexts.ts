type Token = string | readonly [string, string?, (Readonly<Record<string, unknown>> | undefined)?];

const isolated = (token: Token): readonly Token[] => {
  if (typeof token === 'string') return [token];
  const [name, type, cases] = token;
  // U+2068 and U+2069 isolate the value between them: the value takes its direction from its own first letter and does
  // not affect the text around it.
  if (type === undefined) return ['\u2068', token, '\u2069'];
  if (cases === undefined) return [token];
  const branches = Object.entries(cases).map(([key, branch]) => [key, isolateValuesInRtlTexts(branch)]);
  return [[name, type, Object.fromEntries(branches) as Record<string, unknown>]];
};

/**
 * Isolates the values in a compiled message of a right-to-left language. Without this isolation, a question mark or
 * bracket after a Latin name would move to the other side of the name.
 */
export const isolateValuesInRtlTexts = <T>(message: T): T =>
  (Array.isArray(message) ? (message as readonly Token[]).flatMap(isolated) : message) as T;
