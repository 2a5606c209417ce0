import type { Locator, Page } from 'playwright-core';
import type { OutgoingMessage } from '../../../bot/src/gateways/messengerPort.ts';
import { createPresenter } from '../../../bot/src/teams/cards/teamsCardPresenter.ts';
import { translateFor } from '../../../bot/src/translate.ts';
import { dates } from '../demo/demoInstantsDatesAndPeople.ts';
import { gives } from '../fakeRepliesAndScreenSteps.ts';
import type { Answer } from '../fakeRepliesAndScreenSteps.ts';

// Opens the dialog in which the web app draws the cards of the chat.

export const presenter = createPresenter({ translateFor, publicUrl: 'https://rollcall.example' });

/** Fakes the reply that saves a draft, because a stored draft would fill the forms of later screens. */
export const fakeDraft = async (page: Page): Promise<void> => {
  const draft = { version: '01M7VZGC0000000000000000DD', savedAt: '2026-11-18T10:00:00.000Z' };
  await page.route('**/api/meeting/draft', gives(draft));
};

/** Opens the form of the stand-up that the reader still has to answer. */
export const openAnswerDialog = async (page: Page, address: string): Promise<Locator> => {
  await page.goto(address);
  await page.getByRole('button', { name: /^Answer now/ }).click();
  return page.getByRole('dialog');
};

/** Returns the reply to a request for a card. `more`: fields that differ from those of an open run. */
export const cardReply = (message: OutgoingMessage, more: object = {}): Answer =>
  gives({
    ...{ card: presenter.webCard(message), state: 'OPEN', date: dates.today, closesAt: `${dates.today}T12:00:00.000Z` },
    ...{ occurrenceState: 'OPEN', next: null, draft: null, planQuestion: null, colleagues: null },
    ...more,
  });
