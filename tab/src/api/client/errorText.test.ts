import '@testing-library/jest-dom';
import { addTexts, translateIn } from '../../ui/text/translate.ts';
import de from '#contracts/text/de.json' with { type: 'json' };
import { createCall } from './apiClient.ts';
import type { ClientDeps } from './apiClient.ts';
import { errorText } from './errorText.ts';
import { fetchFile } from './fetchFile.ts';

/**
 * Returns a fake `fetch` that answers as a proxy between browser and server does: with status 429 and without the
 * server's envelope.
 */
const proxyReplies = (headers: Readonly<Record<string, string>>) => (): Promise<Response> =>
  Promise.resolve(new Response('slow down', { status: 429, headers }));

const call = (fetch: ClientDeps['fetch']): Promise<unknown> =>
  createCall({
    fetch,
    session: {} as ClientDeps['session'],
    language: { state: () => ({ tag: 'en' }), chosen: () => Promise.resolve() },
  })({ method: 'GET', path: '/api/v1/userlogin/options', open: true }, {});

const failureOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  );

describe('a limit set by a proxy', () => {
  it.each([
    ['a call', (fetch: ClientDeps['fetch']) => call(fetch)],
    ['a download', (fetch: ClientDeps['fetch']) => fetchFile(fetch, '/file', () => undefined)],
  ])('shows for %s how long to wait, in the reader’s language', async (_what, ask) => {
    addTexts('de', de);
    const error = await failureOf(ask(proxyReplies({ 'retry-after': '194' })));
    expect(errorText(error, translateIn('en'))).toBe('Too many tries. Please try again in 4 minutes.');
    expect(errorText(error, translateIn('de'))).toContain('in 4 Minuten');
  });

  it.each([[{}], [{ 'retry-after': 'Fri, 20 Nov 2026 08:00:00 GMT' }], [{ 'retry-after': '-1' }]])(
    'asks for a moment when %j names no seconds',
    async (headers) => {
      const error = await failureOf(call(proxyReplies(headers)));
      expect(errorText(error, translateIn('en'))).toBe('Too many tries. Please wait a moment and try again.');
    },
  );
});
