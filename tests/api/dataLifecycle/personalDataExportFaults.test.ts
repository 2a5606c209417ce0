import { connect } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import { randomBytes } from 'node:crypto';
import { exportUser } from '#contracts/dataLifecycle/personalDataExport.ts';
import { noMetrics } from '../../../bot/src/domain/observability/metricsPort.ts';
import { noTracer } from '../../../bot/src/domain/observability/tracerPort.ts';
import { bindDownload } from '../../../bot/src/http/server/bindEndpointsAndRawRoutes.ts';
import { createHttpServer } from '../../../bot/src/http/server/httpServer.ts';
import { zipOf } from '../../../bot/src/services/files/zipFile.ts';
import { translateFor } from '../../../bot/src/translate.ts';
import { openSqliteStore } from '../../../bot/src/store/sqlite/openSqlite.ts';
import { bearer, send } from '../../support/http/rawHttpClient.ts';
import { anActor } from '../../support/data/seedOrganisationsTeamsAndActors.ts';
import { testDeps } from '../../support/data/testDepsAndLogs.ts';
import { unzip } from '../../support/files/unzip.ts';

// Tests downloads that end early because of the server or of the client.

const serving = async (text: () => AsyncGenerator<string>) => {
  const store = openSqliteStore({ file: ':memory:' });
  const deps = testDeps(store);
  const body = () => zipOf([{ name: 'a.json', text }], deps.clock.now());
  const route = bindDownload(
    exportUser,
    () => Promise.resolve(undefined),
    () => Promise.resolve({ fileName: 'a.zip', contentType: 'application/zip', body }),
  );
  const http = createHttpServer({
    ...{ metrics: noMetrics, tracer: noTracer },
    ...{ newId: deps.newId, log: deps.log, translateFor: translateFor, routes: [route], webDir: null, isDemo: false },
    ...{ publicUrl: deps.publicUrl, allowedHosts: null, trustedProxies: 0 },
    authenticate: () => Promise.resolve(anActor('bob')),
    isReadOnly: () => Promise.resolve(false),
    drainTimes: { linger: 0, bound: 2000 },
  });
  const { port } = await http.listen(0, '127.0.0.1');
  return { port, log: deps.log, close: () => http.close() };
};

const target = '/api/user/export';
const noise = (): string => randomBytes(16_384).toString('base64');

describe('a download', () => {
  it('a download that fails half-way is cut, so that no client considers it complete; the log has the fault without its text', async () => {
    const app = await serving(async function* () {
      for (let index = 0; index < 40; index += 1) {
        await turn();
        yield noise();
      }
      throw new Error('canary-text');
    });
    const reply = await send(app.port, { target, headers: bearer('any') });
    expect(() => unzip(reply.body)).toThrow('cut off');
    expect(app.log.lines.map((line) => line.event)).toContain('http.fault');
    expect(JSON.stringify(app.log.lines)).not.toContain('canary-text');
    await app.close();
  });

  it('a download whose reader disconnects is not read further, and counts as no fault', async () => {
    const seen = { isLeft: false };
    const app = await serving(async function* () {
      try {
        for (;;) {
          await turn();
          yield noise();
        }
      } finally {
        seen.isLeft = true;
      }
    });
    const socket = connect(app.port, '127.0.0.1');
    socket.write(`GET ${target} HTTP/1.1\r\nHost: 127.0.0.1:${app.port}\r\nAuthorization: Bearer any\r\n\r\n`);
    await new Promise((resolve) => socket.once('data', resolve));
    socket.destroy();
    while (!seen.isLeft) await turn();
    await app.close();
    expect(app.log.lines.filter((line) => line.level === 'error')).toEqual([]);
  });
});
