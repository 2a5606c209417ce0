import { getTextModel, saveTextModel, testTextModel } from '#contracts/generatedSummaries/textModelSettings.ts';
import { getGeneratedSummary, writeGeneratedSummary } from '#contracts/generatedSummaries/generatedSummaryCalls.ts';
import * as summaries from '../../services/generatedSummaries/getOrStartSummary.ts';
import * as models from '../../services/generatedSummaries/textModelSettings.ts';
import type { TextModelDeps } from '../../services/generatedSummaries/textModelTargetAndKey.ts';
import { bind } from '../server/bindEndpointsAndRawRoutes.ts';
import type { Route } from '../server/bindEndpointsAndRawRoutes.ts';

export const generatedSummaryRoutes = (deps: TextModelDeps): readonly Route[] => [
  bind(getGeneratedSummary, (actor, input) => summaries.getGeneratedSummary(deps, actor, input)),
  bind(writeGeneratedSummary, (actor, input) => summaries.writeGeneratedSummary(deps, actor, input)),
  bind(getTextModel, (actor, input) => models.getTextModel(deps, actor, input)),
  bind(saveTextModel, (actor, input) => models.saveTextModel(deps, actor, input)),
  bind(testTextModel, (actor, input) => models.testTextModel(deps, actor, input)),
];
