import fc from 'fast-check';
import { limits } from '../../core/limitsAndProductConstants.ts';
import en from '../../text/en.json' with { type: 'json' };
import { storedQuestion } from '../questionAndAnswerFormatSchemas.ts';
import type { Question, QuestionType } from '../questionAndAnswerFormatSchemas.ts';
import { canonicalNumber } from './canonicalNumber.ts';
import { cardChoice } from './joinAndReadChosenOptions.ts';
import type { ValueReader } from './questionDefinitionTypes.ts';
import {
  checkValue,
  choicesOf,
  displayAverage,
  displayMood,
  displayValue,
  formatOf,
  isMood,
  nameOfValue,
  questionDefinitions,
  questionTypes,
  summaryOf,
  tallyOf,
} from './questionDefinitionsAndValueDisplay.ts';

const options = ['Email', 'Phone, fax', 'o:1', '1', 'In person'];
const own: { readonly [T in QuestionType]: object } = {
  TEXT: {},
  OPTIONS: { options },
  SCALE: { lowLabel: 'Bad', highLabel: 'Good' },
  NUMBER: { unit: 'h' },
  MULTIPLE: { options },
  DATE: {},
};
const asked = (type: QuestionType): Question =>
  storedQuestion.parse({ id: 'q', sequence: 1, text: 'How?', type, ...own[type] });
const all = questionTypes.map(asked);

const reader = (locale: string): ValueReader => ({
  locale,
  t: (_key, values = {}) => Object.values(values).join(' '),
});
const shown = (type: QuestionType, value: string, locale = 'en-GB'): string =>
  displayValue(formatOf(asked(type)), value, reader(locale));

const acceptedOf = (question: Question, sent: string): string | undefined => {
  const checked = checkValue(question, sent);
  return 'accepted' in checked ? checked.accepted : undefined;
};
const faultOf = (type: QuestionType, sent: string): string | undefined => {
  const checked = checkValue(asked(type), sent);
  return 'fault' in checked ? checked.fault : undefined;
};

describe('every question type', () => {
  it('has a definition under its own name, with texts of the catalogue', () => {
    for (const type of questionTypes) {
      const definition = questionDefinitions[type];
      expect(definition.type).toBe(type);
      expect(en[definition.name]).toBeTruthy();
      expect(en[definition.hint]).toBeTruthy();
    }
  });

  it.each(all.map((question) => [question.type, question] as const))(
    '%s accepts the stored form of whatever it accepts, and changes it no more',
    (_type, question) => {
      const sent = fc.oneof(
        fc.string({ minLength: 1 }),
        fc.constantFrom(...options, '3', '2,50', '2026-11-20', 'Email\n1', `${cardChoice('1')},${cardChoice('Email')}`),
      );
      fc.assert(
        fc.property(sent, (value) => {
          const accepted = acceptedOf(question, value);
          expect(accepted === undefined ? undefined : acceptedOf(question, accepted)).toBe(accepted);
        }),
      );
    },
  );

  it.each(all.map((question) => [question.type, question] as const))(
    '%s shows and counts any stored text without failing',
    (_type, question) => {
      fc.assert(
        fc.property(fc.string({ unit: 'binary' }), fc.constantFrom('en-GB', 'ar', 'ja-JP'), (value, locale) => {
          expect(typeof displayValue(formatOf(question), value, reader(locale))).toBe('string');
          const tally = tallyOf(question, value);
          expect(tally?.chosen.every((choice) => choicesOf(question).includes(choice)) ?? true).toBe(true);
        }),
      );
    },
  );
});

it('has a summary if its answers have numbers or dates, and the mood is an average', () => {
  for (const question of all) {
    const tally = ['3', '2026-11-20'].map((value) => tallyOf(question, value)).find((found) => found !== null);
    const expected = tally?.date !== undefined ? 'DATES' : (tally?.amount ?? null) === null ? 'NONE' : 'AVERAGE';
    expect([question.type, summaryOf(question)]).toEqual([question.type, expected]);
  }
  expect(new Set(all.filter(isMood).map(summaryOf))).toEqual(new Set(['AVERAGE']));
});

describe('SCALE', () => {
  it.each(['1', '2', '3', '4', '5'])('accepts %s and shows it with the best value', (value) => {
    expect(acceptedOf(asked('SCALE'), value)).toBe(value);
    expect(shown('SCALE', value)).toBe(`${value} 5`);
  });

  it.each(['0', '6', '1.5', '01', 'Good', '-1'])('rejects %s', (value) => {
    expect(faultOf('SCALE', value)).toBe('answer.scaleInvalid');
  });

  it('shows an average with one decimal in the format of the reader, and the mood in the same way', () => {
    expect(displayAverage(formatOf(asked('SCALE')), 3.75, reader('de-DE'))).toBe('3,8 5');
    expect(displayMood(3.75, reader('de-DE'))).toBe('3,8 5');
  });

  it('names the lowest and the highest value by their labels', () => {
    const names = choicesOf(asked('SCALE')).map((value) => nameOfValue(formatOf(asked('SCALE')), value, reader('en')));
    expect(names).toEqual(['1 Bad', '2', '3', '4', '5 Good']);
  });
});

