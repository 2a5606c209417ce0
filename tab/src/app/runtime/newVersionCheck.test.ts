import { createNewVersionCheck } from './newVersionCheck.ts';

const early = '<script type="module" async crossorigin src="/assets/early.js"></script>';
const pageOf = (entry: string): string =>
  `<!doctype html>${early}<title>Rollcall</title><script type="module" crossorigin src="/assets/${entry}"></script>`;

const checkAfter = (seconds: number, reply: () => Promise<Response>) => {
  let at = 1_000_000;
  const fetch = jest.fn(reply);
  const check = createNewVersionCheck({ fetch, clock: { now: () => at }, entryScript: '/assets/index-1.js' });
  at += seconds * 1000;
  return { fetch, check };
};
const replying =
  (page: string, status = 200) =>
  () =>
    Promise.resolve(new Response(page, { status }));

describe('the check for a new version', () => {
  it('finds that the page names another entry script', async () => {
    const { check, fetch } = checkAfter(60, replying(pageOf('index-2.js')));
    expect(await check()).toBe(true);
    expect(fetch).toHaveBeenCalledWith('/', expect.objectContaining({ cache: 'no-cache' }));
  });

  it.each([
    ['the version of this page', replying(pageOf('index-1.js'))],
    ['a page of something else', replying('<h1>Sign in to the hotel network</h1>')],
    ['a page without its entry script', replying(early)],
    ['a refusal', replying('{"status":"Error"}', 503)],
    ['nothing, because it cannot be reached', () => Promise.reject(new TypeError('Failed to fetch'))],
  ])('finds no new version when the server sends %s', async (_, reply) => {
    expect(await checkAfter(60, reply).check()).toBe(false);
  });

  it('does not ask during the first minute, so that a page never reloads again and again', async () => {
    const { check, fetch } = checkAfter(59, replying(pageOf('index-2.js')));
    expect(await check()).toBe(false);
    expect(fetch).not.toHaveBeenCalled();
  });
});
