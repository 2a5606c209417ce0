import { defaultAttentionThresholds } from '#contracts/attention/defaultAttentionThresholds.ts';
import type { Meeting } from '#contracts/meetings/meetingSchemasAndCalls.ts';
import { get } from 'react-hook-form';
import { ulid } from '../../../testing/testDataBuildersAndClock.ts';
import { errorsOf } from './formSectionsAndChecks.ts';
import { issuesOf } from './serverSchemaIssues.ts';
import { emptyQuestionForm } from './questionFormTypeAndDefault.ts';
import type { QuestionForm } from './questionFormTypeAndDefault.ts';
import { formOf, inputOf } from './formValuesAndSaveInput.ts';
import type { MeetingForm } from './formValuesAndSaveInput.ts';

const subject = { teamId: ulid('team'), id: undefined, rev: undefined };
const sound: MeetingForm = {
  name: 'Daily',
  type: 'STANDUP',
  interval: 'WEEK',
  timeBasis: 'MEETING',
  time: 600,
  timezone: 'Europe/Berlin',
  weekdays: ['monday'],
  channelId: null,
  members: [ulid('ann')],
  observers: [],
  ...{ blockerReminderDays: 2, blockerEscalationDays: 5 },
  questions: [{ ...emptyQuestionForm, text: 'What is planned?' }],
  publicBroadcastMessage: '',
  isReminderEnabled: true,
  firstReminderMessage: '',
  secondReminderMessage: '',
  reportSummaryTime: 120,
  isReportSummaryInChat: true,
  reportSummaryEmail: '',
};
const messageAt = (change: Partial<MeetingForm>, field: string): unknown => {
  const form = { ...sound, ...change };
  const errors: unknown = errorsOf(issuesOf(inputOf(form, subject)), form);
  return get(errors, `${field}.message`);
};
const options = (texts: readonly string[], blocking: readonly string[] = []): QuestionForm['options'] =>
  texts.map((text) => ({ text, isBlocking: blocking.includes(text) }));
const choice = (parts: Partial<QuestionForm>): Partial<MeetingForm> => ({
  questions: [{ ...emptyQuestionForm, text: 'Blocked?', type: 'OPTIONS', options: options(['No', 'Yes']), ...parts }],
});

describe('the errors of a report', () => {
  it('name the address of the summary that is invalid', () => {
    const form = { ...sound, reportSummaryEmail: 'ann@example.com, , bob@@example.com, cid' };
    expect(errorsOf(issuesOf(inputOf(form, subject)), form).reportSummaryEmail).toEqual({
      type: 'schema',
      message: 'form.emailInvalid',
      types: { email: 'bob@@example.com' },
    });
  });

  it('do not compare options that are still empty', () => {
    const form = { ...sound, ...choice({ options: options(['', '', 'Yes']) }) };
    const errors: unknown = errorsOf(issuesOf(inputOf(form, subject)), form);
    expect(get(errors, 'questions.0.options.root')).toBeUndefined();
    expect(get(errors, 'questions.0.options.0.text.message')).toBe('question.optionMissing');
  });

  it('are none when all fields are filled', () => {
    expect(errorsOf(issuesOf(inputOf(sound, subject)), sound)).toEqual({});
    const chosen = { ...sound, ...choice({}) };
    expect(errorsOf(issuesOf(inputOf(chosen, subject)), chosen)).toEqual({});
  });

  it.each<[string, string, Partial<MeetingForm>]>([
    ['name', 'meeting.nameMissing', { name: ' \u2800 ' }],
    ['time', 'meeting.timeMissing', { time: null }],
    ['timezone', 'meeting.zoneMissing', { timezone: '' }],
    ['timezone', 'invalid.zone', { timezone: 'Mars/Olympus' }],
    ['weekdays', 'meeting.daysMissing', { weekdays: [] }],
    ['members', 'meeting.membersMissing', { members: [] }],
    ['questions.root', 'meeting.questionsMissing', { questions: [] }],
    ['questions.0.text', 'question.textMissing', { questions: [emptyQuestionForm] }],
    ['questions.1.text', 'question.textMissing', { questions: [...sound.questions, emptyQuestionForm] }],
    ['questions.0.options.1.text', 'question.optionMissing', choice({ options: options(['No', '']) })],
    ['questions.0.options.root', 'question.optionsMissing', choice({ options: options(['No']) })],
    ['questions.0.options.root', 'question.optionsSame', choice({ options: options(['Yes', 'yes']) })],
    ['questions.0.isBlocker', 'question.blockingMissing', choice({ isBlocker: true })],
    ['reportSummaryTime', 'meeting.windowRange', { reportSummaryTime: 4 }],
    ['reportSummaryTime', 'meeting.windowRange', { reportSummaryTime: null }],
    ['reportSummaryEmail', 'form.emailInvalid', { reportSummaryEmail: 'a@b.test, nonsense' }],
  ])('the errors of a report for %s are %s', (field, message, change) => {
    expect(messageAt(change, field)).toBe(message);
  });

  it('are all shown at once, even where a value is missing entirely', () => {
    const errors = errorsOf(issuesOf(inputOf({ ...sound, time: null, members: [], weekdays: [] }, subject)), sound);
    expect(Object.keys(errors).sort()).toEqual(['members', 'time', 'weekdays']);
  });

  it('call an edited one “meeting” and a new one “report”', () => {
    const issues = issuesOf(inputOf({ ...sound, members: [] }, { ...subject, id: ulid('meeting') }));
    expect(issues.map(({ message }) => message)).toEqual(['meeting.membersMissingOnEdit']);
  });
});

describe('a stored meeting in the form', () => {
  it('is unchanged after a round trip through the form', () => {
    const stored = {
      ...inputOf({ ...sound, ...choice({ isBlocker: true, options: options(['No', 'Yes'], ['Yes']) }) }, subject),
      id: ulid('meeting'),
      rev: 3,
      attention: defaultAttentionThresholds,
    };
    const back = inputOf(formOf(stored as unknown as Meeting), { ...subject, id: ulid('meeting'), rev: 3 });
    expect(back).toEqual(stored);
  });

  it('sends only the fields that the type of a question allows', () => {
    const question = { ...emptyQuestionForm, text: 'x', options: options(['a', 'b']), isBlocker: true };
    const [sent] = inputOf({ ...sound, questions: [{ ...question, isTimesheetQuestion: true }] }, subject).questions;
    expect(sent).toEqual({ sequence: 1, text: 'x', type: 'TEXT', isTimesheetQuestion: true });
  });
});
