import type { RollupGroupModel } from './groupModel.ts';
import type { RollupLine } from './rollupSet.ts';

// Divides the groups of a roll-up into pages. A page ends after a number of entries, so a long group continues on the next page.

/** The part of a group that one page shows. */
export interface GroupOnPage {
  readonly group: RollupGroupModel;
  readonly lines: readonly RollupLine[];
  /** Position of the first of these lines in the group. */
  readonly from: number;
}

export interface RollupPage {
  readonly groups: readonly GroupOnPage[];
  /** Cursor of the next page; null on the last page. */
  readonly next: string | null;
}

interface Place {
  readonly group: number;
  readonly line: number;
}

const lineKey = ({ of: { run }, member }: RollupLine): string => `${run.date}|${run.meetingId}|${member.memberId}`;

/**
 * Names the last line that was shown and its position. The next page begins after this line, or at the position if the line is gone.
 */
const cursorAt = (groups: readonly RollupGroupModel[], { group, line }: Place): string => {
  const model = groups[group];
  const last = line === 0 ? undefined : model?.lines[line - 1];
  return [group, model?.key ?? '', line, last === undefined ? '' : lineKey(last)].join('~');
};

/** Returns the place at which the page of the cursor begins; undefined for a text that is no cursor. */
const placeOf = (groups: readonly RollupGroupModel[], cursor: string): Place | undefined => {
  const [groupAt = '', key = '', lineAt = '', last = ''] = cursor.split('~');
  if (!/^\d{1,6}$/.test(groupAt) || !/^\d{1,6}$/.test(lineAt)) return undefined;
  const found = groups.findIndex((group) => group.key === key);
  if (found < 0) return { group: Number(groupAt), line: 0 };
  const line = groups[found]?.lines.findIndex((item) => lineKey(item) === last) ?? -1;
  return { group: found, line: line < 0 ? Number(lineAt) : line + 1 };
};

/**
 * Returns the page that begins at the cursor, or the first page. Undefined for a text that is no cursor. `size`: number of entries; each
 * group counts as one more, so that empty groups fill a page too.
 */
export const rollupPage = (
  groups: readonly RollupGroupModel[],
  cursor: string | undefined,
  size: number,
): RollupPage | undefined => {
  const start = cursor === undefined ? { group: 0, line: 0 } : placeOf(groups, cursor);
  if (start === undefined) return undefined;
  const shown: GroupOnPage[] = [];
  let { group: at, line } = start;
  for (let room = size; room > 0;) {
    const group = groups[at];
    if (group === undefined) return { groups: shown, next: null };
    const lines = group.lines.slice(line, line + room);
    shown.push({ group, lines, from: Math.min(line, group.lines.length) });
    room -= lines.length + 1;
    line += lines.length;
    if (line < group.lines.length) return { groups: shown, next: cursorAt(groups, { group: at, line }) };
    at += 1;
    line = 0;
  }
  return { groups: shown, next: at < groups.length ? cursorAt(groups, { group: at, line: 0 }) : null };
};

/** Yields all pages, for a reader that writes them one after the other. */
export const rollupPages = function* (groups: readonly RollupGroupModel[], size: number): Generator<RollupPage> {
  for (let page = rollupPage(groups, undefined, size); page !== undefined;) {
    yield page;
    page = page.next === null ? undefined : rollupPage(groups, page.next, size);
  }
};
