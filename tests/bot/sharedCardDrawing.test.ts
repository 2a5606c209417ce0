import type { QuestionId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { answeredCard } from '../../bot/src/teams/cards/answeredCard.ts';
import { promptCard } from '../../bot/src/teams/cards/promptCard.ts';
import type { AskModel } from '../../bot/src/services/core/cardPresenterPort.ts';
import { translateFor } from '../../bot/src/translate.ts';
import type { Translate } from '#contracts/text/translateAndMessageKeyTypes.ts';
import { aDate, anInstant, aQuestion, aZone } from '../support/data/idDateAndRecordBuilders.ts';
import { aGoal, anAnswered, anAsk, aReader, optionQuestion } from '../support/data/cardModelBuilders.ts';
import { ofType, textOf } from '../support/data/readAndCheckCards.ts';

// The cards of one run share most of their content, which is drawn once for all of them. Each card must equal a card
// that is drawn on its own.

const publicUrl = 'https://rollcall.example';
const t = translateFor('en');

const texts = (count: number, length: number) =>
  Array.from({ length: count }, (_, sequence) =>
    aQuestion({ id: `q${sequence}` as QuestionId, text: 'W'.repeat(length), type: 'TEXT', sequence }),
  );

describe('the cards that ask the same questions', () => {
  const changes: readonly Partial<AskModel>[] = [
    ...[
      {},
      { isEdit: true },
      { isLate: true },
      { isAhead: true },
      { meetingName: 'Other' },
      { type: 'RETRO' } as const,
    ],
    { opensAt: anInstant('2026-11-20T08:00:00Z'), isAhead: true },
    { closesAt: anInstant('2026-11-20T10:00:00Z') },
    { date: aDate('2026-11-19') },
    { values: { done: 'All of it' } },
  ];
  const readers = ['en', 'de'].flatMap((locale) =>
    ['UTC', 'Asia/Kathmandu'].map((zone) => aReader({ locale, timezone: aZone(zone) })),
  );

  it('show each their own run, time, type, language and zone', () => {
    const { questions } = anAsk();
    const cards = (own: Partial<AskModel>) =>
      readers.map((reader) =>
        changes.map((change) =>
          promptCard(translateFor(reader.locale), publicUrl, anAsk({ ...change, ...own }), reader),
        ),
      );
    const alone = cards({});
    for (const cards of alone) expect(new Set(cards.map((card) => JSON.stringify(card))).size).toBe(changes.length);
    for (const round of [1, 2]) expect([round, cards({ questions })]).toEqual([round, alone]);
  });

  it('the cards that ask the same questions never show the text of another person', () => {
    const { questions } = anAsk();
    const written = promptCard(t, publicUrl, anAsk({ questions, values: { done: 'My secret' } }), aReader());
    expect(JSON.stringify(written)).toContain('My secret');
    for (const values of [{}, { done: 'Mine' }])
      expect(JSON.stringify(promptCard(t, publicUrl, anAsk({ questions, values }), aReader()))).not.toContain('secret');
  });

  it('share a bounded cache', () => {
    const { questions } = anAsk();
    let translations = 0;
    const counting = ((key, values) => {
      translations += 1;
      return t(key, values);
    }) as Translate;
    const wordsOf = (meetingName: string): number => {
      const before = translations;
      promptCard(counting, publicUrl, anAsk({ questions, meetingName }), aReader());
      return translations - before;
    };
    const first = wordsOf('First');
    expect(wordsOf('First')).toBeLessThan(first);
    for (let other = 0; other < 100; other += 1) wordsOf(`Other ${other}`);
    expect(wordsOf('First')).toBe(first);
  });
});

describe('a question above what was answered', () => {
  const text = 'W'.repeat(290);
  const answered = (questions: ReturnType<typeof texts>, value: string, count: number): string => {
    const values = Object.fromEntries(questions.slice(0, count).map(({ id }) => [id, value]));
    return textOf(answeredCard(t, publicUrl, anAnswered({ questions, values }), aReader()));
  };

  it('appears in full on a short card, although a long card of the same run shortened it', () => {
    const questions = texts(20, text.length);
    expect(answered(questions, '\u0001'.repeat(1999), 20)).not.toContain(text);
    expect(answered(questions, 'Done', 1)).toContain(text);
    expect(answered(questions, '\u0001'.repeat(1999), 20)).not.toContain(text);
  });
});

describe('a form', () => {
  const lengthOf = (options: number, longer: number, goals: AskModel['goals']): { length: number; isForm: boolean } => {
    const choices = Array.from({ length: options }, (_, n) => `${String(n).padStart(3, '0')}${'o'.repeat(190)}`);
    const questions = [optionQuestion(choices, 'W'.repeat(longer))];
    const card = promptCard(t, publicUrl, anAsk({ questions, goals }), aReader());
    return { length: JSON.stringify(card.card).length, isForm: ofType(card, 'Input.ChoiceSet').length > 0 };
  };

  // Tries lengths around the size limit of a form, in steps that are smaller than the JSON around the inputs of a card.
  it.each([
    ['without goals', []],
    ['with goals', Array.from({ length: 20 }, (_, n) => aGoal(`${'g'.repeat(190)}${n}`, false, `goal-${n}`))],
  ])('reaches the size limit of a form and never exceeds it: %s', (_, goals) => {
    const drawn: number[] = [];
    let pointed = 0;
    for (let options = 60; options < 120; options += 1)
      for (const longer of [1, 80, 160, 240, 320, 400]) {
        const { length, isForm } = lengthOf(options, longer, goals);
        if (isForm) drawn.push(length);
        else pointed += 1;
      }
    expect(pointed).toBeGreaterThan(0);
    expect(Math.max(...drawn)).toBeLessThanOrEqual(45_000);
    expect(Math.max(...drawn)).toBeGreaterThan(44_800);
  });
});
