import type { MemberId } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { Run, SnapshotMember } from '#contracts/runs/runSchema.ts';
import type { PersonRun } from '#contracts/reports/personReport.ts';
import { isAnswered, isCountedAsAsked, isCountedAsSkipped } from './countedRunsAndMembers.ts';
import { stateWithoutAnswer } from './reportMembers.ts';
import type { Steps } from '../engine/pausableGeneratorsAndSort.ts';

export interface AnsweredRun {
  readonly run: Pick<Run, 'state' | 'members' | 'instants' | 'closesAt'>;
  readonly answered: ReadonlySet<MemberId>;
  /** Members who skip the run and have not answered. */
  readonly skipped: ReadonlySet<MemberId>;
}

export interface Participation {
  readonly memberId: MemberId;
  /**
   * The person's name in the newest run that has the person as a member; empty for a person who answered but was a
   * member of no run.
   */
  readonly name: string;
  readonly asked: number;
  readonly answered: number;
  /** Number of runs that the person skips. They are not part of `asked`. */
  readonly skipped: number;
}

interface Part {
  readonly name: string;
  readonly reply: 'ANSWERED' | 'SKIPPED' | 'MISSING';
}

const stateIn = (
  run: AnsweredRun['run'],
  member: SnapshotMember | undefined,
  {
    hasAnswered,
    hasSkipped,
    now,
  }: { readonly hasAnswered: boolean; readonly hasSkipped: boolean; readonly now: number },
): PersonRun['state'] => {
  if (hasAnswered) return 'ANSWERED';
  return member?.dropped === true ? 'NOT_DUE' : stateWithoutAnswer(run, member, { hasSkipped, now });
};

const within = ({ run, answered, skipped }: AnsweredRun, now: number): ReadonlyMap<MemberId, Part> => {
  const members = new Map(run.members.map((item) => [item.memberId, item]));
  const parts = new Map<MemberId, Part>();
  for (const memberId of new Set([...members.keys(), ...answered])) {
    const member = members.get(memberId);
    const reply = { hasAnswered: answered.has(memberId), hasSkipped: skipped.has(memberId) };
    const part = { run: run.state, state: stateIn(run, member, { ...reply, now }) };
    const name = member?.name ?? '';
    if (isCountedAsAsked(part)) parts.set(memberId, { name, reply: isAnswered(part) ? 'ANSWERED' : 'MISSING' });
    else if (isCountedAsSkipped(part)) parts.set(memberId, { name, reply: 'SKIPPED' });
  }
  return parts;
};

/**
 * Counts, for each person, the runs that asked the person and the runs that the person answered or skipped. Each step
 * handles one run. `runs`: oldest first. `now`: epoch ms.
 */
export const participationOf = function* (runs: readonly AnsweredRun[], now: number): Steps<readonly Participation[]> {
  const people = new Map<MemberId, Participation>();
  for (const run of runs) {
    for (const [memberId, { name, reply }] of within(run, now)) {
      const before = people.get(memberId) ?? { memberId, name: '', asked: 0, answered: 0, skipped: 0 };
      people.set(memberId, {
        memberId,
        name: name === '' ? before.name : name,
        asked: before.asked + (reply === 'SKIPPED' ? 0 : 1),
        answered: before.answered + (reply === 'ANSWERED' ? 1 : 0),
        skipped: before.skipped + (reply === 'SKIPPED' ? 1 : 0),
      });
    }
    yield;
  }
  return [...people.values()];
};
