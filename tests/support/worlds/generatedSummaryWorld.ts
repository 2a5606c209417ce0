import type { GeneratedSummary } from '#contracts/generatedSummaries/generatedSummaryCalls.ts';
import { generatedSummary } from '#contracts/generatedSummaries/generatedSummaryCalls.ts';
import { createChatCompletions } from '../../../bot/src/gateways/textModel/chatCompletions.ts';
import {
  getGeneratedSummary,
  writeGeneratedSummary,
} from '../../../bot/src/services/generatedSummaries/getOrStartSummary.ts';
import { createSummaryWork } from '../../../bot/src/services/generatedSummaries/summaryBackgroundWork.ts';
import type {
  TextModelDeps,
  TextModelRow,
} from '../../../bot/src/services/generatedSummaries/textModelTargetAndKey.ts';
import { sessionKeys } from '../../../bot/src/services/identity/sessionKeys.ts';
import { inOrg } from '../../../bot/src/store/recordKindsAndAccess.ts';
import { textModel } from '../../../bot/src/store/kinds/generatedSummaries/textModel.ts';
import type { Metrics } from '../../../bot/src/domain/observability/metricsPort.ts';
import { noMetrics } from '../../../bot/src/domain/observability/metricsPort.ts';
import { translateFor } from '../../../bot/src/translate.ts';
import { aDate, aMeetingId, aTextModel, idOf } from '../data/idDateAndRecordBuilders.ts';
import type { LocalTextModel } from '../fakes/localTextModel.ts';
import { aWorld, fakeSleep } from './teamWorldWithEngine.ts';
import type { World } from './teamWorldWithEngine.ts';
import { answerAs, friday } from './saveAnswersAndReadMessages.ts';

// Creates a world whose run of Friday is complete, with a fake text model on loopback.

export interface SummaryWorld {
  readonly world: World;
  readonly deps: TextModelDeps;
  /** Counted metrics, such as `text_model_calls_total ok`. */
  readonly counted: string[];
  readonly read: (who?: string, locale?: string) => Promise<GeneratedSummary>;
  /** Asks for the summary and waits until it is written. */
  readonly write: (who?: string, locale?: string) => Promise<GeneratedSummary>;
  /** Starts to write, and returns without waiting. */
  readonly start: (who?: string, locale?: string) => Promise<GeneratedSummary>;
  readonly another: () => TextModelDeps;
}

// Requests of different worlds have different ids, as those of a server have.
let ids = 0;

export const summaryDeps = (world: World, model: LocalTextModel, counted: string[] = []): TextModelDeps => {
  const metrics: Metrics = {
    ...noMetrics,
    count: (name, labels, by = 1) => {
      for (let count = 0; count < by; count += 1) counted.push(`${name} ${Object.values(labels).join(' ')}`);
    },
  };
  return {
    ...{ store: world.store, clock: world.clock, log: world.log, translateFor, metrics },
    newId: () => {
      ids += 1;
      return idOf(`summary ${ids}`);
    },
    textModel: createChatCompletions({
      operatorHosts: new Set([model.host]),
      sleep: fakeSleep(world.clock),
      deadlineMs: 400,
    }),
    textModelKeys: new Map(),
    sessionKeys: sessionKeys(['a secret of these tests of 32 bytes and more']),
    summaryWork: createSummaryWork(world.log),
  };
};

const usual = { ann: 'Fixed the login for Contoso', bob: 'Wrote 3 pages', cy: 'Reviewed the pages of bob' } as const;

export const generatedSummaryWorld = async (
  model: LocalTextModel,
  change: Partial<TextModelRow> = {},
  answers: Readonly<Record<string, string>> = usual,
): Promise<SummaryWorld> => {
  const world = await aWorld({ people: ['ann', 'bob', 'cy'] });
  await world.meeting();
  await world.runUntil(`${friday}T09:05:00Z`, 1800);
  for (const [name, done] of Object.entries(answers))
    await answerAs(world, name, { change: { done, plan: 'Continue' } });
  await world.runUntil(`${friday}T13:00:00Z`, 1800);
  const row = aTextModel({ endpoint: model.url, sealedKey: null, usesInitials: false, ...change });
  await inOrg(world.store, world.orgId).touch(textModel, undefined, row);
  const counted: string[] = [];
  const deps = summaryDeps(world, model, counted);
  const key = { teamId: world.teamId, meetingId: aMeetingId(), date: aDate(friday) };
  const actorOf = (who: string, locale: string) => world.actor(who, { locale });
  const start: SummaryWorld['start'] = async (who = 'ann', locale = 'en') =>
    generatedSummary.parse(await writeGeneratedSummary(deps, actorOf(who, locale), key));
  const read: SummaryWorld['read'] = async (who = 'ann', locale = 'en') =>
    generatedSummary.parse(await getGeneratedSummary(deps, actorOf(who, locale), key));
  return {
    ...{ world, deps, counted, read, start },
    write: async (who, locale) => {
      await start(who, locale);
      await deps.summaryWork.settled();
      return read(who, locale);
    },
    another: () => summaryDeps(world, model),
  };
};
