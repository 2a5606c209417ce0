import type { QuestionType } from '#contracts/meetings/questionAndAnswerFormatSchemas.ts';

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
  /** A value that is invalid for the type; undefined if the type accepts every text. */
  readonly refused: string | undefined;
}

const choicesIn = (input: Json): readonly { readonly title: string; readonly value: string }[] =>
  input['choices'] as { title: string; value: string }[];

const choose = (input: Json, ...indexes: readonly number[]): string =>
  indexes.map((index) => choicesIn(input)[index]?.value ?? '').join(',');

/** One sample answer of each question type. The compiler refuses a new type without a sample. */
export const questionSamples: { readonly [T in QuestionType]: QuestionSample } = {
  TEXT: {
    draft: { isTimesheetQuestion: true },
    fill: () => ' Fix sign-in 1h ',
    stored: 'Fix sign-in 1h',
    prefilled: () => 'Fix sign-in 1h',
    shown: { en: 'Fix sign-in 1h', de: 'Fix sign-in 1h' },
    refused: undefined,
  },
  OPTIONS: {
    draft: { options: ['No', 'Yes, badly'], isBlocker: true, blockingOptions: ['Yes, badly'] },
    fill: (input) => choose(input, 1),
    stored: 'Yes, badly',
    prefilled: () => 'Yes, badly',
    shown: { en: 'Yes, badly', de: 'Yes, badly' },
    refused: 'Perhaps',
  },
  SCALE: {
    draft: { lowLabel: 'Awful', highLabel: 'Great' },
    fill: (input) => choose(input, 3),
    stored: '4',
    prefilled: () => '4',
    shown: { en: '4 of 5', de: '4 von 5' },
    refused: '6',
  },
  NUMBER: {
    draft: { unit: 'km' },
    fill: () => '1234,50',
    stored: '1234.5',
    prefilled: () => 1234.5,
    shown: { en: '1,234.5 km', de: '1.234,5 km' },
    refused: 'many',
  },
  MULTIPLE: {
    draft: { options: ['Email', 'Phone, fax', 'In person'] },
    fill: (input) => choose(input, 1, 0),
    stored: 'Email\nPhone, fax',
    prefilled: (input) => choose(input, 0, 1),
    shown: { en: 'Email · Phone, fax', de: 'Email · Phone, fax' },
    refused: 'Email\nPigeon',
  },
  DATE: {
    draft: {},
    fill: () => '2026-12-24',
    stored: '2026-12-24',
    prefilled: () => '2026-12-24',
    shown: { en: '24 Dec 2026', de: '24.12.2026' },
    refused: '2026-02-30',
  },
};
