// Sends requests without a pause, in its own process so that the server has a whole core.
import { Agent, request } from 'node:http';
import { mapLimit } from '../../bot/src/concurrency/mapLimit.ts';
import type { LoadOrder, LoadResult } from '../parts/startLoadClientAndConnector.ts';

const sendAll = async ({ url, method, headers, bodies, authorizations, atOnce }: LoadOrder): Promise<LoadResult> => {
  const agent = new Agent({ keepAlive: true, maxSockets: atOnce });
  const sendOne = (
    body: string | null,
    authorization: string | undefined,
  ): Promise<{ status: number; length: number }> =>
    new Promise((resolve, reject) => {
      const length = body === null ? {} : { 'Content-Length': Buffer.byteLength(body) };
      const own = authorization === undefined ? {} : { Authorization: authorization };
      const sending = request(url, { agent, method, headers: { ...headers, ...length, ...own } }, (reply) => {
        let read = 0;
        reply.on('data', (part: Buffer) => {
          read += part.length;
        });
        reply.on('end', () => {
          resolve({ status: reply.statusCode ?? 0, length: read });
        });
      });
      sending.on('error', reject);
      sending.end(body ?? undefined);
    });
  const latencies: number[] = [];
  const lengths: number[] = [];
  let failed = 0;
  const begun = performance.now();
  await mapLimit(bodies, atOnce, async (body, index) => {
    const from = performance.now();
    const { status, length } = await sendOne(body, authorizations?.[index]);
    latencies.push(performance.now() - from);
    lengths.push(length);
    if (status !== 200) failed += 1;
  });
  const ms = performance.now() - begun;
  agent.destroy();
  return { ms, latencies, failed, shortest: Math.min(...lengths) };
};

process.on('message', (order) => {
  void sendAll(order as LoadOrder).then((result) => process.send?.(result));
});
process.on('disconnect', () => {
  process.exit();
});
