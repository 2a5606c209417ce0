import { estimatedTokens } from '../../../bot/src/domain/generatedSummaries/tokenCostAndMonthlyCap.ts';
import { noMetrics } from '../../../bot/src/domain/observability/metricsPort.ts';
import { TextModelFault } from '../../../bot/src/gateways/textModelPort.ts';
import type { TextModel, TextModelTarget } from '../../../bot/src/gateways/textModelPort.ts';
import {
  callTextModel,
  countSentences,
  readMonth,
  usageOf,
} from '../../../bot/src/services/generatedSummaries/cappedModelCallsAndUsage.ts';
import { inOrg } from '../../../bot/src/store/recordKindsAndAccess.ts';
import { openSqliteStore } from '../../../bot/src/store/sqlite/openSqlite.ts';
import { anOrgId, aTextModel } from '../../support/data/idDateAndRecordBuilders.ts';
import { fakeClock } from '../../support/data/fakeClock.ts';

const row = aTextModel();
const request = { instruction: 'Summarise.', data: '{"answers":[]}', maxTokens: 200 };
const estimate = estimatedTokens(request);
const { provider, endpoint, model, apiVersion } = row;
const target: TextModelTarget = { provider, endpoint, model, apiVersion, key: 'sk-secret' };

/**
 * Creates an organisation whose text model needs 1.5 seconds for each call. Each read of the clock moves the clock
 * forward by `msBetweenReads`.
 */
const modelThat = (complete: () => ReturnType<TextModel['complete']>, msBetweenReads = 0) => {
  const records = inOrg(openSqliteStore({ file: ':memory:' }), anOrgId());
  const clock = fakeClock('2026-11-20T12:00:00Z');
  const recorded: string[] = [];
  const now = (): number => {
    clock.advance({ ms: msBetweenReads });
    return clock.now();
  };
  const deps = {
    clock: { now },
    metrics: {
      ...noMetrics,
      count: (name: string, labels: object) => void recorded.push(`${name} ${JSON.stringify(labels)}`),
      observe: (name: string, value: number) => void recorded.push(`${name} ${value}`),
    },
    textModel: {
      ...{ isAllowed: () => true, needsKey: () => true },
      complete: () => {
        clock.advance({ ms: 1500 });
        return complete();
      },
    },
  };
  return {
    ...{ records, clock, recorded },
    call: () => callTextModel(deps, records, { row, target, request }),
    month: () => readMonth(records, clock.now()),
  };
};

const replies = () => Promise.resolve({ content: '{}', tokens: { inputTokens: 1000, outputTokens: 100 }, attempts: 1 });

describe('a call of the text model', () => {
  it('is counted with its outcome and its duration', async () => {
    const { call, recorded } = modelThat(replies);
    expect(await call()).toMatchObject({ reply: { content: '{}' } });
    expect(recorded).toEqual(['text_model_calls_total {"outcome":"ok"}', 'text_model_seconds 1.5']);
  });

  it('that fails is counted with the reason and its duration', async () => {
    const { call, recorded } = modelThat(() => Promise.reject(new TextModelFault('THROTTLED', 3)));
    expect(await call()).toEqual({ fault: 'THROTTLED' });
    expect(recorded).toEqual(['text_model_calls_total {"outcome":"throttled"}', 'text_model_seconds 1.5']);
  });

  it.each(['TIMEOUT', 'UNUSABLE'] as const)('costs the estimate after the fault %s', async (reason) => {
    const { call, month } = modelThat(() => Promise.reject(new TextModelFault(reason, 1)));
    await call();
    expect(await month()).toMatchObject({ calls: 1, failures: 1, ...estimate });
  });

  it.each(['ADDRESS', 'KEY', 'REFUSED', 'THROTTLED', 'UNAVAILABLE'] as const)(
    'costs nothing after the fault %s',
    async (reason) => {
      const { call, month } = modelThat(() => Promise.reject(new TextModelFault(reason, 1)));
      await call();
      expect(await month()).toMatchObject({ calls: 1, failures: 1, inputTokens: 0, outputTokens: 0, cost: 0 });
    },
  );

  it('throws an error that is no fault of the text model, and keeps the estimate', async () => {
    const { call, month } = modelThat(() => Promise.reject(new TypeError('A fault of the product.')));
    await expect(call()).rejects.toThrow('A fault of the product.');
    expect(await month()).toMatchObject({ calls: 1, failures: 0, ...estimate });
  });

  it('belongs to the month in which it began', async () => {
    const { call, clock, month } = modelThat(replies, 700);
    clock.set('2026-11-30T23:59:59Z');
    await call();
    expect(await month()).toMatchObject({ calls: 0, cost: 0 });
    clock.set('2026-11-30T23:59:59Z');
    expect(await month()).toMatchObject({ calls: 1, cost: 210, inputTokens: 1000 });
  });
});

describe('the sentences of a month', () => {
  it('add up, together with the summaries of which too few were left', async () => {
    const { records, clock, month } = modelThat(replies);
    await countSentences(records, clock.now(), { kept: 9, dropped: 2, isFallback: false });
    expect(await month()).toMatchObject({ kept: 9, dropped: 2, fallbacks: 0 });
    await countSentences(records, clock.now(), { kept: 1, dropped: 3, isFallback: true });
    expect(await month()).toMatchObject({ kept: 10, dropped: 5, fallbacks: 1, calls: 0 });
  });
});

describe('the use of a month', () => {
  it('has the cost in the currency', async () => {
    const { call, clock, records, month } = modelThat(replies);
    await call();
    await countSentences(records, clock.now(), { kept: 9, dropped: 2, isFallback: true });
    expect(usageOf(await month(), clock.now())).toEqual({
      ...{ month: '202611', calls: 1, failures: 0, inputTokens: 1000, outputTokens: 100, cost: 0.00021 },
      ...{ kept: 9, dropped: 2, fallbacks: 1 },
    });
  });
});
