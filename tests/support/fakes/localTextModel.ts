import { createServer } from 'node:http';
import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text as bodyText } from 'node:stream/consumers';

// A fake text model on loopback with the chat-completions interface. A test chooses the replies, which may be true or
// false.

export interface AskedAnswer {
  readonly id: string;
  readonly author: string;
  readonly question: string;
  readonly answer: string;
}
interface Sentence {
  readonly text: unknown;
  readonly ids: unknown;
}
export interface ModelCall {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: {
    readonly model?: string;
    readonly stream: boolean;
    readonly messages: readonly { readonly role: string; readonly content: string }[];
  };
  readonly answers: readonly AskedAnswer[];
}

export type ModelBehaviour =
  | { readonly sentences: (call: ModelCall) => readonly Sentence[] }
  | { readonly content: string }
  | { readonly status: number; readonly headers?: Readonly<Record<string, string>>; readonly body?: string | Buffer }
  | 'HANGS'
  | 'TRICKLES'
  | 'CLOSES';

export interface LocalTextModel {
  readonly url: string;
  readonly host: string;
  readonly calls: ModelCall[];
  /** Behaviour in each call for which `next` has no entry. */
  behaviour: ModelBehaviour;
  readonly next: ModelBehaviour[];
  usage: unknown;
  stop(): Promise<void>;
}

/** Replies with one true sentence about each answer. */
export const quoteEach: ModelBehaviour = {
  sentences: ({ answers }) => answers.map(({ id, author, answer }) => ({ text: `${author}: ${answer}`, ids: [id] })),
};

const sendJson = (res: ServerResponse, value: unknown): void => {
  res.writeHead(200, { 'Content-Type': 'application/json' });
  res.end(JSON.stringify(value));
};

const act = (res: ServerResponse, behaviour: ModelBehaviour, call: ModelCall, usage: unknown): void => {
  const complete = (content: string): void => {
    sendJson(res, { choices: [{ index: 0, message: { role: 'assistant', content } }], usage });
  };
  if (behaviour === 'CLOSES') res.destroy();
  else if (behaviour === 'TRICKLES') {
    res.writeHead(200, { 'Content-Type': 'application/json' });
    const timer = setInterval(() => res.write(' '), 5);
    res.on('close', () => {
      clearInterval(timer);
    });
  } else if (behaviour !== 'HANGS') {
    if ('sentences' in behaviour) complete(JSON.stringify({ sentences: behaviour.sentences(call) }));
    else if ('content' in behaviour) complete(behaviour.content);
    else {
      res.writeHead(behaviour.status, { 'Content-Type': 'application/json', ...behaviour.headers });
      res.end(behaviour.body ?? '{}');
    }
  }
};

const answersIn = (body: ModelCall['body']): readonly AskedAnswer[] => {
  const data = JSON.parse(body.messages.at(-1)?.content ?? '{}') as { readonly answers?: readonly AskedAnswer[] };
  return data.answers ?? [];
};

const usualUsage = { prompt_tokens: 1000, completion_tokens: 100, total_tokens: 1100 };

export const startLocalTextModel = async (): Promise<LocalTextModel> => {
  const server = createServer((req, res) => {
    void bodyText(req).then((text) => {
      const body = JSON.parse(text) as ModelCall['body'];
      const call = { path: req.url ?? '', headers: req.headers, body, answers: answersIn(body) };
      model.calls.push(call);
      act(res, model.next.shift() ?? model.behaviour, call, model.usage);
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const model: LocalTextModel = {
    ...{ url: `http://${host}/v1`, host, calls: [], behaviour: quoteEach, next: [] },
    usage: usualUsage,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => {
          resolve();
        });
        server.closeAllConnections();
      }),
  };
  return model;
};

/** Starts a text model once for the tests of a file, passes it to `use`, and resets it before each test. */
export const startTextModelForTests = (use: (model: LocalTextModel) => void): void => {
  let model: LocalTextModel;
  beforeAll(async () => {
    model = await startLocalTextModel();
    use(model);
  });
  afterAll(() => model.stop());
  beforeEach(() => {
    model.calls.length = 0;
    model.next.length = 0;
    model.behaviour = quoteEach;
    model.usage = usualUsage;
  });
};
