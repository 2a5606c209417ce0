import { itemsOf, readPart } from '../../scripts/lib/longTestPartOption.ts';

it('runs the whole without the option, and a part with it', () => {
  expect(readPart([])).toEqual({ part: 1, parts: 1 });
  expect(readPart(['--part', '2/3'])).toEqual({ part: 2, parts: 3 });
  expect(readPart(['--part=3/3'])).toEqual({ part: 3, parts: 3 });
});

it.each(['0/3', '4/3', '1/0', '2', '1/3/3', '-1/3', 'a/b', ''])('refuses the part "%s"', (text) => {
  expect(() => readPart([`--part=${text}`])).toThrow('--part must look like 2/3');
});

it('refuses an unknown option, so that a misspelt one does not run everything', () => {
  expect(() => readPart(['--parts=1/3'])).toThrow('--parts');
});

it.each([1, 2, 3, 4, 9])('puts each of seven proofs into exactly one of %d parts', (parts) => {
  const proofs = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];
  const divided = Array.from({ length: parts }, (_, index) => itemsOf(proofs, { part: index + 1, parts }));
  expect(divided.flat().sort()).toEqual(proofs);
});
