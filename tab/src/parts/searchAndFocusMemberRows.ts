import { searchedName } from '#contracts/core/normaliseNamesAndFoldAccents.ts';
import type { Member } from '#contracts/organisations/teamAndMemberCalls.ts';

export const foundIn = (members: readonly Member[], typed: string): readonly Member[] => {
  const wanted = searchedName(typed.trim());
  if (wanted === '') return members;
  return members.filter((member) => searchedName(`${member.name} ${member.email}`).includes(wanted));
};

export const numbersOf = (members: readonly Member[]) => ({
  off: members.filter(({ isEnabled }) => !isEnabled).length,
  unreachable: members.filter(({ isEnabled, unreachable }) => isEnabled && unreachable !== null).length,
});

/** Returns the index of the row that a pressed key focuses; undefined = the key does not move the focus. */
export const targetOf = (key: string, index: number, count: number): number | undefined => {
  switch (key) {
    case 'ArrowDown':
      return Math.min(index + 1, count - 1);
    case 'ArrowUp':
      return Math.max(index - 1, 0);
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return undefined;
  }
};
