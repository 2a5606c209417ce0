import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import type { CardData } from '#contracts/answer.ts';

type Unsigned = Omit<CardData, 'v' | 'sig'>;

export interface CardSigner {
  /** The data of a card that only this installation can have made. */
  sign(card: Unsigned): CardData;
  isGenuine(card: CardData): boolean;
}

const keyFrom = (secret: string): Buffer => Buffer.from(hkdfSync('sha256', secret, '', 'stand-up card', 32));

// Ids and dates hold no separator, so no two cards read alike.
const textOf = (card: Unsigned): string => ['1', card.O, card.T, card.meetingId, card.date, card.memberId].join('|');

const signature = (key: Buffer, card: Unsigned): Buffer => createHmac('sha256', key).update(textOf(card)).digest();

/** `secrets`: those of SESSION_SECRET; the first signs, all verify. At least one. */
export const createCardSigner = (secrets: readonly string[]): CardSigner => {
  const keys = secrets.map(keyFrom);
  const [first] = keys;
  if (first === undefined) throw new Error('Cards cannot be signed without a secret.');
  return {
    sign: ({ O, T, meetingId, date, memberId }) => {
      const card = { O, T, meetingId, date, memberId };
      return { v: 1, ...card, sig: signature(first, card).toString('base64url') };
    },
    isGenuine: (card) => {
      const given = Buffer.from(card.sig, 'base64url');
      return keys
        .map((key) => signature(key, card))
        .some((right) => given.length === right.length && timingSafeEqual(given, right));
    },
  };
};
