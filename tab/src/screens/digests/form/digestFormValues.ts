import type { DigestView } from '#contracts/digests/digestCalls.ts';
import type { DigestPeople, DigestCadence, DigestSection } from '#contracts/digests/digestCadencesAndSections.ts';
import type { LocalDate } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { Weekday } from '#contracts/meetings/meetingSchemasAndCalls.ts';
import type { DigestInput } from '../../../api/digests/digestQueriesAndMutations.ts';

/** The values of the form. The fields of every cadence keep their values, also while another cadence is chosen. */
export interface DigestForm {
  readonly name: string;
  readonly reportIds: readonly string[];
  readonly sections: readonly DigestSection[];
  readonly people: DigestPeople;
  readonly leavesOutEmpty: boolean;
  readonly cadence: DigestCadence;
  readonly weekday: Weekday;
  readonly sprintWeeks: number;
  readonly sprintAnchor: LocalDate;
  /** The time as the text in the field, for example "17:00". */
  readonly time: string;
  readonly timezone: string;
  readonly isWorkingDaysOnly: boolean;
  readonly isHolidayAware: boolean;
  readonly memberIds: readonly string[];
  readonly emails: string;
  readonly inChannel: boolean;
  readonly channelId: string | null;
  readonly webhookUrl: string;
}

export const newForm = (place: {
  readonly zone: string;
  readonly today: LocalDate;
  readonly myId: string | null;
  readonly reportId: string | null;
}): DigestForm => ({
  name: '',
  reportIds: place.reportId === null ? [] : [place.reportId],
  sections: ['ATTENTION', 'PEOPLE', 'MISSING', 'TRENDS'],
  ...{ people: 'COUNTS', leavesOutEmpty: true, cadence: 'WEEKLY', weekday: 'friday', sprintWeeks: 2 },
  ...{ sprintAnchor: place.today, time: '16:00', timezone: place.zone, isWorkingDaysOnly: true, isHolidayAware: true },
  memberIds: place.myId === null ? [] : [place.myId],
  ...{ emails: '', inChannel: false, channelId: null, webhookUrl: '' },
});

const twoDigits = (value: number): string => String(value).padStart(2, '0');

export const formOf = (digest: DigestView, today: LocalDate): DigestForm => {
  const { schedule, recipients } = digest;
  return {
    ...{ name: digest.name, reportIds: digest.reportIds, sections: digest.sections, people: digest.people },
    leavesOutEmpty: digest.leavesOutEmpty,
    ...{ cadence: schedule.cadence, weekday: schedule.weekday, sprintWeeks: schedule.sprintWeeks },
    sprintAnchor: schedule.sprintAnchor ?? today,
    time: `${twoDigits(Math.floor(schedule.time / 60))}:${twoDigits(schedule.time % 60)}`,
    ...{ timezone: schedule.timezone, isWorkingDaysOnly: schedule.isWorkingDaysOnly },
    ...{ isHolidayAware: schedule.isHolidayAware, memberIds: recipients.memberIds },
    ...{ emails: recipients.emails.join(', '), inChannel: recipients.inChannel, channelId: recipients.channelId },
    webhookUrl: recipients.webhookUrl ?? '',
  };
};

const minutesOf = (time: string): number => {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return hours * 60 + minutes;
};

/** Returns the input of the calls that save and preview a digest. `teamId` null = a digest of the organisation. */
export const inputOf = (form: DigestForm, teamId: string | null): Omit<DigestInput, 'id' | 'rev'> => ({
  ...{ teamId, name: form.name, reportIds: [...form.reportIds], sections: [...form.sections], people: form.people },
  leavesOutEmpty: form.leavesOutEmpty,
  schedule: {
    ...{ cadence: form.cadence, weekday: form.weekday, sprintWeeks: form.sprintWeeks, timezone: form.timezone },
    sprintAnchor: form.cadence === 'SPRINT' ? form.sprintAnchor : null,
    ...{ time: minutesOf(form.time), isWorkingDaysOnly: form.isWorkingDaysOnly, isHolidayAware: form.isHolidayAware },
  },
  recipients: {
    memberIds: [...form.memberIds],
    emails: form.emails
      .split(/[,;\s]+/)
      .map((email) => email.trim())
      .filter((email) => email !== ''),
    ...{ inChannel: teamId !== null && form.inChannel, channelId: form.channelId },
    webhookUrl: form.webhookUrl.trim() === '' ? null : form.webhookUrl.trim(),
  },
});
