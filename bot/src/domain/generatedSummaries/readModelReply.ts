// Reads the sentences from the reply of a text model. The reply is untrusted, so every value that does not have the
// requested form is ignored.

export interface ModelSentence {
  readonly text: string;
  readonly ids: readonly string[];
}

/** Maximum number of sentences that are read from a reply. Without this limit, a huge reply would cause long checks. */
const mostSentences = 60;
const mostIds = 20;

const parse = (content: string): unknown => {
  // Some models put a Markdown code fence around the object.
  const bare = content.trim().replace(/^```(?:json)?|```$/g, '');
  try {
    return JSON.parse(bare);
  } catch {
    return undefined;
  }
};

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const sentenceOf = (value: unknown): ModelSentence => {
  const { text, ids } = isObject(value) ? value : {};
  return {
    text: typeof text === 'string' ? text : '',
    ids: Array.isArray(ids) ? ids.filter((id): id is string => typeof id === 'string').slice(0, mostIds) : [],
  };
};

/** Returns the sentences; undefined if the text is not a JSON object with a list `sentences`. */
export const readModelReply = (content: string): ModelSentence[] | undefined => {
  const value = parse(content);
  const list = isObject(value) ? value['sentences'] : undefined;
  return Array.isArray(list) ? list.slice(0, mostSentences).map(sentenceOf) : undefined;
};
