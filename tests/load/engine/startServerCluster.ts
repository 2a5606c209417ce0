import { setTimeout as wait } from 'node:timers/promises';
import type { Endpoint, Envelope, InputOf, OutputOf } from '#contracts/core/endpoint.ts';
import { openTablesStore } from '../../../bot/src/store/tables/openTables.ts';
import type { TablesStore } from '../../../bot/src/store/tables/openTables.ts';
import { azuriteCredential, startAzurite } from '../../support/fakes/azurite.ts';
import { bearer, jsonOf, send } from '../../support/http/rawHttpClient.ts';
import type { RawReply, RawRequest } from '../../support/http/rawHttpClient.ts';
import { freePort, cachedProgram, startProgram } from '../../support/files/freePortsAndBundledPrograms.ts';
import type { RunningProgram } from '../../support/files/freePortsAndBundledPrograms.ts';
import { startDated, startRoundRobin } from '../../support/fakes/roundRobinAndDateHeaderProxies.ts';
import { rowsOf } from '../../support/data/readStoreRows.ts';
import { requestOf } from '../../support/apps/testApp.ts';

// Runs server processes on one table service behind a balancer, with clocks that a test moves together.

interface Instance {
  readonly port: number;
  readonly controlPort: number;
  program: RunningProgram | null;
}

export interface Answered<E extends Endpoint> {
  readonly status: number;
  readonly data: OutputOf<E>;
  readonly errorCode: string | null;
}

/** Sends a request to one instance. Status 0 in the result means that the connection was cut. */
const askAt = async (port: number, wanted: RawRequest): Promise<RawReply> => {
  try {
    return await send(port, wanted);
  } catch {
    return { status: 0, headers: {}, body: Buffer.alloc(0) };
  }
};

const secret = 'a secret of these tests of 32 bytes and more';

export interface ClusterPlan {
  readonly size: number;
  /** Epoch ms of all clocks at the start. */
  readonly startsAt: number;
  readonly dataDir: string;
  /** URL of the mail server that gets all emails. */
  readonly smtpUrl: string;
  readonly seed: (store: TablesStore) => Promise<void>;
}

export const startCluster = async ({ size, startsAt, dataDir, smtpUrl, seed }: ClusterPlan) => {
  let offset = startsAt - Date.now();
  const now = (): number => Date.now() + offset;
  const azurite = await startAzurite();
  const store = await openTablesStore({ url: azurite.url, credential: azuriteCredential });
  await seed(store);
  const dated = await startDated(Number(new URL(azurite.url).port), now);
  const instances: Instance[] = [];
  for (let index = 0; index < size; index += 1)
    instances.push({ port: await freePort(), controlPort: await freePort(), program: null });
  const balancer = await startRoundRobin(instances.map((instance) => instance.port));

  const start = async (index: number): Promise<void> => {
    const instance = instances[index];
    if (instance === undefined) throw new Error(`There is no instance ${index}.`);
    const url = new URL(azurite.url);
    url.port = String(dated.port);
    instance.program = await startProgram(
      [process.execPath, ...cachedProgram('tests/support/apps/serverProcessWithMovableClock.ts')],
      {
        env: {
          ...{
            DEMO: 'true',
            STORE: 'tables',
            TABLES_URL: url.href,
            TABLES_KEY: azuriteCredential.kind === 'emulator' ? azuriteCredential.key : '',
          },
          ...{
            PORT: String(instance.port),
            CONTROL_PORT: String(instance.controlPort),
            CLOCK_OFFSET_MS: String(offset),
          },
          ...{ SMTP_URL: smtpUrl, MAIL_FROM: 'no-reply@app.example' },
          ...{ DATA_DIR: dataDir, SESSION_SECRET: secret, PUBLIC_URL: 'http://127.0.0.1:3978', LOG_LEVEL: 'error' },
        },
        readyAt: `http://127.0.0.1:${instance.port}/livez`,
      },
    );
  };
  await Promise.all(instances.map((_one, index) => start(index)));

  const running = (): Instance[] => instances.filter((instance) => instance.program !== null);
  const requestFor = <E extends Endpoint>(
    endpoint: E,
    input: Partial<InputOf<E>>,
    token: string | null,
  ): RawRequest => {
    const request = requestOf(endpoint, input);
    return { ...request, headers: { ...request.headers, ...(token === null ? {} : bearer(token)) } };
  };
  const read = <E extends Endpoint>(reply: RawReply): Answered<E> => {
    const isEnvelope = (reply.headers['content-type'] ?? '').startsWith('application/json');
    const envelope = (isEnvelope ? jsonOf(reply) : {}) as unknown as Partial<Envelope<OutputOf<E>>>;
    return { status: reply.status, data: envelope.data as OutputOf<E>, errorCode: envelope.errorCode ?? null };
  };
  const hasBrokenOff = (status: number): boolean => status === 0 || status === 502;

  return {
    store,
    now,
    size,
    given: balancer.given,
    /** Calls through the balancer. Repeats a call after a broken connection, as a client does. */
    ask: async <E extends Endpoint>(
      token: string | null,
      endpoint: E,
      input: Partial<InputOf<E>>,
    ): Promise<Answered<E>> => {
      for (let tries = 0; ; tries += 1) {
        const reply = await askAt(balancer.port, requestFor(endpoint, input, token));
        if (!hasBrokenOff(reply.status) || tries === 5) return read<E>(reply);
        await wait(50);
      }
    },
    /** Calls one instance directly, without the balancer. */
    askOne: async <E extends Endpoint>(index: number, token: string | null, endpoint: E, input: Partial<InputOf<E>>) =>
      read<E>(await askAt(instances[index]?.port ?? 0, requestFor(endpoint, input, token))),
    /** Posts a chat activity and repeats it after a failure, as Teams does. */
    post: async (activity: object): Promise<RawReply> => {
      const body = JSON.stringify(activity);
      const wanted = { method: 'POST', target: '/api/messages', headers: { 'Content-Type': 'application/json' }, body };
      for (let tries = 0; ; tries += 1) {
        const reply = await askAt(balancer.port, wanted);
        if (!hasBrokenOff(reply.status) || tries === 5) return reply;
        await wait(50);
      }
    },
    /** Moves all clocks and runs a heartbeat on every running instance. */
    moveTo: async (instant: number): Promise<void> => {
      const minutes = Math.max(0, instant - now()) / 60_000;
      offset += minutes * 60_000;
      const lines = running().map((instance) =>
        askAt(instance.controlPort, { method: 'POST', target: '/advance', body: JSON.stringify({ minutes }) }),
      );
      await Promise.all(lines);
    },
    kill: async (index: number): Promise<void> => {
      const instance = instances[index];
      const program = instance?.program ?? null;
      if (instance === undefined || program === null) return;
      instance.program = null;
      await program.end('SIGKILL');
    },
    start,
    /** Returns the row keys of messages and work that are due at the cluster's present time and not done yet. */
    left: async (): Promise<string[]> => {
      const at = new Date(now()).toISOString();
      const rows = [...(await rowsOf(store.admin, 'Outbox')), ...(await rowsOf(store.admin, 'Due'))];
      return rows.filter(({ values }) => String(values['notBefore'] ?? values['at']) <= at).map(({ rk }) => rk);
    },
    output: (): string => instances.map((instance) => instance.program?.output() ?? '').join(''),
    stop: async (): Promise<void> => {
      await Promise.all(running().map(async (instance) => instance.program?.end('SIGTERM')));
      await balancer.close();
      await dated.close();
      await store.close();
      await azurite.stop();
    },
  };
};
export type Cluster = Awaited<ReturnType<typeof startCluster>>;
