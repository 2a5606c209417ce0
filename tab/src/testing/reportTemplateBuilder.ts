import type { ReportTemplate } from '#contracts/meetings/templateCalls.ts';
import { ulid } from './testDataBuildersAndClock.ts';

export const aTemplate = (
  name: string,
  {
    questions = [],
    ...parts
  }: Partial<Omit<ReportTemplate, 'questions'>> & { readonly questions?: readonly object[] } = {},
): ReportTemplate => ({
  id: ulid(name),
  source: 'PRODUCT',
  name,
  about: `About ${name}.`,
  savedBy: null,
  savedOn: parts.source === 'ORGANISATION' ? ('2026-11-20T08:00:00.000Z' as ReportTemplate['savedOn']) : null,
  isOffered: true,
  replacedQuestions: [],
  type: 'STANDUP',
  interval: 'WEEK',
  timeBasis: 'MEETING',
  time: 600,
  ...{ sunday: false, monday: true, tuesday: true, wednesday: true, thursday: true, friday: true, saturday: false },
  reportSummaryTime: 120,
  isReminderEnabled: true,
  isReportSummaryInChat: true,
  publicBroadcastMessage: '',
  firstReminderMessage: '',
  secondReminderMessage: '',
  ...parts,
  questions: (questions.length === 0
    ? [{ sequence: 1, type: 'TEXT', text: 'What is new?' }]
    : questions) as ReportTemplate['questions'],
});
