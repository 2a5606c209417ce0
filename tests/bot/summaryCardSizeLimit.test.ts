import fc from 'fast-check';
import type { SummaryPerson } from '../../bot/src/domain/reports/buildReportAndSummary.ts';
import { cardBudget, sizeOf } from '../../bot/src/teams/cards/cardElementsActionsAndSize.ts';
import { readablePresenter } from '../support/data/messagesWithReadableCards.ts';
import { translateFor } from '../../bot/src/translate.ts';
import { aBlockerLine, aPerson, aReader, aSummary } from '../support/data/cardModelBuilders.ts';
import { faultsOf, textOf } from '../support/data/readAndCheckCards.ts';
import { reportFigures } from '../support/files/printFigures.ts';

// Draws summaries for 1 to 200 members with long names and answers of 2,000 characters in every script. Each summary
// must be a valid card within its size limit, and blockers are shortened last.

const presenter = readablePresenter({ translateFor: translateFor, publicUrl: 'https://rollcall.test' });
const url = 'https://rollcall.test/reports/01J00000000000000000000000/report?date=2026-11-20';

/**
 * Texts with letters of one to four bytes in UTF-8 and with combining marks, because the size limit of a card counts
 * bytes.
 */
const scripts = {
  Latin: 'The quick brown fox jumps, "so" it says \\ ',
  Cyrillic: 'Съешь же ещё этих мягких ',
  Arabic: 'مرحبا بالعالم كيف الحال ',
  Devanagari: 'नमस्ते दुनिया ',
  CJK: '今日はログインを直しました。',
  Hangul: '안녕하세요 세계 ',
  emoji: '👩🏽‍💻🏳️‍🌈👨‍👩‍👧‍👦🇩🇪 ',
  combining: 'Z͑̾̓a̴̛͝l̷g̸ǒ ',
  astral: '𝕬𝖓𝖓𝖆 𠜎𠜱𠝹 ',
} as const;
type Script = keyof typeof scripts;
const names = Object.keys(scripts) as Script[];

/** Returns `length` code points of the script's text, so that no surrogate pair is cut in half. */
const filled = (script: Script, length: number): string => {
  const points = Array.from(scripts[script]);
  return scripts[script].repeat(Math.floor(length / points.length)) + points.slice(0, length % points.length).join('');
};

interface Crowd {
  readonly script: Script;
  readonly members: number;
  readonly blocked: number;
  readonly answer: number;
  readonly name: number;
}

const crowdOf = ({ script, members, blocked, answer, name }: Crowd) => {
  const people = Array.from({ length: members }, (_, index): SummaryPerson =>
    aPerson(`${index} ${filled(script, name)}`, {
      answers: ['What did you get done?', 'What is planned?'].map((question) => ({
        ...{ question, answer: `answer${index} ${filled(script, answer)}`.trim(), isBlocking: false },
      })),
      ...(index < blocked ? { state: 'BLOCKED' as const } : {}),
    }),
  );
  const attention = people.slice(0, blocked).map((person, index) => {
    const text = `why${index} ${filled(script, answer)}`;
    return { text, line: aBlockerLine(person.name, text, { memberId: person.memberId }) };
  });
  const noPeople = { open: [], away: [], missing: [] };
  const model = aSummary({
    attention: attention.map(({ line }) => line),
    people: { ...noPeople, blocked: people.slice(0, blocked), answered: people.slice(blocked) },
  });
  return { attention, message: presenter.summary(model, aReader(), url) };
};

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();

const drawn = { cards: 0, largest: 0 };
afterAll(() => {
  reportFigures(
    `${drawn.cards} summaries in ${names.length} scripts: the largest has ${drawn.largest} of ${cardBudget} bytes`,
  );
});

/** Returns the rules that the summary of this crowd breaks; empty = none. */
const wrong = (crowd: Crowd): string[] => {
  const { attention, message } = crowdOf(crowd);
  drawn.cards += 1;
  drawn.largest = Math.max(drawn.largest, sizeOf(message));
  const shown = textOf(message);
  const isShortened = attention.some((summaryBlocker) => !shown.includes(oneLine(summaryBlocker.text)));
  const faults = {
    'too large': sizeOf(message) > cardBudget,
    'half a character': /\\ud[89a-f]/i.test(JSON.stringify(message.card)),
    // If a blocker is shortened, the card must contain no answers.
    'answers before blockers': isShortened && /answer\d/.test(shown),
    'no blocker at all': attention.length > 0 && !shown.includes('why0'),
  };
  const matches = Object.entries(faults).flatMap(([name, is]) => (is ? [name] : []));
  return [...faultsOf(message), ...matches].map((fault) => `${JSON.stringify(crowd)}: ${fault}`);
};

const sizes = [1, 12, 200];

it.each(names)('stays within the size limit in %s', (script) => {
  const crowds = sizes.flatMap((members) =>
    [0, Math.ceil(members / 10), members].map((blocked) => ({ script, members, blocked, answer: 2_000, name: 100 })),
  );
  expect(crowds.flatMap(wrong)).toEqual([]);
});

it('stays within the limit to the byte in languages from right to left', () => {
  const noPeople = { blocked: [], open: [], away: [], missing: [] };
  const bytesOf = (length: number): number => {
    const answer = { question: 'What did you do?', answer: 'a'.repeat(length), isBlocking: false };
    const model = aSummary({
      attention: [],
      people: { ...noPeople, answered: [aPerson('Ann', { answers: [answer] })] },
    });
    const { card } = presenter.summary(model, aReader({ locale: 'ar' }), url);
    return Buffer.byteLength(JSON.stringify(card));
  };
  const around = cardBudget - (bytesOf(10_000) - 10_000);
  const sizes = Array.from({ length: 60 }, (_, index) => bytesOf(around - 30 + index));
  expect(Math.max(...sizes)).toBeGreaterThan(cardBudget - 20);
  expect(Math.max(...sizes)).toBeLessThanOrEqual(cardBudget);
});

it('stays within the limit for random texts', () => {
  fc.assert(
    fc.property(
      fc.record({
        script: fc.constantFrom(...names),
        members: fc.integer({ min: 1, max: 200 }),
        part: fc.double({ min: 0, max: 1, noNaN: true }),
        answer: fc.integer({ min: 0, max: 2_000 }),
        name: fc.integer({ min: 0, max: 300 }),
      }),
      ({ part, ...crowd }) => {
        expect(wrong({ ...crowd, blocked: Math.floor(part * crowd.members) })).toEqual([]);
      },
    ),
    { numRuns: 25 },
  );
});
