import type { OrgId } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { TextModelFaultReason, TextModelSettings } from '#contracts/generatedSummaries/textModelSettings.ts';
import { monthOf } from '../../domain/billing/billingMonths.ts';
import { toInstant } from '../../domain/core/zonedTimeAndCalendarDates.ts';
import type { ModelRequest } from '../../domain/generatedSummaries/modelRequest.ts';
import {
  costInMillionths,
  estimatedTokens,
  isWithinCap,
} from '../../domain/generatedSummaries/tokenCostAndMonthlyCap.ts';
import type { TokenCount } from '../../domain/generatedSummaries/tokenCostAndMonthlyCap.ts';
import { TextModelFault } from '../../gateways/textModelPort.ts';
import type { ModelReply, TextModelTarget } from '../../gateways/textModelPort.ts';
import type { Records, ValueOf } from '../../store/recordKindsAndAccess.ts';
import { textModelMonth } from '../../store/kinds/generatedSummaries/textModel.ts';
import { getOrInsert, updateRow } from '../core/optimisticUpdate.ts';
import type { TextModelDeps, TextModelRow } from './textModelTargetAndKey.ts';

// Counts the calls of the text model in each month (UTC), keeps their cost within the monthly cap, and pauses the calls
// after repeated failures.

export type MonthOfUse = ValueOf<typeof textModelMonth>;

const none: MonthOfUse = {
  ...{ calls: 0, failures: 0, inputTokens: 0, outputTokens: 0, cost: 0, kept: 0, dropped: 0, fallbacks: 0 },
  ...{ failuresInRow: 0, pausedUntil: null },
};

/** Number of consecutive failures after which the calls pause, and length of the pause in milliseconds. */
const mostFailures = 5;
const pauseMs = 15 * 60_000;

export const readMonth = async (records: Records<OrgId>, now: number): Promise<MonthOfUse> =>
  (await records.get(textModelMonth, { month: monthOf(now) }))?.value ?? none;

export const usageOf = (row: MonthOfUse, now: number): TextModelSettings['usage'] => {
  const { calls, failures, inputTokens, outputTokens, kept, dropped, fallbacks } = row;
  const cost = row.cost / 1_000_000;
  return { month: monthOf(now), calls, failures, inputTokens, outputTokens, cost, kept, dropped, fallbacks };
};

export const canAfford = (month: MonthOfUse, row: TextModelRow, request: ModelRequest): boolean =>
  isWithinCap(month.cost, costInMillionths(row, estimatedTokens(request)), row.monthlyCap);

/** Changes the row of a month, and creates it first if it is missing. Returns false if `change` returns undefined. */
const updateMonth = async (
  records: Records<OrgId>,
  month: string,
  change: (before: MonthOfUse) => MonthOfUse | undefined,
): Promise<boolean> => {
  await getOrInsert(records, textModelMonth, { month }, () => none);
  return updateRow(records, textModelMonth, { month }, change);
};

type Prices = Pick<TextModelRow, 'inputPrice' | 'outputPrice'>;

const plusTokens = (month: MonthOfUse, prices: Prices, tokens: TokenCount, sign: 1 | -1): MonthOfUse => ({
  ...month,
  inputTokens: Math.max(0, month.inputTokens + sign * tokens.inputTokens),
  outputTokens: Math.max(0, month.outputTokens + sign * tokens.outputTokens),
  cost: Math.max(0, month.cost + sign * costInMillionths(prices, tokens)),
});

/**
 * Adds the estimated cost of a call to the month before the call, so that parallel calls together stay within the cap.
 * Returns false if the call would exceed the cap. If the instance stops during the call, the estimate stays, because
 * the provider may have charged for the call.
 */
const reserve = (records: Records<OrgId>, row: TextModelRow, request: ModelRequest, month: string): Promise<boolean> =>
  updateMonth(records, month, (before) =>
    canAfford(before, row, request)
      ? { ...plusTokens(before, row, estimatedTokens(request), 1), calls: before.calls + 1 }
      : undefined,
  );

interface Settlement {
  readonly row: TextModelRow;
  readonly request: ModelRequest;
  readonly charged: TokenCount;
  readonly hasFailed: boolean;
}

const settle = async (
  { clock }: Pick<TextModelDeps, 'clock'>,
  records: Records<OrgId>,
  month: string,
  { row, request, charged, hasFailed }: Settlement,
): Promise<void> => {
  await updateRow(records, textModelMonth, { month }, (before) => {
    const counted = plusTokens(plusTokens(before, row, estimatedTokens(request), -1), row, charged, 1);
    if (!hasFailed) return { ...counted, failuresInRow: 0, pausedUntil: null };
    const failuresInRow = before.failuresInRow + 1;
    const isPaused = failuresInRow >= mostFailures;
    return {
      ...counted,
      ...{ failures: before.failures + 1, failuresInRow: isPaused ? 0 : failuresInRow },
      pausedUntil: isPaused ? toInstant(clock.now() + pauseMs) : before.pausedUntil,
    };
  });
};

export type CallOutcome = { readonly reply: ModelReply } | { readonly fault: TextModelFaultReason | 'CAP' };

/**
 * True if the provider may charge for the failed call: its answer came too late or was unusable. For every other fault,
 * the model did no work.
 */
const mayBeCharged = (reason: TextModelFaultReason): boolean => reason === 'TIMEOUT' || reason === 'UNUSABLE';

/** Calls the text model, unless the call could exceed the monthly cap. Adds the call and its cost to the month. */
export const callTextModel = async (
  deps: Pick<TextModelDeps, 'clock' | 'metrics' | 'textModel'>,
  records: Records<OrgId>,
  { row, target, request }: { row: TextModelRow; target: TextModelTarget; request: ModelRequest },
): Promise<CallOutcome> => {
  const { clock, metrics } = deps;
  const month = monthOf(clock.now());
  if (!(await reserve(records, row, request, month))) return { fault: 'CAP' };
  const begun = clock.now();
  const count = (outcome: string): void => {
    metrics.count('text_model_calls_total', { outcome });
    metrics.observe('text_model_seconds', (clock.now() - begun) / 1000, {});
  };
  try {
    const reply = await deps.textModel.complete(target, request);
    count('ok');
    const charged = reply.tokens ?? estimatedTokens(request);
    await settle(deps, records, month, { row, request, charged, hasFailed: false });
    return { reply };
  } catch (error) {
    if (!(error instanceof TextModelFault)) throw error;
    const { reason } = error;
    count(reason.toLowerCase());
    const charged = mayBeCharged(reason) ? estimatedTokens(request) : { inputTokens: 0, outputTokens: 0 };
    await settle(deps, records, month, { row, request, charged, hasFailed: true });
    return { fault: reason };
  }
};

/** Adds the numbers of kept and dropped sentences of a summary to the month. */
export const countSentences = async (
  records: Records<OrgId>,
  now: number,
  counted: { readonly kept: number; readonly dropped: number; readonly isFallback: boolean },
): Promise<void> => {
  await updateMonth(records, monthOf(now), (month) => ({
    ...month,
    kept: month.kept + counted.kept,
    dropped: month.dropped + counted.dropped,
    fallbacks: month.fallbacks + (counted.isFallback ? 1 : 0),
  }));
};
