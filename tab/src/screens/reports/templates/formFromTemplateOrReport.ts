import { limits } from '#contracts/core/limitsAndProductConstants.ts';
import type { Meeting } from '#contracts/meetings/meetingSchemasAndCalls.ts';
import type { ReportTemplate } from '#contracts/meetings/templateCalls.ts';
import { questionForm } from '../form/questionFormRulesAndConversion.ts';
import { daysOf, formOf } from '../form/formValuesAndSaveInput.ts';
import type { MeetingForm } from '../form/formValuesAndSaveInput.ts';

/** Returns the form of a new report that begins with a template. `base` is the form of a report without a template. */
export const reportFormFromTemplate = (template: ReportTemplate, base: MeetingForm): MeetingForm => ({
  ...base,
  name: template.name,
  type: template.type,
  interval: template.interval,
  timeBasis: template.timeBasis,
  time: template.time,
  weekdays: daysOf(template),
  questions: template.questions.map(questionForm),
  publicBroadcastMessage: template.publicBroadcastMessage,
  isReminderEnabled: template.isReminderEnabled,
  firstReminderMessage: template.firstReminderMessage,
  secondReminderMessage: template.secondReminderMessage,
  reportSummaryTime: template.reportSummaryTime,
  isReportSummaryInChat: template.isReportSummaryInChat,
});

interface CopyTarget {
  readonly teamId: string;
  readonly base: MeetingForm;
  readonly nameOf: (name: string) => string;
}

const shortened = (name: string): string => Array.from(name).slice(0, limits.nameLength).join('').trim();

/**
 * Returns the form of a new report that is a copy of `meeting`. Its questions have no ids, because they are new. For
 * another team, members and channel are not copied, because they belong to the team of `meeting`.
 */
export const copyForm = (meeting: Meeting, { teamId, base, nameOf }: CopyTarget): MeetingForm => {
  const form = formOf(meeting);
  return {
    ...form,
    name: shortened(nameOf(meeting.name)),
    questions: form.questions.map((question) => ({ ...question, id: '' })),
    ...(meeting.teamId === teamId ? {} : { members: [], channelId: base.channelId }),
  };
};
