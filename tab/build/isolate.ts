type Token = string | readonly [string, string?, (Readonly<Record<string, unknown>> | undefined)?];

const isolated = (token: Token): readonly Token[] => {
  if (typeof token === 'string') return [token];
  const [name, type, cases] = token;
  // The two marks begin and end a stretch that is laid out by its own first letter, and moves nothing around it.
  if (type === undefined) return ['\u2068', token, '\u2069'];
  if (cases === undefined) return [token];
  const branches = Object.entries(cases).map(([key, branch]) => [key, isolate(branch)]);
  return [[name, type, Object.fromEntries(branches) as Record<string, unknown>]];
};

/**
 * A compiled message of a language written from the right in which whatever is filled in stands by itself: else the question
 * mark or bracket after a Latin name goes to the name's other side.
 */
export const isolate = <T>(message: T): T =>
  (Array.isArray(message) ? (message as readonly Token[]).flatMap(isolated) : message) as T;
