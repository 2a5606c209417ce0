import fc from 'fast-check';
import type { Goal, GoalState } from '#contracts/answers/goalAndBlockerChoiceSchemas.ts';
import type { LocalDate, MemberId, QuestionId } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { Run } from '#contracts/runs/runSchema.ts';
import { coversDraft, isDraftOver, isSameDraft } from './compareAndExpireDrafts.ts';

const texts = fc.dictionary(fc.constantFrom('done', 'plan', '__proto__'), fc.constantFrom('', ' ', 'A', ' A', 'B'));
const draftOf = (values: Record<string, string>) => ({ values: values as Record<QuestionId, string>, goals: [] });

describe('a draft', () => {
  it('is covered only by an answer that contains all of its texts', () => {
    fc.assert(
      fc.property(texts, texts, (typed, sent) => {
        expect(coversDraft(draftOf(typed), draftOf(typed))).toBe(true);
        const isLost = Object.entries(typed).some(([id, text]) => {
          const other = Object.hasOwn(sent, id) ? (sent[id] ?? '') : '';
          return text.trim() !== '' && other.trim() !== text.trim();
        });
        expect(coversDraft(draftOf(typed), draftOf(sent))).toBe(!isLost);
      }),
    );
  });

  it('is covered by an answer only if each goal that it marks as done or dropped has that state in the answer', () => {
    const state = fc.constantFrom<GoalState | undefined>('DONE', 'DROPPED', 'CARRIED', undefined);
    const goal = (sent: GoalState | undefined): Goal => ({
      ...{ id: 'a', text: 'A', ticked: sent === 'DONE' },
      ...(sent === undefined ? {} : { state: sent }),
    });
    fc.assert(
      fc.property(state, state, fc.boolean(), (drafted, sent, isTick) => {
        const goals = isTick && drafted === 'DONE' ? ['a'] : [];
        const goalStates = isTick || drafted === undefined ? undefined : { a: drafted };
        const draft = { values: {}, goals, goalStates };
        const chosen = isTick && drafted !== 'DONE' ? undefined : drafted;
        const isLost = (chosen === 'DONE' || chosen === 'DROPPED') && chosen !== sent;
        expect(coversDraft(draft, { values: {}, goals: [goal(sent)] })).toBe(!isLost);
        // The run does not offer the goals of the draft any more, so they can be neither shown nor sent, and nothing is
        // lost.
        expect(coversDraft(draft, { values: {}, goals: [] })).toBe(true);
      }),
    );
  });

  it('is the same in any order of its values and goals', () => {
    fc.assert(
      fc.property(texts, fc.uniqueArray(fc.constantFrom('a', 'b', 'c')), (values, goals) => {
        const turned = Object.fromEntries(Object.entries(values).reverse()) as Record<QuestionId, string>;
        const draft = { ...draftOf(values), goals };
        expect(isSameDraft(draft, { values: turned, goals: [...goals].reverse() })).toBe(true);
        expect(isSameDraft(draft, { values: turned, goals: [...goals, 'd'] })).toBe(false);
      }),
    );
  });
});

it('is another draft if the needed member differs', () => {
  const draft = (id: string | null | undefined) =>
    id === undefined ? draftOf({}) : { ...draftOf({}), needed: { id: id as MemberId | null, shown: null } };
  expect(isSameDraft(draft('cy'), draft('cy'))).toBe(true);
  expect(isSameDraft(draft('cy'), draft('dan'))).toBe(false);
  expect(isSameDraft(draft('cy'), draft(undefined))).toBe(false);
});

it('loses a needed member whom the answer does not name, unless the form showed that member already', () => {
  const cy = 'cy' as MemberId;
  const draft = (shown: MemberId | null) => ({ values: {}, goals: [], needed: { id: cy, shown } });
  const answer = { values: {}, goals: [] };
  expect(coversDraft(draft(null), answer)).toBe(false);
  expect(coversDraft(draft(null), draft(null))).toBe(true);
  expect(coversDraft(draft(cy), answer)).toBe(true);
});

it('is another draft if the choice about the open blocker differs', () => {
  const choice = fc.option(
    fc.record({
      since: fc.constantFrom<LocalDate>('2026-11-18' as LocalDate, '2026-11-19' as LocalDate),
      is: fc.constantFrom('STILL' as const, 'RESOLVED' as const, 'CHANGED' as const),
    }),
    { nil: undefined },
  );
  fc.assert(
    fc.property(choice, choice, (mine, theirs) => {
      const isEqual = mine?.since === theirs?.since && mine?.is === theirs?.is;
      const draft = (openBlocker: typeof mine) => ({ ...draftOf({ done: 'A' }), openBlocker });
      expect(isSameDraft(draft(mine), draft(theirs))).toBe(isEqual);
      expect(isSameDraft({ ...draft(mine), openBlocker: mine ?? null }, draft(mine))).toBe(true);
    }),
  );
});

const at = (instant: string): number => Date.parse(instant);
const memberId = 'ann' as MemberId;
const date = '2026-11-20' as LocalDate;
const run = (zone: string, graceEndsAt: string, state: Run['state'] = 'OPEN'): Run =>
  ({
    ...{ state, date, graceEndsAt },
    members: [{ memberId, name: 'Ann', zone, away: null, dropped: false }],
    instants: [{ zone, opensAt: '2026-11-20T08:00:00.000Z', closesAt: '2026-11-20T10:00:00.000Z', graceEndsAt }],
  }) as unknown as Run;

describe('a draft that can no longer be sent', () => {
  it.each(['Pacific/Auckland', 'America/Los_Angeles'])('is over at the end of the grace in %s', (zone) => {
    const end = '2026-11-21T20:00:00.000Z';
    fc.assert(
      fc.property(fc.integer({ min: -100_000, max: 100_000 }), (offset) => {
        const now = at(end) + offset;
        expect(isDraftOver({ memberId, date }, run(zone, end), now)).toBe(offset >= 0);
      }),
    );
  });

  it('is over when its run is cancelled or missed', () => {
    const now = at('2026-11-20T09:00:00Z');
    for (const state of ['CANCELLED', 'MISSED'] as const)
      expect(isDraftOver({ memberId, date }, run('UTC', '2026-11-21T00:00:00.000Z', state), now)).toBe(true);
  });

  it.each([
    ['2026-11-19T00:00:00Z', false],
    ['2026-11-22T23:59:59Z', false],
    ['2026-11-23T00:00:00Z', true],
  ])('a draft without a run, at %s, is over: %s', (now, isOver) => {
    expect(isDraftOver({ memberId, date }, undefined, at(now))).toBe(isOver);
  });
});
