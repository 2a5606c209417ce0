import { createCountedKeys } from './countedKeys.ts';

describe('counted keys', () => {
  it('count each key alone, and begin at 0', () => {
    const counts = createCountedKeys<string>();
    counts.add('one', 2);
    counts.add('one', 3);
    counts.add('other', 1);
    expect(['one', 'other', 'unknown'].map((key) => counts.get(key))).toEqual([5, 1, 0]);
  });

  it('delete a key whose number is 0 again', () => {
    const deleted = jest.spyOn(Map.prototype, 'delete');
    try {
      const counts = createCountedKeys<string>();
      counts.add('one', 2);
      counts.add('one', -1);
      expect([counts.get('one'), deleted.mock.calls]).toEqual([1, []]);
      counts.add('one', -1);
      expect([counts.get('one'), deleted.mock.calls]).toEqual([0, [['one']]]);
    } finally {
      deleted.mockRestore();
    }
  });
});
