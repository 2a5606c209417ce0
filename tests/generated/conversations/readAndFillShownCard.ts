// Reads a card as a chat client shows it: texts, inputs and buttons.

export type Json = Readonly<Record<string, unknown>>;

export interface Button {
  readonly title: string;
  readonly verb: string;
  readonly data: Json;
}

export interface Shown {
  readonly conversation: string;
  readonly card: Json;
  readonly buttons: readonly Button[];
  /** The runs that existed when the card was shown, as `meeting|date`. */
  readonly runsThen: ReadonlySet<string>;
  readonly at: number;
  /** The run to which the first press of each button led, by button index. */
  readonly led: Map<number, string>;
}

export const isJson = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const objectsOf = (value: unknown): Json[] => {
  if (Array.isArray(value)) return value.flatMap(objectsOf);
  if (!isJson(value)) return [];
  const inner = Object.entries(value).filter(([key]) => key !== 'data' && key !== 'fallback');
  return [value, ...inner.flatMap(([, part]) => objectsOf(part))];
};

const buttonIn = (part: Json): Button[] => {
  const data = isJson(part['data']) ? part['data'] : {};
  const verb = part['type'] === 'Action.Execute' ? part['verb'] : data['verb'];
  const isPressed = part['type'] === 'Action.Execute' || part['type'] === 'Action.Submit';
  return isPressed && typeof verb === 'string' ? [{ title: String(part['title']), verb, data }] : [];
};

export const buttonsOf = (card: Json): Button[] => objectsOf(card).flatMap(buttonIn);

export const inputsOf = (card: Json): Json[] =>
  objectsOf(card).filter((part) => String(part['type']).startsWith('Input.'));

/**
 * Fills in each input: a text, a number or date, the first choice, and every check box. An empty `text` leaves all
 * inputs empty and all check boxes unticked.
 */
export const filledIn = (card: Json, text: string): Json =>
  Object.fromEntries(
    inputsOf(card).map((input) => {
      const id = String(input['id']);
      if (input['type'] === 'Input.Toggle') return [id, text === '' ? 'false' : 'true'];
      if (text === '') return [id, ''];
      if (input['type'] === 'Input.Number') return [id, '7'];
      if (input['type'] === 'Input.Date') return [id, '2026-12-24'];
      const [first] = (Array.isArray(input['choices']) ? input['choices'] : []) as Json[];
      return [id, first === undefined ? text : String(first['value'])];
    }),
  );

/** Returns the run of a form or an answered card as `meeting|date`. Undefined for any other button. */
export const runOf = ({ verb, data }: Button): string | undefined =>
  verb === 'submit' || verb === 'edit' ? `${String(data['meetingId'])}|${String(data['date'])}` : undefined;

/**
 * Returns the run in the data of an "Answer" button. Undefined for a button of an older version, whose data has no run.
 */
export const runNamedBy = ({ verb, data }: Button): string | undefined =>
  verb === 'answerRun' ? `${String(data['meetingId'])}|${String(data['date'])}` : undefined;

export const runShown = (card: Json): string | undefined =>
  buttonsOf(card)
    .map(runOf)
    .find((item) => item !== undefined);
