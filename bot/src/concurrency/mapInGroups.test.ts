import { mapInGroups } from './mapInGroups.ts';

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

it('returns the results in the order of the items', async () => {
  expect(await mapInGroups([3, 1, 2], 2, (item) => Promise.resolve(item * 10))).toEqual([30, 10, 20]);
  expect(await mapInGroups([], 2, () => Promise.resolve(0))).toEqual([]);
});

it('begins the next group when the slowest task of the group has ended', async () => {
  const begun: number[] = [];
  const ends = new Map<number, () => void>();
  const all = mapInGroups([1, 2, 3], 2, (item) => {
    begun.push(item);
    return new Promise<void>((resolve) => ends.set(item, resolve));
  });
  await settled();
  ends.get(2)?.();
  await settled();
  expect(begun).toEqual([1, 2]);
  ends.get(1)?.();
  await settled();
  expect(begun).toEqual([1, 2, 3]);
  ends.get(3)?.();
  await all;
});

it('begins no further group after a failure', async () => {
  const begun: number[] = [];
  const failing = mapInGroups([1, 2], 1, (item) => {
    begun.push(item);
    return Promise.reject(new Error('no'));
  });
  await expect(failing).rejects.toThrow('no');
  expect(begun).toEqual([1]);
});
