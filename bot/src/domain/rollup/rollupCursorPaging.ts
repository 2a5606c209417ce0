import type { RollupGroupModel } from './rollupGroupModelAndOrder.ts';
import type { RollupLine } from './rollupRowTypes.ts';

// Divides the groups of a roll-up, and the lines of a group, into pages.

/** A page of items. `next`: cursor of the next page; null on the last page. */
export interface PageOf<T> {
  readonly items: readonly T[];
  readonly next: string | null;
}

/**
 * Returns a cursor with the last item of the page and the position after it. If that item is gone, the next page begins
 * at the position.
 */
const cursorAfter = (position: number, key: string): string => `${position}~${key}`;

const startOf = (keys: readonly string[], cursor: string | undefined): number | undefined => {
  if (cursor === undefined) return 0;
  const [position = '', key = ''] = cursor.split('~');
  if (!/^\d{1,6}$/.test(position)) return undefined;
  const found = keys.indexOf(key);
  return found < 0 ? Number(position) : found + 1;
};

const pageOf = <T>(
  items: readonly T[],
  keyOf: (item: T) => string,
  { cursor, size }: { readonly cursor: string | undefined; readonly size: number },
): PageOf<T> | undefined => {
  const start = startOf(cursor === undefined ? [] : items.map(keyOf), cursor);
  if (start === undefined) return undefined;
  const page = items.slice(start, start + size);
  const last = page.at(-1);
  const end = start + page.length;
  return { items: page, next: last === undefined || end >= items.length ? null : cursorAfter(end, keyOf(last)) };
};

type Request = Parameters<typeof pageOf>[2];

/** Returns the page of groups that begins at the cursor. Undefined if the cursor is invalid. */
export const pageOfGroups = (
  groups: readonly RollupGroupModel[],
  request: Request,
): PageOf<RollupGroupModel> | undefined => pageOf(groups, ({ key }) => key, request);

const lineKey = ({ of: { run }, member }: RollupLine): string => `${run.date}|${run.meetingId}|${member.memberId}`;

/** Returns the page of a group's lines that begins at the cursor. Undefined if the cursor is invalid. */
export const pageOfLines = ({ lines }: RollupGroupModel, request: Request): PageOf<RollupLine> | undefined =>
  pageOf(lines, lineKey, request);
