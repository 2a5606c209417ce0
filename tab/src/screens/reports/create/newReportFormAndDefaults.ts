import { times, ui } from '#contracts/core/limitsAndProductConstants.ts';
import type { Meeting } from '#contracts/meetings/meetingSchemasAndCalls.ts';
import type { ReportDefaults } from '../../../api/meetings/reportFormQueriesAndSave.ts';
import { questionForm } from '../form/questionFormRulesAndConversion.ts';
import { workingDays } from '../form/formValuesAndSaveInput.ts';
import type { MeetingForm } from '../form/formValuesAndSaveInput.ts';

export type TypeDefaults = Pick<MeetingForm, 'weekdays' | 'questions'>;

export const typeDefaults = (defaults: ReportDefaults, type: Meeting['type']): TypeDefaults => {
  switch (type) {
    case 'STANDUP':
      return { weekdays: [...workingDays], questions: defaults.standupQuestions.map(questionForm) };
    case 'RETRO':
      return { weekdays: ['friday'], questions: defaults.retroQuestions.map(questionForm) };
  }
};

export const newReportForm = (defaults: ReportDefaults, timezone: string, channelId: string | null): MeetingForm => {
  const [type = 'STANDUP'] = defaults.types;
  return {
    name: '',
    type,
    interval: 'WEEK',
    timeBasis: 'MEETING',
    time: times.defaultStart,
    timezone,
    channelId,
    members: [],
    observers: [],
    ...typeDefaults(defaults, type),
    publicBroadcastMessage: defaults.publicBroadcastMessage,
    isReminderEnabled: true,
    firstReminderMessage: defaults.firstReminderMessage,
    secondReminderMessage: defaults.secondReminderMessage,
    reportSummaryTime: times.windowDefault,
    blockerReminderDays: ui.blockerReminderDays,
    blockerEscalationDays: ui.blockerEscalationDays,
    isReportSummaryInChat: true,
    reportSummaryEmail: '',
  };
};
