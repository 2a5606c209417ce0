import { minute } from './zoneClocksAndDateArithmetic.ts';
import { upAt } from './modelState.ts';
import type { Owed } from './modelState.ts';
import type { Scenario, Span } from './runScenarioFormat.ts';

// Computes the disturbances of a scenario: the periods in which its faults may delay or repeat messages, including
// their after-effects.

export interface Disturbance {
  readonly from: number;
  readonly to: number;
  readonly mayRepeat: boolean;
}

/**
 * Time in ms for which a message can still be late after the chat service or the store has recovered: two waits of the
 * sender, each at most five and a half minutes, and a reserve.
 */
const afterStorm = 12 * minute;
/**
 * Time in ms for which a message can still be late after a kill: the leases of the dead process expire within a minute,
 * then the next process continues its work.
 */
const afterKill = 4 * minute;

const stretched = ({ from, to }: Span, by: number, mayRepeat: boolean): Disturbance => ({
  from: Date.parse(from),
  to: Date.parse(to) + by,
  mayRepeat,
});

export const disturbancesOf = (scenario: Scenario, owed: readonly Owed[]): Disturbance[] => {
  const storms = (scenario.storms ?? []).map((span) => stretched(span, afterStorm, false));
  const lost = (scenario.lostReplies ?? []).map((span) => stretched(span, afterStorm, true));
  const marks = (scenario.refusedMarks ?? []).map((span) => stretched(span, afterStorm, false));
  const spans = [...storms, ...lost, ...marks];
  // The process dies at its first message after the time of the kill, so a kill without a later message has no effect.
  for (const kill of [...(scenario.kills ?? [])].sort((a, b) => Date.parse(a.at) - Date.parse(b.at))) {
    const at = Date.parse(kill.at);
    const first = owed.map((item) => item.at).filter((ms) => ms >= at);
    if (first.length === 0) continue;
    const from = Math.min(...first);
    const delayed = Math.max(from, ...spans.filter((span) => span.from <= from && from <= span.to).map(({ to }) => to));
    spans.push({ from, to: delayed + afterKill, mayRepeat: kill.moment === 'AFTER' });
  }
  // A message that a disturbance still delays when the server stops is sent when the server is back.
  return spans.map((span) => ({ ...span, to: upAt(scenario, span.to) }));
};

export const during = (spans: readonly Disturbance[], ms: number): Disturbance[] =>
  spans.filter((span) => span.from <= ms && ms <= span.to);

/**
 * Returns the latest time in epoch ms at which an owed message must be sent: the end of the last of the disturbances
 * that follow `ms` and each other without a gap; `ms` if there is none.
 */
export const latest = (spans: readonly Disturbance[], ms: number): number => {
  const to = Math.max(ms, ...during(spans, ms).map((span) => span.to));
  return to === ms ? ms : Math.max(to, latest(spans, to));
};
