import { AppError } from '#contracts/core/errors.ts';

const badAddress = (cause?: unknown): AppError => new AppError('INVALID_INPUT', { message: 'http.badAddress', cause });

/** Query keys and values; a repeated key is refused, so that no two readers can pick different ones. */
export const readQuery = (url: URL): ReadonlyMap<string, string> => {
  const match = new Map<string, string>();
  // The parameters of an address are parsed when first asked for.
  if (url.search === '') return match;
  for (const [key, value] of url.searchParams) {
    if (match.has(key))
      throw new AppError('INVALID_INPUT', { message: 'http.repeated', values: { field: key.slice(0, 60) } });
    match.set(key, value);
  }
  return match;
};

/** One part of a path, percent-decoded exactly once. */
const decodePart = (part: string): string => {
  try {
    return decodeURIComponent(part);
  } catch (cause) {
    throw badAddress(cause);
  }
};

/** Takes `/api/x/{id}`'s parts out of the path the router matched with it. */
export const readParts = (pattern: string, pathname: string): Readonly<Record<string, string>> => {
  const names = pattern.split('/');
  const parts = pathname.split('/');
  if (names.length !== parts.length) throw badAddress();
  const matches: [string, string][] = [];
  names.forEach((name, index) => {
    const part = parts[index];
    if (name.startsWith(':') && part !== undefined) matches.push([name.slice(1), decodePart(part)]);
  });
  return Object.fromEntries(matches);
};
