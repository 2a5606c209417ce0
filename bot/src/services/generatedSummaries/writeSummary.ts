import type { OrgId } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { TextModelFaultReason } from '#contracts/generatedSummaries/textModelSettings.ts';
import { formatLocale } from '#contracts/text/languagesAndLocaleChoice.ts';
import type { Language } from '#contracts/text/languagesAndLocaleChoice.ts';
import { toInstant } from '../../domain/core/zonedTimeAndCalendarDates.ts';
import {
  checkSentenceSteps,
  droppedCount,
  hasEnoughSentences,
} from '../../domain/generatedSummaries/checkSentences.ts';
import type { CheckedSummary } from '../../domain/generatedSummaries/checkSentences.ts';
import { modelRequest } from '../../domain/generatedSummaries/modelRequest.ts';
import { summaryInputSteps } from '../../domain/generatedSummaries/summaryInput.ts';
import { readModelReply } from '../../domain/generatedSummaries/readModelReply.ts';
import type { StoredSummary } from '../../domain/generatedSummaries/summaryState.ts';
import type { Records, Stored, ValueOf } from '../../store/recordKindsAndAccess.ts';
import { generatedSummary } from '../../store/kinds/generatedSummaries/generatedSummary.ts';
import { isConflict } from '../../store/tableStorePort.ts';
import { runSliced, startSlices } from '../core/slicedWork.ts';
import { readSubject } from './readSummary.ts';
import type { SummaryKey, SummaryReading } from './readSummary.ts';
import { targetOf } from './textModelTargetAndKey.ts';
import type { TextModelDeps } from './textModelTargetAndKey.ts';
import { callTextModel, countSentences } from './cappedModelCallsAndUsage.ts';

type SummaryRow = ValueOf<typeof generatedSummary>;

/**
 * Lifetime of a claim (`claimedUntil`) in milliseconds. It is longer than the longest call with its repetitions, so
 * that no claim expires during its call.
 */
const claimMs = 3 * 60_000;
/**
 * Milliseconds until the next try after the first failure. The wait doubles with each further failure, up to
 * `longestRetryMs`.
 */
const firstRetryMs = 60_000;
const longestRetryMs = 60 * 60_000;

/**
 * Claims the summaries of a run, so that only this request writes them. Returns undefined if another request, perhaps
 * on another instance, was first. Removes summaries that were written from other answers.
 */
export const claimSummary = async (
  { clock }: Pick<TextModelDeps, 'clock'>,
  records: Records<OrgId>,
  key: SummaryKey,
  { subject: { digest }, stored }: SummaryReading,
): Promise<Stored<SummaryRow> | undefined> => {
  const isCurrent = stored?.value.digest === digest;
  const row: SummaryRow = {
    ...{ meetingId: key.meetingId, date: key.date, digest },
    summaries: isCurrent ? stored.value.summaries : [],
    failure: isCurrent ? stored.value.failure : null,
    claimedUntil: toInstant(clock.now() + claimMs),
  };
  try {
    const etag =
      stored === undefined
        ? await records.insert(generatedSummary, key, row)
        : await records.replace(generatedSummary, key, row, stored.etag);
    return { value: row, etag, key: generatedSummary.at(records.scope, key) };
  } catch (error) {
    if (isConflict(error)) return undefined;
    throw error;
  }
};

type Written = { readonly checked: CheckedSummary } | { readonly fault: TextModelFaultReason | 'CAP' | 'CHANGED' };

const write = async (
  deps: TextModelDeps,
  records: Records<OrgId>,
  key: SummaryKey,
  { language, digest }: { readonly language: Language; readonly digest: string },
): Promise<Written> => {
  const subject = await readSubject(deps, records, key);
  // The answers or the settings have changed since the claim.
  if (subject === undefined || subject.digest !== digest) return { fault: 'CHANGED' };
  const { row } = subject;
  const target = targetOf(deps, records.scope, row);
  if (target === undefined) return { fault: 'KEY' };
  const pause = await startSlices();
  const options = {
    requestId: deps.newId(),
    usesInitials: row.usesInitials,
    reader: { t: deps.translateFor(language), locale: formatLocale(language) },
  };
  const input = await runSliced(summaryInputSteps(subject.report, options), pause);
  const outcome = await callTextModel(deps, records, { row, target, request: modelRequest(input, language) });
  if ('fault' in outcome) return outcome;
  const sentences = readModelReply(outcome.reply.content);
  if (sentences === undefined) return { fault: 'UNUSABLE' };
  const after = await readSubject(deps, records, key);
  // An answer changed, or its author was erased, while the model wrote.
  if (after?.digest !== digest) return { fault: 'CHANGED' };
  return { checked: await runSliced(checkSentenceSteps(sentences, input, language), pause) };
};

