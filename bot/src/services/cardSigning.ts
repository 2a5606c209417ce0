import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import type { CardData } from '#contracts/answer.ts';
import type { WeekCardData } from '#contracts/timesheet.ts';

type Unsigned = Omit<CardData, 'v' | 'sig'>;
type UnsignedWeek = Omit<WeekCardData, 'v' | 'sig'>;

export interface CardSigner {
  /** The data of a card that only this installation can have made. */
  sign(card: Unsigned): CardData;
  isGenuine(card: CardData): boolean;
  /** The same of a card that asks for a week's approval. */
  signWeek(card: UnsignedWeek): WeekCardData;
  isGenuineWeek(card: WeekCardData): boolean;
}

const keyFrom = (secret: string): Buffer => Buffer.from(hkdfSync('sha256', secret, '', 'stand-up card', 32));

// Ids and dates hold no separator, so no two cards read alike.
const textOf = (card: Unsigned): string => `1|${card.O}|${card.T}|${card.meetingId}|${card.date}|${card.memberId}`;

// Begins with a word, so that neither card can pass for the other.
const textOfWeek = (card: UnsignedWeek): string =>
  ['week', '1', card.O, card.T, card.memberId, card.monday, card.version].join('|');

/** As text at once: a buffer for each of 10,000 cards costs twice as much as the signature. */
const signature = (key: Buffer, text: string): string => createHmac('sha256', key).update(text).digest('base64url');

/** About 5 MB. */
const mostSigned = 20_000;

/** The signature of a key, kept for a while: the card that was sent is the card that comes back, and it is signed again in the answer. */
const signing = (key: Buffer): ((text: string) => string) => {
  const made = new Map<string, string>();
  return (text) => {
    const known = made.get(text);
    if (known !== undefined) return known;
    const fresh = signature(key, text);
    if (made.size >= mostSigned) {
      const [oldest] = made.keys();
      if (oldest !== undefined) made.delete(oldest);
    }
    made.set(text, fresh);
    return fresh;
  };
};

/** `secrets`: those of SESSION_SECRET; the first signs, all verify. At least one. */
export const createCardSigner = (secrets: readonly string[]): CardSigner => {
  const [first, ...others] = secrets.map(keyFrom);
  if (first === undefined) throw new Error('Cards cannot be signed without a secret.');
  const signed = signing(first);
  const isRight = (sig: string, text: string): boolean => {
    const given = Buffer.from(sig, 'base64url');
    return [signed(text), ...others.map((key) => signature(key, text))].some((one) => {
      const right = Buffer.from(one, 'base64url');
      return given.length === right.length && timingSafeEqual(given, right);
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
  };
};
