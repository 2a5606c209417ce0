// The order in which a line of text is drawn by something that draws from left to right and knows no other way: the common cases of
// the Unicode bidirectional algorithm (UAX 9), without its explicit marks, which names have no need of.

const rightToLeft =
  /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Samaritan}\p{Script=Mandaic}]/u;
const leftToRight = /[\p{L}\p{N}]/u;
const attached = /[\p{M}]/u;
/** Marks of direction, joiners and the like: nothing is drawn for them. */
const unseen = /[\p{Cf}\p{Cc}\ufe00-\ufe0f]|[\u{e0100}-\u{e01ef}]/gu;

type Direction = 'L' | 'R';

const pairs = ['()', '[]', '{}', '<>', '«»', '‹›'];
const mirrored = new Map(
  pairs.flatMap(([open = '', close = '']) => [
    [open, close],
    [close, open],
  ]),
);

/** A letter with the marks on it. */
const clustersOf = (text: string): string[] => {
  const clusters: string[] = [];
  for (const sign of text) {
    const last = clusters.length - 1;
    if (attached.test(sign) && last >= 0) clusters[last] = `${clusters[last] ?? ''}${sign}`;
    else clusters.push(sign);
  }
  return clusters;
};

const strong = (cluster: string): Direction | undefined =>
  rightToLeft.test(cluster) ? 'R' : leftToRight.test(cluster) ? 'L' : undefined;

/** Blanks and signs take the direction of the text on both sides if it is the same, otherwise that of the line. */
const resolve = (own: readonly (Direction | undefined)[], base: Direction): Direction[] =>
  own.map((direction, index) => {
    if (direction !== undefined) return direction;
    const before = own.slice(0, index).findLast((item) => item !== undefined) ?? base;
    const after = own.slice(index + 1).find((item) => item !== undefined) ?? base;
    return before === after ? before : base;
  });

interface Piece {
  readonly text: string;
  /** Letters of a right-to-left script in their written order: the renderer that shapes them reverses them. */
  readonly isRightToLeft: boolean;
}

/** Words in reverse order, each as it is written; the characters between them mirrored. */
const reversed = (clusters: readonly string[]): Piece[] => {
  const pieces: Piece[] = [];
  for (const cluster of clusters) {
    const last = pieces.at(-1);
    if (strong(cluster) === undefined) pieces.push({ text: mirrored.get(cluster) ?? cluster, isRightToLeft: false });
    else if (last?.isRightToLeft === true) pieces[pieces.length - 1] = { ...last, text: last.text + cluster };
    else pieces.push({ text: cluster, isRightToLeft: true });
  }
  return pieces.reverse();
};

/** A line as pieces to draw one after the other from left to right. Invisible characters are left out. */
export const visualOrder = (line: string): readonly Piece[] => {
  const clusters = clustersOf(line.replace(unseen, ''));
  const own = clusters.map(strong);
  const base = own.find((item) => item !== undefined) ?? 'L';
  const directions = resolve(own, base);
  const runs: { readonly direction: Direction; readonly clusters: string[] }[] = [];
  clusters.forEach((cluster, index) => {
    const direction = directions[index] ?? base;
    const last = runs.at(-1);
    if (last?.direction === direction) last.clusters.push(cluster);
    else runs.push({ direction, clusters: [cluster] });
  });
  const drawn = base === 'R' ? runs.reverse() : runs;
  return drawn.flatMap((run) =>
    run.direction === 'R' ? reversed(run.clusters) : [{ text: run.clusters.join(''), isRightToLeft: false }],
  );
};
