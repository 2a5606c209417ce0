import type { QuestionType } from '#contracts/meetings/questionAndAnswerFormatSchemas.ts';
import type { TrendQuestion } from '#contracts/reports/getTrends.ts';

type Json = Readonly<Record<string, unknown>>;

export interface QuestionSample {
  /** The fields that only this type has, in the form in which a client sends them. */
  readonly draft: object;
  /** Returns the value that a client sends after the member has filled the card input. */
  readonly fill: (input: Json) => string;
  readonly stored: string;
  /** Returns the value that the input shows when the answer is edited. */
  readonly prefilled: (input: Json) => unknown;
  /** The answer as reports show it, in English and German. */
  readonly shown: { readonly en: string; readonly de: string };
  /** The average of one such answer; null for a type without an average. */
  readonly averaged: { readonly en: string; readonly de: string } | null;
  /** The figures of this one answer in a run on 20 November 2026, in trends and roll-ups. */
  readonly figures: Pick<TrendQuestion, 'average' | 'counts'> & { readonly dates?: object };
  /** A part of the summary in the file of a roll-up, in English and German. */
  readonly summary: { readonly en: string; readonly de: string };
  /** A value that is invalid for the type; undefined if the type accepts every text. */
  readonly refused: string | undefined;
}

const choicesIn = (input: Json): readonly { readonly title: string; readonly value: string }[] =>
  input['choices'] as { title: string; value: string }[];

const choose = (input: Json, ...indexes: readonly number[]): string =>
  indexes.map((index) => choicesIn(input)[index]?.value ?? '').join(',');

const countsOf = (counts: Readonly<Record<string, number>>): TrendQuestion['counts'] =>
  Object.entries(counts).map(([value, count]) => ({ value, count }));

/** One sample answer of each question type. The compiler refuses a new type without a sample. */
export const questionSamples: { readonly [T in QuestionType]: QuestionSample } = {
  TEXT: {
    draft: { isTimesheetQuestion: true },
    fill: () => ' Fix sign-in 1h ',
    stored: 'Fix sign-in 1h',
    prefilled: () => 'Fix sign-in 1h',
    shown: { en: 'Fix sign-in 1h', de: 'Fix sign-in 1h' },
    averaged: null,
    figures: { average: null, counts: [] },
    summary: { en: '1 answer', de: '1 Antwort' },
    refused: undefined,
  },
  OPTIONS: {
    draft: { options: ['No', 'Yes, badly'], isBlocker: true, blockingOptions: ['Yes, badly'] },
    fill: (input) => choose(input, 1),
    stored: 'Yes, badly',
    prefilled: () => 'Yes, badly',
    shown: { en: 'Yes, badly', de: 'Yes, badly' },
    averaged: null,
    figures: { average: null, counts: countsOf({ No: 0, 'Yes, badly': 1 }) },
    summary: { en: 'No: 0 · Yes, badly: 1', de: 'No: 0 · Yes, badly: 1' },
    refused: 'Perhaps',
  },
  SCALE: {
    draft: { lowLabel: 'Awful', highLabel: 'Great' },
    fill: (input) => choose(input, 3),
    stored: '4',
    prefilled: () => '4',
    shown: { en: '4 of 5', de: '4 von 5' },
    averaged: {
      en: 'Average: 4 of 5 · 1 answer · 1 – Awful: 0, 2: 0, 3: 0, 4: 1',
      de: 'Durchschnitt: 4 von 5 · 1 Antwort · 1 – Awful: 0',
    },
    figures: { average: 4, counts: countsOf({ 1: 0, 2: 0, 3: 0, 4: 1, 5: 0 }) },
    summary: {
      en: '1 answer · Average: 4 of 5\n\n1 – Awful: 0 · 2: 0 · 3: 0 · 4: 1 · 5 – Great: 0',
      de: '1 Antwort · Durchschnitt: 4 von 5\n\n1 – Awful: 0 · 2: 0 · 3: 0 · 4: 1 · 5 – Great: 0',
    },
    refused: '6',
  },
  NUMBER: {
    draft: { unit: 'km' },
    fill: () => '1234,50',
    stored: '1234.5',
    prefilled: () => 1234.5,
    shown: { en: '1,234.5 km', de: '1.234,5 km' },
    averaged: { en: 'Average: 1,234.5 km · 1 answer', de: 'Durchschnitt: 1.234,5 km · 1 Antwort' },
    figures: { average: 1234.5, counts: [] },
    summary: { en: 'Average: 1,234.5 km', de: 'Durchschnitt: 1.234,5 km' },
    refused: 'many',
  },
  MULTIPLE: {
    draft: { options: ['Email', 'Phone, fax', 'In person'] },
    fill: (input) => choose(input, 1, 0),
    stored: 'Email\nPhone, fax',
    prefilled: (input) => choose(input, 0, 1),
    shown: { en: 'Email · Phone, fax', de: 'Email · Phone, fax' },
    averaged: null,
    figures: { average: null, counts: countsOf({ Email: 1, 'Phone, fax': 1, 'In person': 0 }) },
    summary: { en: 'Email: 1 · Phone, fax: 1 · In person: 0', de: 'Email: 1 · Phone, fax: 1 · In person: 0' },
    refused: 'Email\nPigeon',
  },
  DATE: {
    draft: {},
    fill: () => '2026-12-24',
    stored: '2026-12-24',
    prefilled: () => '2026-12-24',
    shown: { en: '24 Dec 2026', de: '24.12.2026' },
    averaged: null,
    figures: {
      ...{ average: null, counts: [] },
      dates: { median: 34, earliest: '2026-12-24', latest: '2026-12-24' },
    },
    summary: {
      en: 'Median from the run to the date: 34 days · 24 Dec 2026',
      de: 'Median vom Durchlauf bis zum Datum: 34 Tage · 24.12.2026',
    },
    refused: '2026-02-30',
  },
};
