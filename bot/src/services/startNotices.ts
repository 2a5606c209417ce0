import type { Meeting } from '#contracts/meeting.ts';
import type { Occurrence } from '#contracts/occurrence.ts';
import { minutesAt, msOf } from '../domain/time.ts';
import type { NoticeButton, NoticeModel, Reader } from './presenter.ts';

// What is said to `start`, when it is not a card to fill in.

type Named = Pick<Meeting, 'id' | 'name'>;

const link = (title: 'start.openDashboard' | 'start.openReport', url: string): NoticeButton => ({
  kind: 'LINK',
  title,
  url,
});

/** What takes the name of a meeting. */
type NamedCommand = 'start' | 'tomorrow';

/** One button a meeting; the id says which, since names may be alike in two teams. */
const choice = (command: NamedCommand, { id, name }: Named): NoticeButton => ({
  kind: 'COMMAND',
  title: 'start.chooseButton',
  values: { meeting: name },
  command: `${command} ${id}`,
});

const mostButtons = 3;

/** What has no button is named, so that it can be typed. */
const choices = (command: NamedCommand, meetings: readonly Named[]): Pick<NoticeModel, 'lines' | 'buttons'> => {
  const sorted = [...meetings].sort((a, b) => (a.name < b.name ? -1 : 1));
  const names = sorted
    .slice(mostButtons)
    .map((one) => one.name)
    .join(', ');
  return {
    lines: names === '' ? [] : [{ key: 'start.chooseLine', values: { command, names } }],
    buttons: sorted.map((one) => choice(command, one)),
  };
};

export const choose = (command: NamedCommand, meetings: readonly Named[]): NoticeModel => ({
  title: { key: 'start.choose' },
  ...choices(command, meetings),
});

export const notFound = (command: NamedCommand, query: string, meetings: readonly Named[]): NoticeModel => ({
  title: { key: 'start.notFound', values: { query } },
  ...choices(command, meetings),
});

/** Said in a channel or group chat of a run that is open or completed. */
export const inOwnChat = ({ meetingName }: Occurrence): NoticeModel => ({
  title: { key: 'start.inOwnChat', values: { meeting: meetingName } },
  lines: [{ key: 'start.inOwnChatLine' }],
  buttons: [],
});

export const noMeeting = (url: string): NoticeModel => ({
  title: { key: 'start.none' },
  lines: [{ key: 'start.noneLine' }],
  buttons: [link('start.openDashboard', url)],
});

const about = (
  key: 'start.notAllowed' | 'start.disabled' | 'start.disconnected',
  line: 'start.notAllowedLine' | 'error.MEETING_DISABLED' | 'start.disconnectedLine' | 'start.orgInactiveLine',
  meeting: Named,
): NoticeModel => ({ title: { key, values: { meeting: meeting.name } }, lines: [{ key: line }], buttons: [] });

export const notAllowed = (meeting: Named): NoticeModel => about('start.notAllowed', 'start.notAllowedLine', meeting);
export const disabled = (meeting: Named): NoticeModel => about('start.disabled', 'error.MEETING_DISABLED', meeting);
export const disconnected = (meeting: Named): NoticeModel =>
  about('start.disconnected', 'start.disconnectedLine', meeting);

export const orgInactive = (meeting: Named): NoticeModel =>
  about('start.disconnected', 'start.orgInactiveLine', meeting);

export const again = (): NoticeModel => ({
  title: { key: 'start.again' },
  lines: [{ key: 'start.againLine' }],
  buttons: [],
});

/** Of a run that is there, to somebody it does not ask. */
export const notYours = (occurrence: Occurrence, url: string): NoticeModel => {
  const isOpen = occurrence.state === 'OPEN';
  return {
    title: { key: isOpen ? 'start.alreadyOpen' : 'start.completed', values: { meeting: occurrence.meetingName } },
    lines: [{ key: isOpen ? 'start.alreadyOpenLine' : 'start.completedLine' }],
    buttons: [link('start.openReport', url)],
  };
};

const twoDigits = (value: number): string => String(value).padStart(2, '0');

const clockTime = (occurrence: Occurrence, reader: Reader): string => {
  const minutes = minutesAt(msOf(occurrence.closesAt), reader.timezone);
  return `${twoDigits(Math.floor(minutes / 60))}:${twoDigits(minutes % 60)}`;
};

const startedLine = (occurrence: Occurrence, reader: Reader): NoticeModel['lines'][number] => {
  if (occurrence.reason === 'HOLIDAY') return { key: 'start.nobodyHoliday' };
  if (occurrence.reason === 'AWAY') return { key: 'start.nobodyAway' };
  if (occurrence.reason === 'ALL_ANSWERED') return { key: 'start.allAnswered' };
  const asked = occurrence.members.filter((one) => one.away === null).length;
  return { key: 'start.startedLine', values: { asked, time: clockTime(occurrence, reader) } };
};

/** Of a run that this start opened. */
export const startedNotice = (occurrence: Occurrence, reader: Reader): NoticeModel => {
  const meeting = occurrence.meetingName;
  const isNobody = occurrence.reason === 'HOLIDAY' || occurrence.reason === 'AWAY';
  const key = isNobody ? 'start.nobody' : occurrence.round > 1 ? 'start.reopened' : 'start.started';
  return { title: { key, values: { meeting } }, lines: [startedLine(occurrence, reader)], buttons: [] };
};
