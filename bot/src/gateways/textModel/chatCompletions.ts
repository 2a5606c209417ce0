import type { TextModelFaultReason } from '#contracts/generatedSummaries/textModelSettings.ts';
import type { ModelRequest } from '../../domain/generatedSummaries/modelRequest.ts';
import type { TokenCount } from '../../domain/generatedSummaries/tokenCostAndMonthlyCap.ts';
import { TextModelFault } from '../textModelPort.ts';
import type { ModelReply, TextModel, TextModelTarget } from '../textModelPort.ts';
import { postJson, PostTimeout, PostTooLarge } from './jsonPost.ts';
import type { JsonReply } from './jsonPost.ts';
import { isPublicHost, PrivateAddress } from '../privateAddressGuard.ts';

// The chat-completions interface of OpenAI and of Azure OpenAI, without an SDK: it is one POST.

export interface ChatCompletionsSettings {
  /**
   * Hosts of the operator's own models, each with its port unless it is the usual one. They may have a private address
   * and use http.
   */
  readonly operatorHosts: ReadonlySet<string>;
  readonly sleep: (ms: number) => Promise<void>;
  readonly deadlineMs?: number;
}

const usualDeadlineMs = 30_000;
const maxBytes = 1_048_576;
const attempts = 3;
const firstPauseMs = 1000;
const longestPauseMs = 10_000;

const parsedUrl = (endpoint: string): URL | undefined => {
  if (!URL.canParse(endpoint)) return undefined;
  const url = new URL(endpoint);
  const isPlain = url.username === '' && url.password === '' && url.search === '' && url.hash === '';
  return isPlain && (url.protocol === 'https:' || url.protocol === 'http:') ? url : undefined;
};

/** Returns the address of the call. Admins paste either the base address or the whole address. */
const callUrl = (base: URL, { provider, model, apiVersion }: TextModelTarget): URL => {
  const path = base.pathname.replace(/\/+$/, '').replace(/\/chat\/completions$/, '');
  if (provider === 'OPENAI') return new URL(`${path}/chat/completions`, base);
  const root = path.replace(/\/openai(?:\/deployments\/[^/]+)?$/, '');
  const url = new URL(`${root}/openai/deployments/${encodeURIComponent(model)}/chat/completions`, base);
  url.searchParams.set('api-version', apiVersion);
  return url;
};

const headersOf = ({ provider, key }: TextModelTarget): Record<string, string> => {
  if (key === undefined) return {};
  return provider === 'AZURE' ? { 'api-key': key } : { Authorization: `Bearer ${key}` };
};

const bodyOf = ({ provider, model }: TextModelTarget, { instruction, data, maxTokens }: ModelRequest): string =>
  JSON.stringify({
    ...(provider === 'OPENAI' ? { model } : {}),
    messages: [
      { role: 'system', content: instruction },
      { role: 'user', content: data },
    ],
    response_format: { type: 'json_object' },
    max_completion_tokens: maxTokens,
    stream: false,
  });

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

/** Far more tokens than one call can use. A reported number above it must be wrong, so it is ignored. */
const mostTokens = 10_000_000;
const isCount = (value: unknown): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= mostTokens;

const tokensIn = (usage: unknown): TokenCount | undefined => {
  if (!isObject(usage)) return undefined;
  const { prompt_tokens: inputTokens, completion_tokens: outputTokens } = usage;
  return isCount(inputTokens) && isCount(outputTokens) ? { inputTokens, outputTokens } : undefined;
};

const readContent = ({ contentType, text }: JsonReply): ModelReply | undefined => {
  if (!/^application\/json\b/i.test(contentType)) return undefined;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  const choices = isObject(value) ? value['choices'] : undefined;
  const choice: unknown = Array.isArray(choices) ? choices[0] : undefined;
  const message = isObject(choice) ? choice['message'] : undefined;
  const content = isObject(message) ? message['content'] : undefined;
  const usage = isObject(value) ? value['usage'] : undefined;
  return typeof content === 'string' ? { content, tokens: tokensIn(usage) } : undefined;
};

const reasonOfStatus = (status: number): TextModelFaultReason => {
  if (status === 429) return 'THROTTLED';
  if (status === 401 || status === 403) return 'KEY';
  if (status === 408) return 'TIMEOUT';
  if (status >= 500) return 'UNAVAILABLE';
  // A redirect is unusable, because it is not followed. Every other status means that the endpoint refuses the request.
  return status >= 300 && status < 400 ? 'UNUSABLE' : 'REFUSED';
};

const reasonOfError = (error: unknown): TextModelFaultReason => {
  if (error instanceof PrivateAddress) return 'ADDRESS';
  if (error instanceof PostTimeout) return 'TIMEOUT';
  return error instanceof PostTooLarge ? 'UNUSABLE' : 'UNAVAILABLE';
};

type Outcome =
  | { readonly reply: ModelReply }
  | { readonly reason: TextModelFaultReason; readonly retryAfterMs?: number | undefined };

/**
 * Faults after which the request is sent again: the provider refused it for its rate limit or failed with a server
 * error, or the connection failed. A request without a reply in time is not repeated, because the provider may charge
 * for it.
 */
const canPass: ReadonlySet<TextModelFaultReason> = new Set(['THROTTLED', 'UNAVAILABLE']);

export const createChatCompletions = ({
  operatorHosts,
  sleep,
  deadlineMs = usualDeadlineMs,
}: ChatCompletionsSettings): TextModel => {
  const isOperatorHost = (url: URL): boolean => operatorHosts.has(url.host);
  const attempt = async (url: URL, target: TextModelTarget, request: ModelRequest): Promise<Outcome> => {
    try {
      const reply = await postJson({
        url,
        headers: headersOf(target),
        body: bodyOf(target, request),
        ...{ deadlineMs, maxBytes, isOperatorHost: isOperatorHost(url) },
      });
      if (reply.status !== 200) return { reason: reasonOfStatus(reply.status), retryAfterMs: reply.retryAfterMs };
      const content = readContent(reply);
      return content === undefined ? { reason: 'UNUSABLE' } : { reply: content };
    } catch (error) {
      return { reason: reasonOfError(error) };
    }
  };
  return {
    isAllowed: (endpoint) => {
      const url = parsedUrl(endpoint);
      return url !== undefined && (isOperatorHost(url) || (url.protocol === 'https:' && isPublicHost(url.hostname)));
    },
    needsKey: (endpoint) => {
      const url = parsedUrl(endpoint);
      return url === undefined || !isOperatorHost(url);
    },
    complete: async (target, request) => {
      const base = parsedUrl(target.endpoint);
      if (base === undefined) throw new TextModelFault('ADDRESS', 0);
      const url = callUrl(base, target);
      for (let sent = 1; ; sent += 1) {
        const outcome = await attempt(url, target, request);
        if ('reply' in outcome) return { ...outcome.reply, attempts: sent };
        const { reason, retryAfterMs = firstPauseMs * 4 ** (sent - 1) } = outcome;
        if (sent === attempts || !canPass.has(reason) || retryAfterMs > longestPauseMs)
          throw new TextModelFault(reason, reason === 'ADDRESS' ? sent - 1 : sent);
        await sleep(retryAfterMs);
      }
    },
  };
};
