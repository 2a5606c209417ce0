import { limits } from '#contracts/core/limitsAndProductConstants.ts';
import type { MeetingReport, ReportMember } from '#contracts/reports/dailyReport.ts';
import { translateFor } from '../../translate.ts';
import { ruleBasedSummary } from './ruleBasedSummary.ts';

const member = (name: string, change: Partial<ReportMember> = {}): ReportMember =>
  ({
    ...{ memberId: `id of ${name}`, name, hasBlocker: true, blockerText: `${name} waits`, blockedSince: '2026-11-20' },
    answers: [
      { questionId: 'done', question: 'Done?', answer: 'a lot', isBlocking: false },
      { questionId: 'blocked', question: 'Blocked?', answer: 'Yes', isBlocking: true },
    ],
    ...change,
  }) as unknown as ReportMember;

const summary = (...members: ReportMember[]) =>
  ruleBasedSummary(
    translateFor('en'),
    {
      ...{ members, membersAnswered: 3, totalMembers: 4, blockers: 1, hasBlockers: true, goals: 0, goalsTicked: 0 },
      ...{ goalsOffered: 0, hasGoals: false },
    } as unknown as MeetingReport,
    '2026-11-20' as never,
  );

describe('the summary by rules', () => {
  it('has the line of figures, then each blocker with its answer as the source', () => {
    expect(summary(member('Ann'))).toEqual([
      { text: 'Answered 3/4 · Blockers 1 (1 new)', sources: [] },
      {
        text: 'Ann: Ann waits',
        sources: [{ memberId: 'id of Ann', name: 'Ann', questionId: 'blocked', question: 'Blocked?' }],
      },
    ]);
  });

  it.each<[string, Partial<ReportMember>]>([
    ['has no blocker any more', { hasBlocker: false }],
    ['has no answer about it, such as an erased one', { answers: [] }],
    ['has no text about it', { blockerText: null }],
    ['has an empty text about it', { blockerText: '' }],
  ])('leaves out a member who %s', (_, change) => {
    expect(summary(member('Ann', change))).toHaveLength(1);
  });

  it('has at most as many sentences as one of the text model', () => {
    expect(summary(...Array.from({ length: 20 }, (_, index) => member(String(index))))).toHaveLength(
      limits.summarySentences,
    );
  });
});
