import type { Answer } from '#contracts/answers/answerCardAndDraftCalls.ts';
import type { Instant, MemberId, ZoneId } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { Run } from '#contracts/runs/runSchema.ts';
import { storedQuestion } from '#contracts/meetings/questionAndAnswerFormatSchemas.ts';
import type { Question } from '#contracts/meetings/questionAndAnswerFormatSchemas.ts';
import { answerAdoptedByRun, haveChanged, asksAnyQuestionOf } from './adoptAnswersAheadAndCompareQuestions.ts';

const zone = 'Europe/Berlin' as ZoneId;
const at = (time: string): Instant => `2026-11-20T${time}:00.000Z` as Instant;

const question = (id: string, change: object = {}): Question =>
  storedQuestion.parse({ id, sequence: 1, text: `What about ${id}?`, type: 'TEXT', ...change });
const blocked = question('blocked', {
  type: 'OPTIONS',
  options: ['No', 'Yes'],
  isBlocker: true,
  blockingOptions: ['Yes'],
});
const questions = [question('done'), blocked];

const set = (opens: string, closes: string) => ({ zone, opensAt: at(opens), closesAt: at(closes) });
const run = (change: object = {}): Run =>
  ({
    ...{ questions, instants: [set('09:00', '11:00')], opensAt: at('08:00'), closesAt: at('12:00') },
    members: [{ memberId: 'ann', name: 'Ann', zone, away: null, dropped: false }],
    ...change,
  }) as Run;
const values = (texts: Readonly<Record<string, string>>) => texts as Answer['values'];
const answer = (change: object = {}): Answer =>
  ({
    ...{ memberId: 'ann' as MemberId, values: { done: 'All' }, answeredAt: at('08:30') },
    ...{ hasBlocker: false, isLate: false, isAhead: false, ...change },
  }) as unknown as Answer;

describe('an answer ahead', () => {
  it('stays valid while the run asks one of its questions, or when its text was erased', () => {
    expect(asksAnyQuestionOf(questions, values({ done: 'All' }))).toBe(true);
    expect(asksAnyQuestionOf(questions, values({ gone: 'All', blocked: 'No' }))).toBe(true);
    expect(asksAnyQuestionOf(questions, values({ gone: 'All' }))).toBe(false);
    expect(asksAnyQuestionOf(questions, {})).toBe(true);
    expect(asksAnyQuestionOf([], {})).toBe(true);
    expect(asksAnyQuestionOf([], values({ done: 'All' }))).toBe(false);
  });

  it('is dropped if the run asks none of its questions', () => {
    expect(answerAdoptedByRun(run({ questions: [question('other')] }), answer())).toBeUndefined();
  });

  it.each([
    ['08:59', true, false],
    ['09:00', false, false],
    ['10:59', false, false],
    ['11:00', false, true],
  ])('an answer ahead of %s is ahead (%p) or late (%p) by the member’s instants', (time, isAhead, isLate) => {
    expect(answerAdoptedByRun(run(), answer({ answeredAt: at(time) }))).toMatchObject({ isAhead, isLate });
  });

  it.each([
    ['07:59', true, false],
    ['08:00', false, false],
    ['12:00', false, true],
  ])(
    'an answer ahead of %s by a person outside the run follows the run’s instants (ahead %p, late %p)',
    (time, isAhead, isLate) => {
      const stranger = answer({ memberId: 'eve', answeredAt: at(time) });
      expect(answerAdoptedByRun(run(), stranger)).toMatchObject({ memberId: 'eve', isAhead, isLate });
    },
  );

  it('is judged by the questions of the run, unless its text was erased', () => {
    expect(answerAdoptedByRun(run(), answer({ values: { blocked: 'Yes' } }))?.hasBlocker).toBe(true);
    expect(answerAdoptedByRun(run(), answer({ values: { blocked: 'No' }, hasBlocker: true }))?.hasBlocker).toBe(false);
    expect(answerAdoptedByRun(run(), answer({ values: {}, hasBlocker: true }))?.hasBlocker).toBe(true);
  });
});

describe('the questions count as changed', () => {
  it('questions do not count as changed when only their order or place did', () => {
    expect(haveChanged(questions, [blocked, question('done', { sequence: 7 })])).toBe(false);
    const many = ['c', 'a', 'b'].map((id) => question(id));
    expect(haveChanged(many, [...many].reverse())).toBe(false);
  });

  it.each<[string, readonly Question[]]>([
    ['a text', [question('done', { text: 'Done?' }), blocked]],
    ['a type', [question('done', { type: 'OPTIONS', options: ['A', 'B'] }), blocked]],
    ['an option', [question('done'), question('blocked', { ...blocked, options: ['No', 'Yes', 'Maybe'] })]],
    ['what blocks', [question('done'), question('blocked', { ...blocked, blockingOptions: [] })]],
    ['an id', [question('other'), blocked]],
    ['their number', [blocked]],
  ])('questions count as changed when %s did', (_what, after) => {
    expect(haveChanged(questions, after)).toBe(true);
  });
});
