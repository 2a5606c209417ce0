import type { MemberId } from '#contracts/ids.ts';
import type { Occurrence } from '#contracts/occurrence.ts';
import { isAsked } from './owing.ts';

/** A run, and who has answered it. */
export interface AnsweredRun {
  readonly run: Pick<Occurrence, 'state' | 'members'>;
  readonly answered: ReadonlySet<MemberId>;
}

export interface Participation {
  readonly memberId: MemberId;
  /** As the newest run knew them; empty for who was in none and answered. */
  readonly name: string;
  readonly asked: number;
  readonly answered: number;
}

const within = ({ run, answered }: AnsweredRun): ReadonlyMap<MemberId, string> => {
  const names = new Map(run.members.map((one) => [one.memberId, one.name]));
  // Who may still answer has not failed to.
  const owed = run.state === 'COMPLETED' ? run.members.filter(isAsked).map((one) => one.memberId) : [];
  return new Map([...owed, ...answered].map((memberId) => [memberId, names.get(memberId) ?? '']));
};

/** How often each person was in, over runs that are given oldest first. */
export const participation = (runs: readonly AnsweredRun[]): readonly Participation[] => {
  const people = new Map<MemberId, Participation>();
  for (const one of runs)
    for (const [memberId, name] of within(one)) {
      const before = people.get(memberId) ?? { memberId, name: '', asked: 0, answered: 0 };
      people.set(memberId, {
        memberId,
        name: name === '' ? before.name : name,
        asked: before.asked + 1,
        answered: before.answered + (one.answered.has(memberId) ? 1 : 0),
      });
    }
  return [...people.values()];
};
