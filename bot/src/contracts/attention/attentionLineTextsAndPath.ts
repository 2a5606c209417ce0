import type { AttentionLine } from './getAttention.ts';

type WhyKey =
  `needs.why${'Blocker' | 'BlockerWaits' | 'BlockerTaken' | 'BlockerGone' | 'Unreachable' | 'Silent' | 'Participation' | 'Carried' | 'Dropped'}`;

export interface AttentionWhy {
  readonly key: WhyKey;
  readonly values: Readonly<Record<string, string | number>>;
}

const whyBlocked = ({
  state,
  days,
  needed,
  gone,
}: Extract<AttentionLine, { readonly kind: 'BLOCKER' }>): AttentionWhy => {
  if (state === 'ACKNOWLEDGED') return { key: 'needs.whyBlockerTaken', values: { days } };
  if (needed === null && gone !== undefined) return { key: 'needs.whyBlockerGone', values: { days, gone } };
  if (needed === null) return { key: 'needs.whyBlocker', values: { days } };
  return { key: 'needs.whyBlockerWaits', values: { days, needed } };
};

/** Maximum number of characters of a goal that a reason shows, because a goal can be a very long line. */
const longestGoal = 120;

const shortGoal = (goal: string): string => {
  const characters = Array.from(goal.trim());
  return characters.length <= longestGoal ? goal.trim() : `${characters.slice(0, longestGoal).join('').trimEnd()}…`;
};

/** Returns the sentence that explains why a line is in the list, for the page, the card and the email. */
export const attentionWhy = (line: AttentionLine): AttentionWhy => {
  switch (line.kind) {
    case 'BLOCKER':
      return whyBlocked(line);
    case 'UNREACHABLE':
      return { key: 'needs.whyUnreachable', values: { reason: line.reason } };
    case 'SILENT':
      return { key: 'needs.whySilent', values: { runs: line.runs } };
    case 'LOW_PARTICIPATION':
      return { key: 'needs.whyParticipation', values: { answered: line.answered, asked: line.asked } };
    case 'GOAL_CARRIED':
      return {
        key: 'needs.whyCarried',
        values: { times: line.times, goal: shortGoal(line.goal), more: line.count - 1 },
      };
    case 'GOAL_DROPPED':
      return { key: 'needs.whyDropped', values: { goal: shortGoal(line.goal), more: line.count - 1 } };
  }
};

/** Returns the name of the person or report that a line concerns. */
export const attentionSubject = (line: AttentionLine): string =>
  line.kind === 'LOW_PARTICIPATION' ? line.meetingName : line.name;

/** Text keys of the actions. Each line of the attention list offers one of these actions. */
export const attentionActionKeys = {
  OPEN_BLOCKER: 'needs.openBlocker',
  OPEN_ANSWERS: 'needs.openAnswers',
  SEE_WHY: 'needs.seeWhy',
  OPEN_RUN: 'needs.openRun',
} as const satisfies Record<AttentionLine['action'], string>;

/** Returns the path of the page that the line's action opens, for the page, the card and the email. */
export const attentionPath = (line: AttentionLine): string => {
  switch (line.action) {
    case 'OPEN_BLOCKER':
      return `/blockers?report=${line.meetingId}`;
    case 'OPEN_ANSWERS':
      return `/reports/person/${line.memberId}`;
    case 'SEE_WHY':
      return `/reports/${line.meetingId}`;
    case 'OPEN_RUN':
      return `/reports/${line.meetingId}?date=${line.date}`;
  }
};
