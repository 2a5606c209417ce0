import { questionId } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { QuestionId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { searchedName } from '#contracts/core/normaliseNamesAndFoldAccents.ts';
import type { Run } from '#contracts/runs/runSchema.ts';
import { answerDraft } from '../../../../bot/src/store/kinds/answers/answerDraft.ts';
import { skip, snooze } from '../../../../bot/src/store/kinds/answers/skipAndSnooze.ts';
import { runKind } from '../../../../bot/src/store/kinds/runs/run.ts';
import { answer as answerKind, history } from '../../../../bot/src/store/kinds/answers/answerAndHistory.ts';
import { plan } from '../../../../bot/src/store/kinds/answers/latestPlan.ts';
import { blocker as blockerKind } from '../../../../bot/src/store/kinds/blockers/blocker.ts';
import { blockerCards } from '../../../../bot/src/store/kinds/blockers/blockerCards.ts';
import { sheet as sheetKind, week as weekKind } from '../../../../bot/src/store/kinds/timesheets/sheetAndWeek.ts';
import { weekCards } from '../../../../bot/src/store/kinds/timesheets/weekCards.ts';
import { delivery } from '../../../../bot/src/store/kinds/runs/delivery.ts';
import { daySummary } from '../../../../bot/src/store/kinds/runs/daySummary.ts';
import { teamActivity, teamAuditedAction } from '../../../../bot/src/store/kinds/core/activityLogAndActionIndex.ts';
import { searchProgress, searchWords } from '../../../../bot/src/store/kinds/search/searchIndex.ts';
import { generatedSummary } from '../../../../bot/src/store/kinds/generatedSummaries/generatedSummary.ts';
import { questionForm } from '../../../../bot/src/domain/reports/questionFiguresAndTrends.ts';
import { aDate, anInstant, aQuestion, aZone, idOf } from '../idDateAndRecordBuilders.ts';
import { personIn } from '../seededIdsAndNames.ts';
import { start, date } from './seedingInstantsAndInserts.ts';
import type { Seeding } from './seedingInstantsAndInserts.ts';

// Seeds a meeting’s run with its answers, messages, timesheet and search index.

/** The dates that the members answer: 12 and 35 days after the run. */
const dueDates = { ann: '2026-12-01', bob: '2026-12-24' } as const;

export const seedRun = async ({ name, ids, own }: Seeding): Promise<void> => {
  const { teamId, meetingId, bob } = ids;
  const key = { teamId, meetingId, date };
  const instant = anInstant('2026-11-19T09:00:00Z');
  const instants = {
    opensAt: instant,
    firstReminderAt: null,
    secondReminderAt: null,
    closesAt: instant,
    graceEndsAt: instant,
  };
  const people = (['ann', 'bob'] as const).map((who) => ({
    ...{ memberId: ids[who].memberId, name: personIn(name, who), zone: aZone('UTC'), away: null, dropped: false },
  }));
  const about = {
    meetingId,
    meetingName: `${name} daily`,
    type: 'STANDUP',
    date,
    source: 'SCHEDULE',
    round: 1,
  } as const;
  const messages = { publicBroadcastMessage: '', firstReminderMessage: '', secondReminderMessage: '' };
  const due = aQuestion({ id: questionId.parse('due'), sequence: 1, text: 'Due', type: 'DATE' });
  const runRow: Run = {
    ...{ ...about, ...messages, state: 'COMPLETED', reason: 'ALL_ANSWERED', timezone: aZone('UTC') },
    ...{ instants: [{ zone: aZone('UTC'), ...instants }], opensAt: instant, closesAt: instant, graceEndsAt: instant },
    ...{ members: people, questions: [due], channelId: null, isReportSummaryInChat: false, completedAt: instant },
  };
  await own(runKind, key, runRow);
  for (const [who, other] of [
    ['ann', 'bob'],
    ['bob', 'ann'],
  ] as const) {
    const { memberId } = ids[who];
    const goal = { id: 'a'.repeat(16), text: `Goal of ${personIn(name, who)}`, ticked: true };
    const goals = [{ ...goal, state: 'DONE' as const, day: 2 }];
    const flags = { hasBlocker: true, isGoalAchieved: true, isLate: false, isAhead: false };
    const answer = {
      meetingId,
      memberId,
      date,
      values: { done: `Secret of ${personIn(name, who)}`, due: dueDates[who] },
      goals,
      answeredAt: instant,
    };
    await own(answerKind, { ...key, memberId }, { ...answer, ...flags, editedAt: null, sentFrom: null, givenTo: null });
    const about = { meetingId, memberId, date };
    const reason = `Reason of ${personIn(name, who)}`;
    await own(skip, { ...key, memberId }, { ...about, skippedAt: instant, reason, sentFrom: null });
    const pressed = { round: 1, length: 'HALF_HOUR', snoozedAt: instant, until: instant } as const;
    await own(snooze, { ...key, memberId }, { ...about, ...pressed });
    await own(history, { ...key, memberId }, { meetingId, date, hasBlocker: true, goals });
    await own(
      plan,
      { teamId, meetingId, memberId },
      {
        ...{ date, lines: [{ id: goal.id, text: `Plan of ${personIn(name, who)}`, day: 2 }] },
        previous: { date: aDate('2026-11-18'), lines: [{ id: 'e', text: `Earlier plan of ${personIn(name, who)}` }] },
      },
    );
    const draft = {
      values: { done: `Draft of ${personIn(name, who)}` },
      ...{ goals: [goal.id], goalStates: { [goal.id]: 'CARRIED' as const } },
      openBlocker: { since: date, is: 'STILL' as const },
      needed: { id: ids[other].memberId, shown: ids[other].memberId },
      version: 'v',
      savedAt: instant,
    };
    // The run of this draft is still ahead, so the nightly deletion of drafts does not delete the draft.
    const ahead = { meetingId, memberId, date: aDate('2027-01-04') };
    await own(answerDraft, { teamId, ...ahead }, { ...ahead, ...draft });
    const words = `Blocker of ${personIn(name, who)}`;
    const life = {
      ...{ since: date, state: 'ACKNOWLEDGED' as const, text: '', changedAt: start, changedBy: memberId },
      ...{ neededId: memberId, needs: 1, backs: 0, note: `Note of ${personIn(name, who)}`, noteBy: memberId },
    };
    const blocker = { memberId, isOpen: true, since: date, date, text: words, openedAt: start, closedAt: null, life };
    const numbers = { needs: 1, backs: 0 };
    const past = { from: date, ended: [{ since: date, closedAt: start }] };
    await own(blockerKind, { teamId, meetingId, memberId }, { ...blocker, numbers, past });
    const needed = {
      who: memberId,
      number: 1,
      since: date,
      reason: null,
      conversationId: 'c',
      activityId: 'a',
      digest: 'd',
    };
    const reminder = { who: memberId, number: -1, sends: 1, notBefore: start, isOver: true, reason: null };
    const reminderCard = { since: date, naming: 1, days: 1, conversationId: 'c', activityId: 'r', digest: 'd' };
    const pending = { who: ids[other].memberId, number: 2, sends: 1, notBefore: start };
    const reminded = { pending: [pending], reminders: [{ ...reminder, card: reminderCard }] };
    await own(blockerCards, { teamId, meetingId, memberId }, { memberId, told: 0, cards: [needed], ...reminded });
    const task = {
      id: `20261119-${idOf(memberId)}`,
      meetingId,
      task: `Task of ${personIn(name, who)}`,
      minutes: 30,
      lineId: 'l',
    };
    const tasks = [{ ...task, source: 'ANSWER' as const, editedByPerson: false }];
    const sheet = { date, memberId, tasks, minutes: 30, byMeeting: { [meetingId]: 30 }, moved: {} };
    await own(sheetKind, { teamId, date, memberId }, sheet);
    const monday = aDate('2026-11-16');
    const week = {
      monday,
      memberId,
      state: 'SENT_BACK',
      note: `Note of ${personIn(name, who)}`,
      changedAt: instant,
      ...{ moves: 2, submission: 1, decidedBy: ids.ann.memberId },
    } as const;
    await own(weekKind, { teamId, monday, memberId }, week);
    const request = { submission: 1, reason: null, digest: 'd', activityId: `2:${who}-${name}` } as const;
    const cards = (['ann', 'bob'] as const).map((to) => ({
      ...{ ...request, who: ids[to].memberId, conversationId: `a:${to}-${name}` },
    }));
    await own(weekCards, { teamId, monday, memberId }, { monday, memberId, told: 1, asked: 1, cards });
    const sent = { round: 1, state: 'SENT', reason: null, at: instant, isLate: false, digest: null } as const;
    const message = { conversationId: `a:${who}-${name}`, activityId: `1:${who}-${name}` };
    await own(delivery, { ...key, who: memberId, kind: 'prompt' }, { ...sent, ...message });
  }
  const question = { questionId: 'done' as QuestionId };
  const sentences = (['ann', 'bob'] as const).map((who) => ({
    text: `Summary of ${personIn(name, who)}`,
    sources: [{ memberId: ids[who].memberId, ...question }],
  }));
  const both = { text: `Summary of all at ${name}`, sources: sentences.flatMap(({ sources }) => sources) };
  const summary = {
    language: 'en',
    sentences: [...sentences, both],
    dropped: 1,
    reason: null,
    writtenAt: instant,
  } as const;
  const failure = { reason: 'TIMEOUT', count: 1, retryAt: instant } as const;
  const state = {
    digest: 'd',
    claimedUntil: instant,
    failure,
    summaries: [{ ...summary, sentences: [...summary.sentences] }],
  };
  await own(generatedSummary, key, { meetingId, date, ...state });
  const indexed = { indexedTo: aDate('2026-11-23'), writtenTo: aDate('2026-11-23'), isClearing: false, writer: name };
  await own(searchProgress, { teamId }, indexed);
  const text = `${date}|${meetingId} ${searchedName(name)} secret`;
  await own(searchWords, { teamId, bucket: 3, monday: aDate('2026-11-16'), part: 0 }, { text });
  const counts = { asked: 2, answered: 2, goals: 2, goalsOffered: 2, blockers: 2, late: 0, skipped: 0 };
  const figures = [{ questionId: due.id, answers: 2, sum: null, counts: [], days: [12, 35], form: questionForm(due) }];
  await own(daySummary, key, { date, state: 'COMPLETED', ...counts, figures });
  const event = { ms: Date.parse(instant), eventKey: idOf(`${name} answered`) };
  const log = { actor: personIn(name, 'bob'), at: instant, message: 'activity.answered', before: null, after: null };
  await own(teamActivity, { teamId, objectId: meetingId, ...event }, { ...log, values: { date } });
  const joined = { ...event, eventKey: idOf(`${name} joined`) };
  const names = `${personIn(name, 'ann')}, ${personIn(name, 'bob')}`;
  const entry = { ...log, actor: 'Rollcall', message: 'activity.membersJoined', values: { names, others: 0 } };
  await own(teamActivity, { teamId, objectId: teamId, ...joined }, entry);
  await own(teamAuditedAction, { teamId, who: bob.memberId, ...event }, { objectId: meetingId, ...event });
};
