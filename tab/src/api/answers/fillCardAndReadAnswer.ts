import type { GoalState, NeededChoice, OpenBlockerAnswer } from '#contracts/answers/goalAndBlockerChoiceSchemas.ts';
import type { cardInput, noNeededMember } from '#contracts/answers/answerCardDataAndVerbs.ts';

export type CardValues = Readonly<Record<string, string>>;

// Imports only the type of `cardInput`: an import of its value would add the schemas of
// contracts/answers/answerCardAndDraftCalls.ts to the bundle.
const prefixes: typeof cardInput = { question: 'q:', goal: 'g:', drop: 'd:', blocker: 'b:', needed: 'n:' };
const noMember: typeof noNeededMember = 'none';
const withPrefix = (values: CardValues, prefix: string): (readonly [string, string])[] =>
  Object.entries(values)
    .filter(([name]) => name.startsWith(prefix))
    .map(([name, value]) => [name.slice(prefix.length), value] as const);

export interface AnswerBody {
  readonly meetingId: string;
  readonly date: string;
  readonly values: Record<string, string>;
  readonly goals: string[];
  readonly goalStates?: Record<string, GoalState>;
  readonly openBlocker?: OpenBlockerAnswer;
  readonly needed?: NeededChoice;
}

/**
 * Returns the state of each goal, by goal id. Undefined for a card that offers only check boxes and no input for
 * dropping a goal.
 */
const statesOf = (inputs: CardValues, goals: readonly string[]): Record<string, GoalState> | undefined => {
  const drops = withPrefix(inputs, prefixes.drop);
  if (drops.length === 0) return undefined;
  return Object.fromEntries(
    drops.map(([id, value]) => [id, goals.includes(id) ? 'DONE' : value === 'true' ? 'DROPPED' : 'CARRIED']),
  );
};

/**
 * Returns the member's choice about their open blocker. Undefined if the card does not ask about one, or if the member
 * chose nothing.
 */
const openBlockerOf = (inputs: CardValues): OpenBlockerAnswer | undefined => {
  const [first] = withPrefix(inputs, prefixes.blocker);
  const [since = '', is = ''] = first ?? [];
  return is === '' ? undefined : ({ since, is } as OpenBlockerAnswer);
};

/**
 * Returns the choice of the needed member (who should help with the blocker); undefined if the card does not offer this
 * choice.
 */
const neededOf = (inputs: CardValues): NeededChoice | undefined => {
  const [first] = withPrefix(inputs, prefixes.needed);
  if (first === undefined) return undefined;
  const [shown, id] = first;
  return { id: id === '' || id === noMember ? null : id, shown: shown === '' ? null : shown } as NeededChoice;
};

/**
 * Maps the card's inputs to the body of the call: `q:<id>` → values, `g:<id>` and `d:<id>` → goals, `b:<date>` → the
 * open blocker, `n:<id>` → the needed member. Leaves out all other inputs.
 */
export const answerOf = (run: Pick<AnswerBody, 'meetingId' | 'date'>, inputs: CardValues): AnswerBody => {
  const goals = withPrefix(inputs, prefixes.goal).flatMap(([id, value]) => (value === 'true' ? [id] : []));
  const goalStates = statesOf(inputs, goals);
  const openBlocker = openBlockerOf(inputs);
  const needed = neededOf(inputs);
  return {
    meetingId: run.meetingId,
    date: run.date,
    values: Object.fromEntries(withPrefix(inputs, prefixes.question)),
    goals,
    ...(goalStates === undefined ? {} : { goalStates }),
    ...(openBlocker === undefined ? {} : { openBlocker }),
    ...(needed === undefined ? {} : { needed }),
  };
};

export interface Colleague {
  readonly memberId: string;
  readonly name: string;
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/**
 * Returns the value of an input in the type that the card requires. For a number input, this is a number, or null if
 * the input is empty.
 */
const cardValue = (type: unknown, value: string): string | number | null => {
  if (type !== 'Input.Number') return value;
  return value === '' ? null : Number(value);
};

/**
 * Returns the value of an input. The id of the input for the needed member ends with the member who was needed when the
 * card was made. Another person may have named a different member since, so this input is found by its prefix.
 */
const valueFor = (values: CardValues, id: string): string | undefined => {
  if (Object.hasOwn(values, id)) return values[id];
  return id.startsWith(prefixes.needed) ? withPrefix(values, prefixes.needed)[0]?.[1] : undefined;
};

export const withValues = <T>(card: T, values: CardValues): T => {
  const walk = (node: unknown): unknown => {
    if (Array.isArray(node)) return node.map(walk);
    if (!isObject(node)) return node;
    const copy = Object.fromEntries(Object.entries(node).map(([key, value]) => [key, walk(value)]));
    const { type, id } = node;
    const isInput = typeof type === 'string' && type.startsWith('Input.') && typeof id === 'string';
    const value = isInput ? valueFor(values, id) : undefined;
    return value === undefined ? copy : { ...copy, value: cardValue(type, value) };
  };
  return walk(card) as T;
};

/**
 * Returns the card in which the reader chooses the needed member from the list of colleagues. The list replaces the
 * search in the directory, which works only in the chat.
 */
export const withColleagues = <T>(card: T, colleagues: readonly Colleague[]): T => {
  const walk = (node: unknown): unknown => {
    if (Array.isArray(node)) return node.map(walk);
    if (!isObject(node)) return node;
    const { 'choices.data': search, ...rest } = node;
    if (search === undefined) return Object.fromEntries(Object.entries(rest).map(([key, value]) => [key, walk(value)]));
    const own: unknown[] = Array.isArray(rest['choices']) ? rest['choices'] : [];
    const known = new Set(colleagues.map(({ memberId }) => memberId));
    const kept = own.filter((choice) => isObject(choice) && !known.has(String(choice['value'])));
    return {
      ...rest,
      choices: [...kept, ...colleagues.map(({ memberId, name }) => ({ title: name, value: memberId }))],
    };
  };
  return walk(card) as T;
};

/** True if the card contains an input for an answer. A draft stores only the values of such a card. */
export const isAnswerForm = (card: object): boolean => {
  const walk = (node: unknown): boolean => {
    if (Array.isArray(node)) return node.some(walk);
    if (!isObject(node)) return false;
    const { type, id } = node;
    const isInput = typeof type === 'string' && type.startsWith('Input.') && typeof id === 'string';
    if (isInput && Object.values(prefixes).some((prefix) => id.startsWith(prefix))) return true;
    return Object.values(node).some(walk);
  };
  return walk(card);
};

/** Returns the initial values of all inputs in the card, by input id. Inputs without a value are left out. */
export const cardValuesOf = (card: object): CardValues => {
  const found: [string, string][] = [];
  const walk = (node: unknown): void => {
    if (Array.isArray(node)) node.forEach(walk);
    if (!isObject(node) || Array.isArray(node)) return;
    const { type, id, value } = node;
    const isInput = typeof type === 'string' && type.startsWith('Input.') && typeof id === 'string';
    if (isInput && (typeof value === 'string' || typeof value === 'number')) found.push([id, String(value)]);
    Object.values(node).forEach(walk);
  };
  walk(card);
  return Object.fromEntries(found);
};
