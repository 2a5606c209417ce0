import { readablePresenter } from './messagesWithReadableCards.ts';
import { translateFor } from '../../../bot/src/translate.ts';
import { ofType } from './readAndCheckCards.ts';

// Draws cards as a reader sees them, and measures them.

export const presenter = readablePresenter({ translateFor: translateFor, publicUrl: 'https://rollcall.example' });
export const budget = 25_000;
export const sizeOf = (message: { readonly card: object }): number => Buffer.byteLength(JSON.stringify(message.card));
export const reportUrl = 'https://rollcall.example/reports/1?date=2026-11-20';

export const inputsOf = (message: Parameters<typeof ofType>[0]) =>
  ofType(message, 'Input.Text', 'Input.ChoiceSet', 'Input.Toggle');
