import type { InputOf } from '#contracts/core/endpoint.ts';
import {
  getTextModel,
  saveTextModel,
  testTextModel,
  textModelConflict,
} from '#contracts/generatedSummaries/textModelSettings.ts';
import { orgAudit } from '#contracts/organisations/organisationCalls.ts';
import { getGeneratedSummary, writeGeneratedSummary } from '#contracts/generatedSummaries/generatedSummaryCalls.ts';
import { aDate, anOrgId, aTeamId } from '../../support/data/idDateAndRecordBuilders.ts';
import { saveStandup, today } from '../../support/apps/standupDayAndValidCalls.ts';
import { startTestApp } from '../../support/apps/testApp.ts';
import type { TestApp } from '../../support/apps/testApp.ts';
import { quoteEach, startLocalTextModel } from '../../support/fakes/localTextModel.ts';
import type { LocalTextModel } from '../../support/fakes/localTextModel.ts';

const operatorKey = 'sk-of-the-operator';
let model: LocalTextModel;
let app: TestApp;
beforeAll(async () => {
  model = await startLocalTextModel();
  app = await startTestApp(undefined, {
    TEXT_MODEL_HOSTS: model.host,
    TEXT_MODEL_KEYS: `${anOrgId('contoso')}@api.operator.test=${operatorKey}`,
    SUPERADMINS: 'gus@example.test',
  });
});
afterAll(async () => {
  await app.stop();
  await model.stop();
});
beforeEach(() => {
  model.calls.length = 0;
  model.behaviour = quoteEach;
});

type Input = InputOf<typeof saveTextModel>;
const input = (change: Partial<Input> = {}): Input => ({
  ...{ isOn: true, provider: 'OPENAI', endpoint: model.url, model: 'small', currency: 'USD', key: 'sk-of-the-admin' },
  ...{ inputPrice: 0.15, outputPrice: 0.6, monthlyCap: 20, usesInitials: true },
  ...change,
});
const refusalTo = async (change: Partial<Input>) => {
  const { status, envelope } = await app.ask('ann', saveTextModel, input(change));
  const { path } = envelope as { readonly path?: readonly unknown[] };
  return [status, path];
};

