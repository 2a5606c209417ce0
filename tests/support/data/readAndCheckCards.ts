import type * as Library from 'adaptivecards';
import type { RenderedCard } from '../../../bot/src/gateways/botframework/cardAsOpaqueMessage.ts';
import type { OutgoingMessage } from '../../../bot/src/gateways/messengerPort.ts';

// The main entry of the library loads only in a browser, so the tests use this bundle.
const AdaptiveCards = jest.requireActual<typeof Library>('adaptivecards/dist/adaptivecards.js');

// Contains the checks that every card must pass: the official renderer can parse it, and it is labelled, wraps its text
// and is small enough.

type Json = Readonly<Record<string, unknown>>;

type Message = OutgoingMessage | RenderedCard;
const cardIn = (message: Message): RenderedCard => message as RenderedCard;

const isJson = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns every object in the card's JSON, the card itself first. */
export const partsOf = (value: unknown): Json[] => {
  if (Array.isArray(value)) return value.flatMap(partsOf);
  if (!isJson(value)) return [];
  // The data of an action is not visible, so it is left out.
  return [value, ...Object.entries(value).flatMap(([key, item]) => (key === 'data' ? [] : partsOf(item)))];
};

export const ofType = (message: Message, ...types: readonly string[]): Json[] =>
  partsOf(cardIn(message).card).filter((part) => types.includes(String(part['type'])));

/**
 * Returns the texts and labels of the card, one line per block, without the choices of inputs and the titles of
 * buttons.
 */
export const textOf = (message: Message): string =>
  partsOf(cardIn(message).card)
    .flatMap((part) => {
      switch (part['type']) {
        case 'RichTextBlock':
          return [(part['inlines'] as Json[]).map((inline) => String(inline['text'])).join('')];
        case 'TextBlock':
          return [String(part['text'])];
        case 'Input.Toggle':
          return [String(part['title'])];
        default:
          return typeof part['label'] === 'string' ? [part['label']] : [];
      }
    })
    .join('\n');

export const buttonsOf = (message: Message): string[] =>
  ((cardIn(message).card['actions'] ?? []) as Json[]).map((item) => String(item['title']));

/**
 * True for the library's warning that cards support `choices.data` from version 1.6 on. The clients of Teams read this
 * property in cards of any version, and other clients ignore it.
 */
const isKnownExtension = (event: string): boolean => event.startsWith('Property "choices.data" is supported');

const required = (json: Json): boolean => json['isRequired'] === true;

/** Returns every violation of the platform's card conventions (docs/teams-checklist.md); empty if there is none. */
export const faultsOf = (message: Message): string[] => {
  const context = new AdaptiveCards.SerializationContext(AdaptiveCards.Versions.v1_5);
  const card = new AdaptiveCards.AdaptiveCard();
  card.parse(JSON.parse(JSON.stringify(cardIn(message).card)), context);
  const events = Array.from({ length: context.eventCount }, (_, index) => context.getEventAt(index).message);
  const validation = card.validateProperties().validationEvents.map((validationEvent) => validationEvent.message);
  const inputs = partsOf(cardIn(message).card).filter((part) => String(part['type']).startsWith('Input.'));
  const shown = (cardIn(message).card['actions'] ?? []) as Json[];
  return [
    ...events.filter((event) => !isKnownExtension(event)),
    ...validation,
    ...(cardIn(message).card['version'] === '1.5' ? [] : ['not version 1.5']),
    ...(card.getItemCount() === (cardIn(message).card['body'] as unknown[]).length ? [] : ['an element was dropped']),
    ...(card.getActionCount() === shown.length ? [] : ['an action was dropped']),
    ...inputs.filter((input) => !input['label'] && !input['title']).map((input) => `no label: ${String(input['id'])}`),
    ...inputs
      .filter((input) => required(input) && !input['errorMessage'])
      .map((input) => `no error: ${String(input['id'])}`),
    ...ofType(message, 'TextBlock')
      .filter((item) => item['wrap'] !== true)
      .map((item) => `no wrap: ${String(item['text'])}`),
    ...(shown.length > 6 ? ['more than six actions'] : []),
    ...ofType(message, 'Action.Execute')
      .filter((item) => !isJson(item['fallback']) || item['fallback']['type'] !== 'Action.Submit')
      .map(() => 'an execute without a fallback'),
    ...partsOf(cardIn(message).card).flatMap((part) => ('color' in part ? ['depends on colour'] : [])),
  ];
};

export const sizeOfCard = (message: Message): number => Buffer.byteLength(JSON.stringify(cardIn(message).card));