const countMetrics = ({ metrics }: Pick<TextModelDeps, 'metrics'>, { sentences, dropped }: CheckedSummary): void => {
  metrics.count('generated_sentences_total', { outcome: 'kept' }, sentences.length);
  for (const [reason, count] of Object.entries(dropped))
    metrics.count('generated_sentences_total', { outcome: reason.toLowerCase() }, count);
};

const summaryOf = (checked: CheckedSummary, language: Language, now: number): StoredSummary => {
  const isEnough = hasEnoughSentences(checked);
  return {
    language,
    sentences: isEnough ? checked.sentences : [],
    dropped: droppedCount(checked),
    reason: isEnough ? null : 'TOO_FEW',
    writtenAt: toInstant(now),
  };
};

/**
 * Returns the row to store after the work, without the claim. It contains the new summary, or the failure with the
 * earliest instant of the next try, or no change if the answers have changed.
 */
const rowAfter = (row: SummaryRow, written: Written, language: Language, now: number): SummaryRow => {
  const free = { ...row, claimedUntil: null };
  if ('checked' in written) {
    const { sentences, ...summary } = summaryOf(written.checked, language, now);
    const stored = sentences.map(({ text, sources }) => ({ text, sources: [...sources] }));
    return { ...free, failure: null, summaries: [...row.summaries, { ...summary, sentences: stored }] };
  }
  const { fault } = written;
  if (fault === 'CHANGED') return free;
  const count = (row.failure?.count ?? 0) + 1;
  const pause = Math.min(firstRetryMs * 2 ** (count - 1), longestRetryMs);
  return { ...free, failure: { reason: fault, count, retryAt: toInstant(now + pause) } };
};

/**
 * Renews the claim when the work begins, because the work may have waited for its turn longer than the claim lasts.
 * Returns undefined if another request has claimed the summaries meanwhile, or if the row was removed.
 */
const renewClaim = async (
  { clock }: Pick<TextModelDeps, 'clock'>,
  records: Records<OrgId>,
  key: SummaryKey,
  claim: Stored<SummaryRow>,
): Promise<Stored<SummaryRow> | undefined> => {
  const value = { ...claim.value, claimedUntil: toInstant(clock.now() + claimMs) };
  try {
    return { ...claim, value, etag: await records.replace(generatedSummary, key, value, claim.etag) };
  } catch (error) {
    if (isConflict(error)) return undefined;
    throw error;
  }
};

/**
 * Writes the summary that `claimSummary` claimed. The row is replaced only if it has not changed since the claim: the
 * erasure of an author removes it, and an instance that claims it after the expiry changes it.
 */
export const writeSummary = async (
  deps: TextModelDeps,
  records: Records<OrgId>,
  key: SummaryKey,
  { claim: earlier, language }: { readonly claim: Stored<SummaryRow>; readonly language: Language },
): Promise<void> => {
  const { clock, metrics } = deps;
  const claim = await renewClaim(deps, records, key, earlier);
  if (claim === undefined) return;
  const written = await write(deps, records, key, { language, digest: claim.value.digest });
  const row = rowAfter(claim.value, written, language, clock.now());
  const isEnough = 'checked' in written && hasEnoughSentences(written.checked);
  const outcome = 'fault' in written ? written.fault.toLowerCase() : isEnough ? 'ready' : 'too_few';
  metrics.count('generated_summaries_total', { outcome });
  if ('checked' in written) {
    const { checked } = written;
    countMetrics(deps, checked);
    const counts = { kept: checked.sentences.length, dropped: droppedCount(checked), isFallback: !isEnough };
    await countSentences(records, clock.now(), counts);
  }
  try {
    await records.replace(generatedSummary, key, row, claim.etag);
  } catch (error) {
    if (!isConflict(error)) throw error;
  }
};