describe('the settings of a text model', () => {
  it('are missing at first', async () => {
    expect(await app.get('eve', getTextModel, {})).toMatchObject({
      ...{ settings: null, key: 'NONE', usage: { month: '202611', calls: 0, cost: 0 } },
    });
    expect((await app.ask('eve', testTextModel, {})).status).toBe(404);
  });

  it('are stored without the key in any reply, row or log', async () => {
    const { settings, key } = await app.get('ann', saveTextModel, input());
    expect([settings?.endpoint, key]).toEqual([model.url, 'STORED']);
    const everything = [...(await app.dump()), ...app.lines, JSON.stringify(await app.get('ann', getTextModel, {}))];
    expect(everything.join('\n')).not.toContain('sk-of-the-admin');
    const texts = (await app.get('ann', orgAudit, {})).items.map(({ text, after }) => `${text} ${after ?? ''}`);
    expect(texts).toContain(`Turned on summaries by a text model, or changed its settings. ${model.host} · small`);
  });

  it('keep the key of the same host, and drop it with another host', async () => {
    await app.get('ann', saveTextModel, input());
    const withoutKey = { ...input({ model: 'large' }), key: undefined };
    expect((await app.get('ann', saveTextModel, withoutKey)).key).toBe('STORED');
    await app.get('ann', testTextModel, {});
    expect(model.calls.at(-1)?.headers.authorization).toBe('Bearer sk-of-the-admin');
    const elsewhere = { ...withoutKey, endpoint: 'https://api.example.com/v1' };
    const { status, envelope } = await app.ask('ann', saveTextModel, elsewhere);
    expect([status, (envelope as { path?: unknown }).path]).toEqual([400, ['key']]);
    expect((await app.get('ann', saveTextModel, { ...elsewhere, isOn: false })).key).toBe('NONE');
    expect((await app.get('ann', saveTextModel, input({ key: '' }))).key).toBe('NONE');
  });

  it('are refused if another admin changed them or their key first, and returned as they are stored', async () => {
    const { version } = await app.get('ann', saveTextModel, input());
    const theirs = await app.get('eve', saveTextModel, input({ model: 'theirs', version }));
    const mine = input({ model: 'mine', key: undefined, version });
    const { status, envelope } = await app.ask('ann', saveTextModel, mine);
    expect([status, envelope.errorCode]).toEqual([409, 'ORG_CHANGED']);
    expect(textModelConflict.parse(envelope.data).textModel).toEqual(theirs);
    expect((await app.get('ann', getTextModel, {})).settings?.model).toBe('theirs');
    // A client that got no reply repeats its save; this is no conflict.
    const repeated = await app.get('eve', saveTextModel, input({ model: 'theirs', version }));
    expect(repeated.settings).toEqual(theirs.settings);
    const rekeyed = await app.get('eve', saveTextModel, input({ model: 'theirs', key: 'sk-other' }));
    expect((await app.ask('ann', saveTextModel, { ...mine, version: theirs.version })).status).toBe(409);
    expect((await app.get('ann', saveTextModel, { ...mine, version: rekeyed.version })).settings?.model).toBe('mine');
  });

  it('use a key of the operator for its organisation and host only', async () => {
    const operator = { endpoint: 'https://api.operator.test/v1', key: undefined };
    expect((await app.get('ann', saveTextModel, { ...input(), ...operator })).key).toBe('OPERATOR');
    const { status } = await app.ask('zoe', saveTextModel, { ...input(), ...operator });
    expect(status).toBe(400);
  });

  it.each<readonly [string, Partial<Input>, string]>([
    ['a private address', { endpoint: 'https://10.0.0.1/v1' }, 'endpoint'],
    ['the metadata service', { endpoint: 'http://169.254.169.254/latest' }, 'endpoint'],
    ['this machine at another port', { endpoint: 'http://127.0.0.1:1/v1' }, 'endpoint'],
    ['http', { endpoint: 'http://api.example.com/v1' }, 'endpoint'],
    ['no address', { endpoint: '' }, 'endpoint'],
    ['no model', { model: ' ' }, 'model'],
    ['an unknown provider', { provider: 'OTHER' as 'AZURE' }, 'provider'],
    ['Azure without a version', { provider: 'AZURE' }, 'apiVersion'],
    ['a negative price', { inputPrice: -1 }, 'inputPrice'],
    ['a cap that is no number', { monthlyCap: '20' as unknown as number }, 'monthlyCap'],
    ['an unknown currency', { currency: 'dollars' }, 'currency'],
    ['a long key', { key: 'k'.repeat(301) }, 'key'],
  ])('are rejected with %s', async (_, change, field) => {
    expect(await refusalTo(change)).toEqual([400, [field]]);
  });

  it('are for admins and the superadmin', async () => {
    for (const call of [getTextModel, testTextModel] as const) {
      expect((await app.ask(null, call, {})).status).toBe(401);
      expect((await app.ask('bob', call, {})).status).toBe(403);
      expect((await app.ask('ann', call, { orgId: anOrgId('fabrikam') })).status).toBe(404);
    }
    expect((await app.get('gus', getTextModel, { orgId: anOrgId('fabrikam') })).settings).toBeNull();
  });
});

describe('the test of the connection', () => {
  it('sends no answers, and names the fault', async () => {
    await app.get('ann', saveTextModel, input());
    expect(await app.get('ann', testTextModel, {})).toMatchObject({ fault: null });
    expect(model.calls.map(({ answers }) => answers)).toEqual([[]]);
    model.behaviour = { status: 401 };
    expect(await app.get('ann', testTextModel, {})).toMatchObject({ fault: 'KEY' });
    await app.get('ann', saveTextModel, input({ monthlyCap: 0 }));
    expect(await app.get('ann', testTextModel, {})).toMatchObject({ fault: 'CAP' });
    expect(model.calls).toHaveLength(2);
  });
});

describe('the summary of a run over HTTP', () => {
  it('is for readers of the team', async () => {
    await app.get('ann', saveTextModel, input());
    const { id: meetingId } = await saveStandup(app, 'ann', { team: 'platform', members: ['ann', 'bob'] });
    const key = { teamId: aTeamId('platform'), meetingId, date: aDate(today) };
    for (const call of [getGeneratedSummary, writeGeneratedSummary] as const) {
      expect((await app.ask(null, call, key)).status).toBe(401);
      for (const who of ['eve', 'zoe', 'gus'] as const) expect((await app.ask(who, call, key)).status).not.toBe(200);
      expect((await app.ask('bob', call, { ...key, date: aDate('2026-11-19') })).status).toBe(404);
      const wrong = { ...key, date: 'yesterday' as typeof key.date };
      expect((await app.ask('bob', call, wrong)).status).toBe(400);
    }
    await app.beatAt('2026-11-20T09:05:00Z');
    expect(await app.get('bob', getGeneratedSummary, key)).toMatchObject({ state: 'WAITING' });
    await app.beatAt('2026-11-20T13:00:00Z');
    expect(await app.get('bob', writeGeneratedSummary, key)).toMatchObject({ state: 'RULES', reason: 'FEW_ANSWERS' });
  });
});
