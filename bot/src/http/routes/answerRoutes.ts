import { getCard, saveAnswer, saveAnswerDraft } from '#contracts/answers/answerCardAndDraftCalls.ts';
import { getWaiting } from '#contracts/answers/getWaitingRuns.ts';
import { previewCard } from '#contracts/answers/meetingCardPreview.ts';
import { skipRun, snoozeRun } from '#contracts/answers/skipAndSnoozeCalls.ts';
import { saveDraft } from '../../services/answers/answerDrafts.ts';
import * as waiting from '../../services/answers/getWaitingRuns.ts';
import * as previewing from '../../services/answers/previewCard.ts';
import * as answers from '../../services/answers/saveAnswerAndShowCard.ts';
import { skipRun as skip } from '../../services/answers/skipRun.ts';
import { snoozeRun as snooze } from '../../services/answers/snoozeRun.ts';
import { bind } from '../server/bindEndpointsAndRawRoutes.ts';
import type { Route } from '../server/bindEndpointsAndRawRoutes.ts';

export const answerRoutes = (deps: answers.AnswerDeps): readonly Route[] => [
  bind(previewCard, (actor, input) => previewing.previewCard(deps, actor, input)),
  bind(getCard, (actor, input) => answers.cardFor(deps, actor, input)),
  bind(saveAnswerDraft, (actor, input) => saveDraft(deps, actor, input)),
  bind(saveAnswer, (actor, input) => answers.saveAnswer(deps, actor, input)),
  bind(skipRun, (actor, input) => skip(deps, actor, input)),
  bind(snoozeRun, (actor, input) => snooze(deps, actor, input)),
  bind(getWaiting, (actor) => waiting.getWaiting(deps, actor)),
];
