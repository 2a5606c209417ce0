import type { SummaryModel } from '../../../bot/src/domain/reports/buildReportAndSummary.ts';
import fc from 'fast-check';
import { translateFor } from '../../../bot/src/translate.ts';
import { anInstant, aZone } from '../../support/data/idDateAndRecordBuilders.ts';
import { aBlockerLine, anAverage, aPerson, aReader, aRun, aSummary } from '../../support/data/cardModelBuilders.ts';
import { buttonsOf, faultsOf, textOf } from '../../support/data/readAndCheckCards.ts';
import { presenter, budget, sizeOf, reportUrl } from '../../support/data/drawAndMeasureCards.ts';
import { anyCharacter } from '../../support/data/anyCharacter.ts';

describe('the summary', () => {
  const blocker = (name: string, text: string, days = 0) => aBlockerLine(name, text, { days });
  const many = (count: number, change: (index: number) => Parameters<typeof aPerson>[1] = () => ({})) =>
    Array.from({ length: count }, (_, index) => aPerson(`Person ${index}`, change(index)));
  const noPeople = aSummary().people;
  const factsWith = (change: Partial<SummaryModel['facts']>) => {
    const model = aSummary({ facts: { ...aSummary().facts, ...change } });
    const drawn = presenter.summary(model, aReader(), reportUrl);
    return [textOf(drawn).split('\n')[1], drawn.summary];
  };

  it('shows no goals without offered ones, and no blockers without a question', () => {
    expect(factsWith({ goals: 0, goalsTicked: 0, goalsOffered: 0, blockers: 0, newBlockers: 0 })).toEqual([
      'Answered 7/9 · No goals to reach yet · Blockers 0',
      'Daily stand-up: 7 of 9 answered, no blockers',
    ]);
    expect(factsWith({ hasGoals: false, hasBlockers: false, blockers: 0 })).toEqual([
      'Answered 7/9',
      'Daily stand-up: 7 of 9 answered',
    ]);
  });

  it('counts separately the blockers of earlier days that the list contains', () => {
    expect(factsWith({ goals: 0, goalsTicked: 0, goalsOffered: 3, carriedBlockers: 1 })[0]).toBe(
      'Answered 7/9 · Goals 0/9 (0 of 3 ticked) · Blockers 2 (1 new) · 1 more from earlier days',
    );
  });

  it('reads in the order that reads best', () => {
    const tokyo = {
      state: 'OPEN',
      closesAt: anInstant('2026-11-20T09:00:00Z'),
      timezone: aZone('Asia/Tokyo'),
    } as const;
    const message = presenter.summary(
      aSummary({
        attention: [blocker('Bob', 'No access to the **build**', 3), blocker('Cem', 'New one')],
        people: {
          blocked: [aPerson('Bob', { state: 'BLOCKED', isLate: true })],
          answered: [aPerson('Ann', { goalsTicked: 2, goalsOffered: 3 })],
          open: [aPerson('Eve', { state: 'OPEN', closesAt: aRun.closesAt }), aPerson('Kei', tokyo)],
          away: [aPerson('Zoe', { state: 'AWAY' })],
          missing: [aPerson('Max', { state: 'MISSING' })],
        },
      }),
      aReader(),
      reportUrl,
    );
    expect(faultsOf(message)).toEqual([]);
    expect(textOf(message).split('\n')).toEqual([
      'Daily stand-up – Friday 20 November · Ongoing',
      'Answered 7/9 · Goals 5/9 (11 of 14 ticked) · Blockers 2 (1 new)',
      'Needs attention',
      'Bob: blocked for 3 working days · No access to the **build** · Open blocker',
      'Cem: newly blocked · New one · Open blocker',
      'Blocked',
      'Bob (late)',
      'What did you get done? Bob did a lot',
      'Answered',
      'Ann (2 of 3 goals)',
      'What did you get done? Ann did a lot',
      'Still open',
      'Eve (until 12:00), Kei (until 18:00, Tokyo)',
      'Away',
      'Zoe',
      'No answer this time',
      'Max',
      translateFor('en')('summary.footer', { zone: 'Europe/Berlin' }),
    ]);
    expect(message.summary).toBe('Daily stand-up: 7 of 9 answered, 2 blockers');
    expect(buttonsOf(message)).toEqual(['Open report']);
  });

  it('shows each average with its distribution below the figures', () => {
    const model = aSummary({
      averages: [
        anAverage('How do\nyou feel?'),
        anAverage('How far?', { format: { type: 'NUMBER', unit: 'km' }, answers: 1, average: 1234.56, counts: [] }),
      ],
      attention: [blocker('Bob', 'No access')],
    });
    const message = presenter.summary(model, aReader(), reportUrl);
    expect(faultsOf(message)).toEqual([]);
    expect(textOf(message).split('\n').slice(1, 5)).toEqual([
      'Answered 7/9 · Goals 5/9 (11 of 14 ticked) · Blockers 2 (1 new)',
      'How do you feel? Average: 3.8 of 5 · 8 answers · 1 – Awful: 0, 2: 1, 3: 2, 4: 3, 5 – Great: 2',
      'How far? Average: 1,234.6 km · 1 answer',
      'Needs attention',
    ]);
  });

  it('keeps the distributions of a large team whose answers have no room', () => {
    const people = { ...noPeople, answered: many(60, () => ({ answers: longAnswers })) };
    const message = presenter.summary(aSummary({ averages: [anAverage('Mood')], people }), aReader(), reportUrl);
    expect(sizeOf(message)).toBeLessThanOrEqual(budget);
    expect(textOf(message)).toContain('Mood Average: 3.8 of 5 · 8 answers · 1 – Awful: 0');
  });

  it('drops the distributions, and at last averages, before it exceeds its size limit', () => {
    const longest = (index: number) =>
      anAverage(`${'😀"'.repeat(75)} ${String(index)}`, {
        format: { type: 'SCALE', lowLabel: '😀'.repeat(20), highLabel: '"'.repeat(40) },
      });
    const averages = Array.from({ length: 20 }, (_, index) => longest(index));
    const draw = (blockers: number) => {
      const names = many(blockers, () => ({})).map(({ name }) => `${'😀'.repeat(60)} ${name}`);
      const attention = names.map((name) => blocker(name, '😀'.repeat(1000)));
      const message = presenter.summary(aSummary({ averages, attention }), aReader({ locale: 'ar' }), reportUrl);
      expect(faultsOf(message)).toEqual([]);
      expect(sizeOf(message)).toBeLessThanOrEqual(budget);
      return textOf(message);
    };
    const distribution = ' · 1 – ';
    expect(draw(0).split(distribution)).toHaveLength(21);
    expect(draw(20)).not.toContain(distribution);
    expect(draw(400)).toContain(translateFor('ar')('summary.more', { count: 15 }));
  });

  it.each(['OPEN', 'COMPLETED', 'CANCELLED', 'MISSED'] as const)('names the state %s in words', (state) => {
    const header = { ...aSummary().header, state };
    const first = textOf(presenter.summary(aSummary({ header }), aReader(), reportUrl)).split('\n')[0];
    expect(first).toMatch(/ · (Ongoing|Completed|Cancelled|Not held)$/);
  });

  const longAnswers = [{ question: 'Done?', answer: 'word '.repeat(400), isBlocking: false }];

  it('shortens answers first, and keeps the texts of blocked members complete', () => {
    const words = 'I cannot go on '.repeat(130);
    const model = aSummary({
      attention: [blocker('Bob', words)],
      people: { ...noPeople, answered: many(30, () => ({ answers: longAnswers })) },
    });
    const message = presenter.summary(model, aReader(), reportUrl);
    expect(sizeOf(message)).toBeLessThanOrEqual(budget);
    expect(textOf(message)).toContain(words.trim());
    expect(textOf(message)).toContain('Long answers are shortened here');
    expect(textOf(message)).toContain('Person 29');
    expect(textOf(message)).toContain('…');
  });

  it('then shows counts and names alone', () => {
    const model = aSummary({
      attention: [blocker('Bob', 'I cannot go on')],
      people: { ...noPeople, answered: many(200, () => ({ answers: longAnswers })) },
    });
    const message = presenter.summary(model, aReader(), reportUrl);
    expect(sizeOf(message)).toBeLessThanOrEqual(budget);
    expect(textOf(message)).toContain('Person 0, Person 1,');
    expect(textOf(message)).toContain('Person 199');
    expect(textOf(message)).toContain('The report has them all.');
    expect(textOf(message)).toContain('I cannot go on');
  });

  it('shortens the texts of blocked members last, and counts the omitted ones', () => {
    const model = aSummary({
      attention: many(200).map((summaryPerson) => blocker(summaryPerson.name, 'why '.repeat(500))),
      people: { ...noPeople, blocked: many(200, () => ({ answers: longAnswers })) },
    });
    const message = presenter.summary(model, aReader(), reportUrl);
    expect(sizeOf(message)).toBeLessThanOrEqual(budget);
    expect(textOf(message)).toMatch(/and \d+ more/);
    expect(textOf(message)).toContain('why why');
  });

  it('keeps its size limit for every input', () => {
    const text = fc.string({ unit: anyCharacter, maxLength: 300 });
    const person = fc.record({ name: text, answer: text, repeat: fc.integer({ min: 1, max: 40 }) });
    fc.assert(
      fc.property(
        fc.array(person, { minLength: 1, maxLength: 12 }),
        fc.integer({ min: 1, max: 80 }),
        (people, times) => {
          const crowd = Array.from({ length: times }, () => people).flat();
          const shown = crowd.map((item) =>
            aPerson(item.name, {
              answers: [{ question: 'q', answer: item.answer.repeat(item.repeat).slice(0, 2000), isBlocking: false }],
            }),
          );
          const averages = crowd
            .slice(0, 20)
            .map(({ name, answer }) =>
              anAverage(answer, { format: { type: 'SCALE', lowLabel: name.slice(0, 40), highLabel: '5' } }),
            );
          const model = aSummary({
            averages,
            attention: crowd.map((item) => blocker(item.name, item.answer.repeat(item.repeat).slice(0, 2000))),
            people: { blocked: shown, answered: shown, open: shown, away: shown, missing: shown },
          });
          const message = presenter.summary(model, aReader(), reportUrl);
          expect(sizeOf(message)).toBeLessThanOrEqual(budget);
          expect(JSON.stringify(message.card)).not.toContain('\\ud800');
        },
      ),
      { numRuns: 40 },
    );
  });
});