describe('NUMBER', () => {
  it.each([
    ['12', '12'],
    ['12,5', '12.5'],
    ['12.50', '12.5'],
    ['-0', '0'],
    ['007', '7'],
    ['.5', '0.5'],
    ['1.234,5', '1234.5'],
    ['1,234.5', '1234.5'],
    ['1,234,567', '1234567'],
    ['1 234,5', '1234.5'],
    ["1'234.5", '1234.5'],
    ['１２．５', '12.5'],
    ['٣٫٥', '3.5'],
    ['−3', '-3'],
  ])('reads %s as %s', (typed, stored) => {
    expect(acceptedOf(asked('NUMBER'), typed)).toBe(stored);
  });

  it.each(['abc', '1e3', '1,23,4', '1.2.3,4.5', ',', '-', '12 h', '1-2', '∞'])('rejects %s', (typed) => {
    expect(faultOf('NUMBER', typed)).toBe('answer.numberInvalid');
  });

  it.each(['1234567890123', '0.1234'])('rejects %s for its digits', (typed) => {
    expect(faultOf('NUMBER', typed)).toBe('answer.numberRange');
  });

  it('reads back every number that a reader sees, in the digits of the reader', () => {
    const amount = fc.tuple(fc.integer({ min: -999_999_999, max: 999_999_999 }), fc.integer({ min: 0, max: 999 }));
    fc.assert(
      fc.property(amount, fc.constantFrom('en-GB', 'de-DE', 'fr-FR', 'ar-EG', 'ja-JP'), ([whole, part], locale) => {
        const number = Number(`${whole}.${String(part).padStart(limits.numberDecimals, '0')}`);
        const format = new Intl.NumberFormat(locale, { maximumFractionDigits: 3, useGrouping: false });
        expect(canonicalNumber(format.format(number))).toEqual({ number: String(Object.is(number, -0) ? 0 : number) });
      }),
    );
  });

  it('shows the number in the format of the reader, with the unit', () => {
    expect(shown('NUMBER', '1234.5', 'de-DE')).toBe('1.234,5 h');
    expect(shown('NUMBER', 'about five')).toBe('about five');
  });

  it('is read fast at any length', () => {
    expect(faultOf('NUMBER', '1'.repeat(20_000))).toBe('answer.numberInvalid');
  });
});

describe('MULTIPLE', () => {
  it('stores any choice in the order of the options, whether it comes as texts or from a card', () => {
    const question = asked('MULTIPLE');
    fc.assert(
      fc.property(fc.shuffledSubarray(options, { minLength: 1 }), (chosen) => {
        const stored = options.filter((option) => chosen.includes(option)).join('\n');
        expect(acceptedOf(question, chosen.join('\n'))).toBe(stored);
        expect(acceptedOf(question, chosen.map(cardChoice).join(','))).toBe(stored);
      }),
    );
  });

  it.each(['Fax', 'Email\nEmail', 'Email\nFax', `${cardChoice('Email')},${cardChoice('Email')}`, cardChoice('Fax')])(
    'rejects %j',
    (sent) => {
      expect(faultOf('MULTIPLE', sent)).toBe('answer.multipleInvalid');
    },
  );

  it('shows the options beside each other, and counts each of them', () => {
    expect(shown('MULTIPLE', 'Email\nPhone, fax')).toBe('Email · Phone, fax');
    expect(tallyOf(asked('MULTIPLE'), 'Email\nGone')).toEqual({ amount: null, chosen: ['Email'] });
  });

  it('gives the options of a card values without a comma, all different', () => {
    const values = [...options, 'email', 'Email '].map(cardChoice);
    expect(new Set(values).size).toBe(values.length);
    expect(values.join('')).not.toContain(',');
  });
});

describe('DATE', () => {
  it('accepts every day of the calendar within its years and shows it in the format of the reader', () => {
    const min = new Date('1900-01-01T00:00:00Z');
    const max = new Date('2199-12-31T00:00:00Z');
    fc.assert(
      fc.property(fc.date({ min, max, noInvalidDate: true }), (day) => {
        const value = day.toISOString().slice(0, 10);
        expect(acceptedOf(asked('DATE'), value)).toBe(value);
      }),
    );
    expect(shown('DATE', '2026-11-20', 'de-DE')).toBe('20.11.2026');
  });

  it.each([
    ['2026-02-29', 'answer.dateInvalid'],
    ['20.11.2026', 'answer.dateInvalid'],
    ['2026-1-1', 'answer.dateInvalid'],
    ['1899-12-31', 'answer.dateRange'],
    ['2200-01-01', 'answer.dateRange'],
  ])('rejects %s', (sent, fault) => {
    expect(faultOf('DATE', sent)).toBe(fault);
  });
});

it('names the limits of a scale in its texts', () => {
  for (const key of ['form.typeSCALE', 'form.hintSCALE'] as const)
    expect(en[key]).toContain(`from ${limits.scaleMin} to ${limits.scaleMax}`);
});
