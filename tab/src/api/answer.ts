import type { cardInput } from '#contracts/answer.ts';
import { useKept } from './kept.ts';

export type CardValues = Readonly<Record<string, string>>;

// The prefixes of contracts/answer.ts by type only: its value would bring the schemas along.
const prefixes: typeof cardInput = { question: 'q:', goal: 'g:' };
const withPrefix = (values: CardValues, prefix: string): (readonly [string, string])[] =>
  Object.entries(values)
    .filter(([name]) => name.startsWith(prefix))
    .map(([name, value]) => [name.slice(prefix.length), value] as const);

export interface AnswerBody {
  readonly meetingId: string;
  readonly date: string;
  readonly values: Record<string, string>;
  readonly goals: string[];
}

/** The card's inputs as the call wants them: `q:<id>` → values, ticked `g:<id>` → goals. Anything else a card sends is dropped. */
export const answerOf = (run: Pick<AnswerBody, 'meetingId' | 'date'>, inputs: CardValues): AnswerBody => ({
  meetingId: run.meetingId,
  date: run.date,
  values: Object.fromEntries(withPrefix(inputs, prefixes.question)),
  goals: withPrefix(inputs, prefixes.goal).flatMap(([id, value]) => (value === 'true' ? [id] : [])),
});

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** The card with these values in its inputs: what somebody typed before, put back. */
export const withValues = <T>(card: T, values: CardValues): T => {
  const walk = (node: unknown): unknown => {
    if (Array.isArray(node)) return node.map(walk);
    if (!isObject(node)) return node;
    const copy = Object.fromEntries(Object.entries(node).map(([key, value]) => [key, walk(value)]));
    const { type, id } = node;
    const isInput = typeof type === 'string' && type.startsWith('Input.') && typeof id === 'string';
    return isInput && Object.hasOwn(values, id) ? { ...copy, value: values[id] } : copy;
  };
  return walk(card) as T;
};

export interface Draft {
  readonly read: () => CardValues;
  readonly write: (values: CardValues) => void;
  readonly drop: () => void;
}

/** What was typed and not yet accepted; outlives a closed dialog, a failed call and signing in again. */
export const useDraft = (meetingId: string, date: string): Draft => {
  const { read, write, drop } = useKept<CardValues>('answer', meetingId, date);
  return { read: () => read() ?? {}, write, drop };
};
