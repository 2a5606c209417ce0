import type { Member } from '#contracts/team.ts';

/** Whose name or address holds what was typed. */
export const foundIn = (members: readonly Member[], typed: string): readonly Member[] => {
  const wanted = typed.trim().toLocaleLowerCase();
  if (wanted === '') return members;
  return members.filter((one) => `${one.name} ${one.email}`.toLocaleLowerCase().includes(wanted));
};

export const numbersOf = (members: readonly Member[]) => ({
  off: members.filter(({ isEnabled }) => !isEnabled).length,
  unreachable: members.filter(({ isEnabled, unreachable }) => isEnabled && unreachable !== null).length,
});

/** Where a key goes from a row; undefined = no such key. */
export const targetOf = (key: string, at: number, count: number): number | undefined => {
  switch (key) {
    case 'ArrowDown':
      return Math.min(at + 1, count - 1);
    case 'ArrowUp':
      return Math.max(at - 1, 0);
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return undefined;
  }
};
