import type { MessageKey, MessageValues } from '../text/translateAndMessageKeyTypes.ts';
import { limits, times } from './limitsAndProductConstants.ts';

/**
 * Values of the texts that name a limit. Schemas return such a text as a bare key without values, so both translation
 * functions add them.
 */
const limitsByText: Readonly<Partial<Record<MessageKey, MessageValues>>> = {
  'blocker.noteTooLong': { max: limits.blockerNote },
  'form.hintMULTIPLE': { max: limits.multipleOptions },
  'invalid.quietHours': { minutes: times.quietMin, hours: times.quietMax / 60 },
  'linkPattern.prefixForm': { max: limits.linkPrefixLength },
  'linkPattern.tooMany': { max: limits.linkPatterns },
  'linkPattern.urlTooLong': { max: limits.linkUrlLength },
  'meeting.blockerDaysRange': { max: limits.blockerReminderDays },
  'meeting.questionsTooMany': { max: limits.questions },
  'meeting.windowRange': { min: times.windowMin, max: times.windowMax },
  'org.retentionRange': { min: limits.retentionDaysMin, max: limits.retentionDaysMax },
  'organizationTab.daysRange': { min: limits.retentionDaysMin, max: limits.retentionDaysMax },
  'person.tooLong': { max: times.personDays },
  'question.labelTooLong': { max: limits.scaleLabelLength },
  'question.multipleTooMany': { max: limits.multipleOptions },
  'question.optionTooLong': { max: limits.optionLength },
  'question.optionsTooMany': { max: limits.options },
  'question.textTooLong': { max: limits.questionLength },
  'question.unitTooLong': { max: limits.unitLength },
  'skip.reasonTooLong': { max: limits.skipReasonLength },
  'timesheet.dayFull': { max: limits.tasksPerDay },
  'timesheet.exportTooLarge': { xlsx: limits.exportRows, pdf: limits.exportRowsPdf },
  'timesheet.rangeTooLong': { max: limits.timesheetDays },
  'timesheet.taskTooLong': { max: limits.taskLength },
};

/** Returns the values of a text, completed by the limits that the text names. */
export const addLimits = (key: string, values: MessageValues | undefined): MessageValues | undefined => {
  const named = limitsByText[key as MessageKey];
  return named === undefined ? values : { ...named, ...values };
};
