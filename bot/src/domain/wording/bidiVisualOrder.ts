// Computes the visual order of a line for a renderer that can draw only from left to right. It covers the common cases
// of the Unicode bidirectional algorithm (UAX 9) without explicit direction marks, which names do not need.

const rightToLeft =
  /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Samaritan}\p{Script=Mandaic}]/u;
const leftToRight = /[\p{L}\p{N}]/u;
const attached = /[\p{M}]/u;
/** Direction marks, joiners and other characters without a visible glyph. */
const invisibleCharacters = /[\p{Cf}\p{Cc}\ufe00-\ufe0f]|[\u{e0100}-\u{e01ef}]/gu;

type Direction = 'L' | 'R';

const pairs = ['()', '[]', '{}', '<>', '«»', '‹›'];
const mirrored = new Map(
  pairs.flatMap(([open = '', close = '']) => [
    [open, close],
    [close, open],
  ]),
);

/** Splits a text into characters, each with its combining marks, so that reversing keeps them together. */
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

/**
 * Returns the direction of every cluster. A neutral cluster, such as a space, takes the direction of its neighbours if
 * both sides agree, otherwise the direction of the line.
 */
const resolve = (own: readonly (Direction | undefined)[], base: Direction): Direction[] =>
  own.map((direction, index) => {
    if (direction !== undefined) return direction;
    const before = own.slice(0, index).findLast((item) => item !== undefined) ?? base;
    const after = own.slice(index + 1).find((item) => item !== undefined) ?? base;
    return before === after ? before : base;
  });

interface Piece {
  readonly text: string;
  /**
   * True for letters of a right-to-left script. `text` is in written order, because the renderer reverses it when it
   * shapes the letters.
   */
  readonly isRightToLeft: boolean;
}

/**
 * Returns the words of a right-to-left part in reverse order. Each word stays in its written order, and the characters
 * between words are mirrored.
 */
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

/**
 * Returns the pieces of a line in the order in which they are drawn from left to right, without invisible characters.
 */
export const visualOrder = (line: string): readonly Piece[] => {
  const clusters = clustersOf(line.replace(invisibleCharacters, ''));
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
