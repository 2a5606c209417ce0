import { inflateSync } from 'node:zlib';

export interface Picture {
  readonly width: number;
  readonly height: number;
  /** Red, green, blue and alpha of every pixel, row by row. */
  readonly pixels: readonly (readonly [number, number, number, number])[];
}

const signature = '89504e470d0a1a0a';

/** Returns the neighbour nearest to left + above - corner, as the PNG format defines for filter type 4. */
const paeth = (left: number, above: number, corner: number): number => {
  const guess = left + above - corner;
  const [a, b, c] = [Math.abs(guess - left), Math.abs(guess - above), Math.abs(guess - corner)];
  return a <= b && a <= c ? left : b <= c ? above : corner;
};

const predicted = (filter: number, left: number, above: number, corner: number): number => {
  const guesses = [0, left, above, (left + above) >> 1, paeth(left, above, corner)];
  const guess = guesses[filter];
  if (guess === undefined) throw new Error(`no filter ${filter}`);
  return guess;
};

const unfiltered = (data: Buffer, height: number, stride: number, size: number): Buffer => {
  const out = Buffer.alloc(height * stride);
  for (let row = 0; row < height; row += 1) {
    const filter = data[row * (stride + 1)] ?? 0;
    for (let index = 0; index < stride; index += 1) {
      const here = row * stride + index;
      const left = index < size ? 0 : (out[here - size] ?? 0);
      const above = row === 0 ? 0 : (out[here - stride] ?? 0);
      const corner = row === 0 || index < size ? 0 : (out[here - stride - size] ?? 0);
      out[here] = (data[row * (stride + 1) + 1 + index] ?? 0) + predicted(filter, left, above, corner);
    }
  }
  return out;
};

const chunksOf = (file: Buffer): Map<string, Buffer> => {
  const chunks = new Map<string, Buffer>();
  for (let at = 8; at < file.length;) {
    const length = file.readUInt32BE(at);
    const type = file.toString('latin1', at + 4, at + 8);
    const before = chunks.get(type) ?? Buffer.alloc(0);
    chunks.set(type, Buffer.concat([before, file.subarray(at + 8, at + 8 + length)]));
    at += length + 12;
  }
  return chunks;
};

/** Reads PNG files with 8 bits per colour, with or without alpha, which is the form that browsers write. */
export const readPng = (file: Buffer): Picture => {
  if (file.toString('hex', 0, 8) !== signature) throw new Error('not a PNG');
  const chunks = chunksOf(file);
  const head = chunks.get('IHDR') ?? Buffer.alloc(13);
  const [width, height] = [head.readUInt32BE(0), head.readUInt32BE(4)];
  const size = { 2: 3, 6: 4 }[head[9] ?? 0];
  if (head[8] !== 8 || size === undefined || head[12] !== 0) throw new Error('a kind of PNG that is not read here');
  const bytes = unfiltered(inflateSync(chunks.get('IDAT') ?? Buffer.alloc(0)), height, width * size, size);
  const pixels = Array.from({ length: width * height }, (_none, index) => {
    const [red = 0, green = 0, blue = 0, alpha = 255] = bytes.subarray(index * size, (index + 1) * size);
    return [red, green, blue, alpha] as const;
  });
  return { width, height, pixels };
};
