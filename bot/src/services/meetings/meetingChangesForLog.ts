import type { MemberId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { weekdays } from '#contracts/meetings/meetingSchemasAndCalls.ts';
import { defaultAttentionThresholds } from '#contracts/attention/defaultAttentionThresholds.ts';
import type { Meeting } from '#contracts/meetings/meetingSchemasAndCalls.ts';
import type { Question } from '#contracts/meetings/questionAndAnswerFormatSchemas.ts';
import { detailOf } from '#contracts/meetings/questionTypes/questionDefinitionsAndValueDisplay.ts';
import type { MessageKey } from '#contracts/text/translateAndMessageKeyTypes.ts';
import { reminderRuleOf } from '../../domain/blockers/blockerReminderAndEscalationRules.ts';
import { observersOf } from '../../domain/runs/membersAndObservers.ts';
import { daysValue, namesValue } from '../core/activityLogStepsAndTexts.ts';
import type { ActivityFact } from '../core/activityLogStepsAndTexts.ts';

// Compares two versions of a meeting and returns a log entry for each change, such as "Changed the time from 10:00 to
// 10:30."

/** Returns the names that the log shows instead of the ids that a meeting stores. */
export interface MeetingNames {
  readonly member: (id: MemberId) => string;
  /** Returns the name of a channel; `GENERAL` for the channel General, whose id is null. */
  readonly channel: (id: string | null) => string;
}

const clockTime = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;

const daysOf = (meeting: Meeting): string => daysValue(weekdays.flatMap((day, index) => (meeting[day] ? [index] : [])));

const fromTo = (message: MessageKey, before: string | number, after: string | number): ActivityFact[] =>
  before === after ? [] : [{ message, values: { before, after } }];

const daysChange = (before: string, after: string): ActivityFact[] =>
  before === after ? [] : [{ message: 'activity.meetingDays', values: { beforeDays: before, afterDays: after } }];

const switched = (message: MessageKey, before: boolean, after: boolean): ActivityFact[] =>
  before === after ? [] : [{ message, values: { isOn: String(after) } }];

/**
 * Returns a log entry with the old and the new text in its own fields instead of its sentence, because the texts may be
 * too long for it.
 */
const rewritten = (message: MessageKey, before: string, after: string): ActivityFact[] =>
  before === after ? [] : [{ message, before, after }];

const membersChange = (before: Meeting, after: Meeting, names: MeetingNames): ActivityFact[] => {
  const added = after.members.filter((id) => !before.members.includes(id)).map(names.member);
  const removed = before.members.filter((id) => !after.members.includes(id)).map(names.member);
  return [
    ...(added.length === 0 ? [] : [{ message: 'activity.meetingMembersAdded', values: namesValue(added) } as const]),
    ...(removed.length === 0
      ? []
      : [{ message: 'activity.meetingMembersRemoved', values: namesValue(removed) } as const]),
  ];
};

const observersChange = (before: Meeting, after: Meeting, names: MeetingNames): ActivityFact[] => {
  const [old, now] = [observersOf(before), observersOf(after)];
  const added = now.filter((id) => !old.includes(id)).map(names.member);
  const removed = old.filter((id) => !now.includes(id)).map(names.member);
  return [
    ...(added.length === 0 ? [] : [{ message: 'activity.meetingObserversAdded', values: namesValue(added) } as const]),
    ...(removed.length === 0
      ? []
      : [{ message: 'activity.meetingObserversRemoved', values: namesValue(removed) } as const]),
  ];
};

const describeQuestion = (question: Question): string => {
  const detail = detailOf(question);
  return detail === '' ? question.text : `${question.text} (${detail})`;
};

/** True if both questions show the same text and the same details: options, labels or unit. */
const hasSameText = (a: Question, b: Question): boolean =>
  JSON.stringify([a.text, a.options, detailOf(a)]) === JSON.stringify([b.text, b.options, detailOf(b)]);

const typeFact = ({ text, type }: Question): ActivityFact => ({
  message: 'activity.questionType',
  values: { question: text, type },
});

/**
 * Returns the role of a question as a text for comparison: whether it asks about blockers (with the blocking options)
 * or about the timesheet.
 */
const roleOf = ({ isBlocker, isTimesheetQuestion, blockingOptions }: Question): string =>
  JSON.stringify([isBlocker, isTimesheetQuestion, isBlocker ? blockingOptions : []]);

const roleNameOf = ({ type, isBlocker, isTimesheetQuestion }: Question): string => {
  if (isBlocker) return type === 'TEXT' ? 'BLOCKER_TEXT' : 'BLOCKER';
  return isTimesheetQuestion ? 'TIMESHEET' : 'NONE';
};

const roleFact = (question: Question): ActivityFact => ({
  message: 'activity.questionRole',
  values: {
    question: question.text,
    role: roleNameOf(question),
    options: question.blockingOptions.join(' / '),
  },
});

const questionsChange = (before: readonly Question[], after: readonly Question[]): ActivityFact[] => {
  const facts: ActivityFact[] = [];
  const old = new Map(before.map((item) => [item.id, item]));
  for (const nextQuestion of after) {
    const was = old.get(nextQuestion.id);
    if (was === undefined) facts.push({ message: 'activity.questionAdded', after: describeQuestion(nextQuestion) });
    else if (!hasSameText(was, nextQuestion))
      facts.push({
        message: 'activity.questionChanged',
        before: describeQuestion(was),
        after: describeQuestion(nextQuestion),
      });
    if (was !== undefined && was.type !== nextQuestion.type) facts.push(typeFact(nextQuestion));
    if (was !== undefined && roleOf(was) !== roleOf(nextQuestion)) facts.push(roleFact(nextQuestion));
  }
  const kept = after.filter((item) => old.has(item.id)).map((item) => item.id);
  const stayed = before.filter((item) => kept.includes(item.id)).map((item) => item.id);
  for (const nextQuestion of before)
    if (!kept.includes(nextQuestion.id))
      facts.push({ message: 'activity.questionRemoved', before: describeQuestion(nextQuestion) });
  if (kept.join() !== stayed.join()) facts.push({ message: 'activity.questionsOrdered' });
  return facts;
};

const scheduleChange = (before: Meeting, after: Meeting): ActivityFact[] => [
  ...fromTo('activity.meetingTime', clockTime(before.time), clockTime(after.time)),
  ...daysChange(daysOf(before), daysOf(after)),
  ...fromTo('activity.meetingTimezone', before.timezone, after.timezone),
  ...fromTo('activity.meetingInterval', before.interval, after.interval),
  ...fromTo('activity.meetingTimeBasis', before.timeBasis, after.timeBasis),
  ...fromTo('activity.meetingWindow', before.reportSummaryTime, after.reportSummaryTime),
];

const messagesChange = (before: Meeting, after: Meeting): ActivityFact[] => [
  ...switched('activity.meetingReminders', before.isReminderEnabled, after.isReminderEnabled),
  ...rewritten('activity.meetingFirstReminder', before.firstReminderMessage, after.firstReminderMessage),
  ...rewritten('activity.meetingSecondReminder', before.secondReminderMessage, after.secondReminderMessage),
  ...rewritten('activity.meetingBroadcast', before.publicBroadcastMessage, after.publicBroadcastMessage),
  ...switched('activity.meetingSummaryInChat', before.isReportSummaryInChat, after.isReportSummaryInChat),
  ...rewritten('activity.meetingSummaryEmail', before.reportSummaryEmail, after.reportSummaryEmail),
];

/** Returns at most one entry, without the values, because the five thresholds would need a sentence each. */
const attentionChange = (before: Meeting, after: Meeting): ActivityFact[] => {
  const textOf = ({ attention }: Meeting): string =>
    JSON.stringify(Object.entries(attention ?? defaultAttentionThresholds).sort());
  return textOf(before) === textOf(after) ? [] : [{ message: 'activity.meetingAttention' }];
};

const blockersChange = (before: Meeting, after: Meeting): ActivityFact[] => {
  const [old, now] = [reminderRuleOf(before), reminderRuleOf(after)];
  return [
    ...fromTo('activity.meetingBlockerReminders', old.reminderDays, now.reminderDays),
    ...fromTo('activity.meetingBlockerEscalation', old.escalationDays, now.escalationDays),
  ];
};

/** Returns a log entry for each change of the definition; empty if nothing changed. */
export const meetingChanges = (before: Meeting, after: Meeting, names: MeetingNames): ActivityFact[] => [
  ...fromTo('activity.meetingRenamed', before.name, after.name),
  ...scheduleChange(before, after),
  ...membersChange(before, after, names),
  ...observersChange(before, after, names),
  ...questionsChange(before.questions, after.questions),
  ...messagesChange(before, after),
  ...attentionChange(before, after),
  ...blockersChange(before, after),
  ...(before.channelId === after.channelId
    ? []
    : fromTo('activity.meetingChannel', names.channel(before.channelId), names.channel(after.channelId))),
];
