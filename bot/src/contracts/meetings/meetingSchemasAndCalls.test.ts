import { meetingDraft } from './meetingSchemasAndCalls.ts';

const draft = {
  name: 'Daily stand-up',
  time: 600,
  timezone: 'Europe/Berlin',
  members: ['01ARZ3NDEKTSV4RRFFQ69G5FAV'],
  teamId: '01ARZ3NDEKTSV4RRFFQ69G5FAW',
  questions: [{ sequence: 1, text: 'What is planned?', type: 'TEXT' }],
};
const firstMessage = (change: object): string | undefined => {
  const parsed = meetingDraft.safeParse({ ...draft, ...change });
  return parsed.success ? undefined : parsed.error.issues[0]?.message;
};

describe('a meeting draft', () => {
  it('fills the defaults of a new report', () => {
    expect(meetingDraft.parse(draft)).toMatchObject({
      reportSummaryTime: 120,
      monday: true,
      friday: true,
      saturday: false,
      sunday: false,
      isTrackingEnabled: true,
      type: 'STANDUP',
      timeBasis: 'MEETING',
    });
  });

  it.each([
    ['meeting.nameMissing', { name: '  ' }],
    ['meeting.nameMissing', { name: '\u2800\u200b' }],
    ['meeting.timeMissing', { time: undefined }],
    ['meeting.timeMissing', { time: 1440 }],
    ['meeting.daysMissing', { monday: false, tuesday: false, wednesday: false, thursday: false, friday: false }],
    ['meeting.zoneMissing', { timezone: '' }],
    ['invalid.zone', { timezone: 'Mars/Olympus' }],
    ['invalid.zone', { timezone: '+02:00' }],
    ['meeting.membersMissing', { members: [] }],
    ['question.textMissing', { questions: [{ sequence: 1, text: '', type: 'TEXT' }] }],
    ['question.typeMissing', { questions: [{ sequence: 1, text: 'x' }] }],
    ['meeting.windowRange', { reportSummaryTime: 4 }],
    ['invalid.characters', { name: 'a\u0000b' }],
    ['invalid.characters', { name: 'a\ud800b' }],
  ])('reports %s', (message, change) => {
    expect(firstMessage(change)).toBe(message);
  });

  it('needs blocking options where an answer can block', () => {
    const blocker = { sequence: 1, text: 'Blocked?', type: 'OPTIONS', options: ['Yes', 'No'], isBlocker: true };
    expect(firstMessage({ questions: [blocker] })).toBe('question.blockingMissing');
    expect(firstMessage({ questions: [{ ...blocker, blockingOptions: ['Maybe'] }] })).toBe('question.blockingUnknown');
    expect(firstMessage({ questions: [{ ...blocker, blockingOptions: ['Yes'] }] })).toBeUndefined();
  });
});
