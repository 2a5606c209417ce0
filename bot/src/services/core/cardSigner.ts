import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import type { CardData } from '#contracts/answers/answerCardDataAndVerbs.ts';
import type { BlockerCardData } from '#contracts/blockers/blockerCardDataAndVerbs.ts';
import type { WeekCardData } from '#contracts/timesheets/weekApprovalCallsAndCardData.ts';
import { boundedMemo } from '#contracts/boundedMapAndMemos.ts';

type Unsigned = Omit<CardData, 'v' | 'sig'>;
type UnsignedBlocker = Omit<BlockerCardData, 'v' | 'sig'>;
type UnsignedWeek = Omit<WeekCardData, 'v' | 'sig'>;

export interface CardSigner {
  /** Signs a card. The signature later proves that this installation made the card. */
  sign(card: Unsigned): CardData;
  isGenuine(card: CardData): boolean;
  signWeek(card: UnsignedWeek): WeekCardData;
  isGenuineWeek(card: WeekCardData): boolean;
  signBlocker(card: UnsignedBlocker): BlockerCardData;
  isGenuineBlocker(card: BlockerCardData): boolean;
}

const keyFrom = (secret: string): Buffer => Buffer.from(hkdfSync('sha256', secret, '', 'stand-up card', 32));

// Ids and dates never contain the separator `|`, so two different cards never give the same text.
const textOf = (card: Unsigned): string => `1|${card.O}|${card.T}|${card.meetingId}|${card.date}|${card.memberId}`;

// The texts of each card type begin differently, so that a signature of one type is never valid for another type.
const textOfWeek = (card: UnsignedWeek): string =>
  ['week', '1', card.O, card.T, card.memberId, card.monday, card.version].join('|');

const textOfBlocker = (card: UnsignedBlocker): string =>
  ['blocker', '1', card.O, card.T, card.meetingId, card.memberId, card.since, card.neededId, card.number].join('|');

/**
 * Returns the signature as text, because a buffer for each card would take twice as much time as the signature, and an
 * opening may sign 10,000 cards.
 */
const signature = (key: Buffer, text: string): string => createHmac('sha256', key).update(text).digest('base64url');

/** Maximum number of cached signatures. A full cache takes about 5 MB. */
const maxSigned = 20_000;

/**
 * Caches signatures by text, because the same text is signed when the card is sent and again whenever one of its
 * buttons is pressed.
 */
const signing = (key: Buffer): ((text: string) => string) =>
  boundedMemo((text: string) => signature(key, text), { capacity: maxSigned });

/**
 * Creates the signer. `secrets` are the parts of the setting SESSION_SECRET; at least one is required. The first secret
 * signs; all secrets verify, so that a secret can be replaced.
 */
export const createCardSigner = (secrets: readonly string[]): CardSigner => {
  const [first, ...others] = secrets.map(keyFrom);
  if (first === undefined) throw new Error('Cards cannot be signed without a secret.');
  const signed = signing(first);
  const isRight = (sig: string, text: string): boolean => {
    // Signatures are compared as text, because several base64url texts decode to the same bytes, and only one of them
    // must be valid.
    const input = Buffer.from(sig);
    return [signed(text), ...others.map((key) => signature(key, text))].some((item) => {
      const right = Buffer.from(item);
      return input.length === right.length && timingSafeEqual(input, right);
    });
  };
  return {
    sign: ({ O, T, meetingId, date, memberId }) => {
      const card = { O, T, meetingId, date, memberId };
      return { v: 1, ...card, sig: signed(textOf(card)) };
    },
    isGenuine: (card) => isRight(card.sig, textOf(card)),
    signWeek: ({ O, T, memberId, monday, version }) => {
      const card = { O, T, memberId, monday, version };
      return { v: 1, ...card, sig: signed(textOfWeek(card)) };
    },
    isGenuineWeek: (card) => isRight(card.sig, textOfWeek(card)),
    signBlocker: ({ O, T, meetingId, memberId, since, neededId, number }) => {
      const card = { O, T, meetingId, memberId, since, neededId, number };
      return { v: 1, ...card, sig: signed(textOfBlocker(card)) };
    },
    isGenuineBlocker: (card) => isRight(card.sig, textOfBlocker(card)),
  };
};
