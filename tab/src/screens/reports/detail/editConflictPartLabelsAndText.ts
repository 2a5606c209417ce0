import { percentText } from '#contracts/text/percentText.ts';
import type { Channels } from '../../../api/organisations/teamMembersAndChannelsQueries.ts';
import { clockTime } from '../../../parts/scheduleSentenceAndClockTime.ts';
import { weekdayName, weekIn } from '../../../ui/text/weekdays.ts';
import type { WebKey, WebTranslate } from '../../../ui/text/translate.ts';
import type { QuestionForm } from '../form/questionFormTypeAndDefault.ts';
import { questionDetailsText } from './questionDetailsText.ts';
import type { MeetingForm } from '../form/formValuesAndSaveInput.ts';
import type { Part } from './editConflictMerge.ts';

export const partLabels = {
  name: 'form.name',
  weekdays: 'form.days',
  interval: 'form.interval',
  time: 'form.time',
  timezone: 'form.timezone',
  timeBasis: 'form.timeBasis',
  channelId: 'form.channel',
  attention: 'rules.attention',
  members: 'form.members',
  observers: 'form.observers',
  questions: 'conflict.questions',
  publicBroadcastMessage: 'form.broadcast',
  reportSummaryTime: 'form.window',
  blockerReminderDays: 'rules.blockerReminderDays',
  blockerEscalationDays: 'rules.blockerEscalationDays',
  isReminderEnabled: 'form.isReminderEnabled',
  firstReminderMessage: 'form.firstReminder',
  secondReminderMessage: 'form.secondReminder',
  isReportSummaryInChat: 'form.inChat',
  reportSummaryEmail: 'form.emails',
} as const satisfies Readonly<Record<Part, WebKey>>;

export interface PartTextContext {
  readonly t: WebTranslate;
  readonly locale: string;
  /** Returns the name of a member, or a general text for a member who has left the team. */
  readonly memberName: (id: string) => string;
  readonly channels: Channels;
}

const listed = (items: readonly string[], locale: string): string =>
  new Intl.ListFormat(locale, { type: 'conjunction' }).format(items);

const daysText = ({ weekdays }: MeetingForm, { locale }: PartTextContext): string =>
  listed(
    weekIn(locale).flatMap((day) => (weekdays.includes(day) ? [weekdayName(day, 'long', locale)] : [])),
    locale,
  );

type PeoplePart = 'members' | 'observers';

/**
 * Returns the number of people and the names of those who are only in this version. Two complete lists would hide the
 * difference.
 */
const peopleText = (
  part: PeoplePart,
  form: MeetingForm,
  other: MeetingForm,
  { t, locale, memberName }: PartTextContext,
): string => {
  const count = t('conflict.people', { count: form[part].length });
  const own = form[part].filter((id) => !other[part].includes(id)).map(memberName);
  return own.length === 0 ? count : t('conflict.only', { count, names: listed(own, locale) });
};

const questionText = (question: QuestionForm, index: number, t: WebTranslate): string =>
  `${String(index + 1)}. ${question.text}${questionDetailsText(question, t)}`;

const attentionText = ({ attention }: MeetingForm, { t, locale }: PartTextContext): string => {
  if (attention === undefined) return '';
  const { blockerDays, goalsCarried, silentRuns, participation, isUnreachableNamed } = attention;
  return t('conflict.attention', {
    blockers: blockerDays ?? 'OFF',
    goals: goalsCarried ?? 'OFF',
    silent: silentRuns ?? 'OFF',
    participation: participation == null ? 'OFF' : percentText(participation, locale),
    unreachable: isUnreachableNamed,
  });
};

/**
 * Returns the text of a part in the version `form`. `other` is the version shown beside it: of members and observers,
 * only those who are not in `other` are named.
 */
export const partText = (part: Part, form: MeetingForm, other: MeetingForm, context: PartTextContext): string => {
  const { t, channels } = context;
  switch (part) {
    case 'weekdays':
      return daysText(form, context);
    case 'interval':
      return t(`form.interval${form.interval}`);
    case 'time':
      return form.time === null ? '' : clockTime(form.time);
    case 'timeBasis':
      return t(`form.timeBasis${form.timeBasis}`);
    case 'channelId':
      return channels.find(({ id }) => id === form.channelId)?.name ?? t('form.channelGeneral');
    case 'attention':
      return attentionText(form, context);
    case 'members':
    case 'observers':
      return peopleText(part, form, other, context);
    case 'questions':
      return form.questions.map((question, index) => questionText(question, index, t)).join('\n');
    case 'reportSummaryTime':
    case 'blockerReminderDays':
    case 'blockerEscalationDays':
      return form[part] === null ? '' : String(form[part]);
    case 'isReminderEnabled':
    case 'isReportSummaryInChat':
      return t(form[part] ? 'conflict.on' : 'conflict.off');
    case 'name':
    case 'timezone':
    case 'publicBroadcastMessage':
    case 'firstReminderMessage':
    case 'secondReminderMessage':
    case 'reportSummaryEmail':
      return form[part];
  }
};
