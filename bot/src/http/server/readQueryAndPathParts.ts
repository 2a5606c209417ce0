import { AppError } from '#contracts/core/errorCodesAndAppError.ts';

const badAddress = (cause?: unknown): AppError => new AppError('INVALID_INPUT', { message: 'http.badAddress', cause });

/** Returns the query parameters. A repeated key is refused, because two readers could pick different values. */
export const readQuery = (url: URL): ReadonlyMap<string, string> => {
  const values = new Map<string, string>();
  // `URL` parses the parameters when they are first read, so an empty query skips the work.
  if (url.search === '') return values;
  for (const [key, value] of url.searchParams) {
    if (values.has(key))
      throw new AppError('INVALID_INPUT', { message: 'http.repeated', values: { field: key.slice(0, 60) } });
    values.set(key, value);
  }
  return values;
};

/** Decodes the percent signs of one part of a path, exactly once. */
const decodePart = (part: string): string => {
  try {
    return decodeURIComponent(part);
  } catch (cause) {
    throw badAddress(cause);
  }
};

/**
 * Returns the path parts by the names in a pattern such as `/api/x/:id`. The caller passes the pattern that matched the
 * path.
 */
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
