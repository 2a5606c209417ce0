import { ui } from '#contracts/core/limitsAndProductConstants.ts';
import type { AttentionLine } from '#contracts/attention/getAttention.ts';
import type { SummaryModel } from '../reports/buildReportAndSummary.ts';

// Selects the lines of the attention list for the summary of a run, in its card and its email.

/**
 * Returns the lines that the summary shows, in the order of the list: at most `maxBlockers` lines about blockers and
 * `ui.attentionFirst` other lines. `left`: number of the lines that are left out.
 */
export const summaryAttentionLines = (
  { attention }: Pick<SummaryModel, 'attention'>,
  maxBlockers: number,
): { readonly shown: readonly AttentionLine[]; readonly left: number } => {
  const ofBlockers = attention.filter(({ kind }) => kind === 'BLOCKER').slice(0, maxBlockers);
  const others = attention.filter(({ kind }) => kind !== 'BLOCKER').slice(0, ui.attentionFirst);
  const selected = new Set<AttentionLine>([...ofBlockers, ...others]);
  return { shown: attention.filter((line) => selected.has(line)), left: attention.length - selected.size };
};
