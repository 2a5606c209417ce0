import { login } from '#contracts/identity/sessionAndUserDetailsCalls.ts';
import { getCard, saveAnswer } from '#contracts/answers/answerCardAndDraftCalls.ts';
import {
  getAllMeetings,
  getMeeting,
  isMeetingNameExists,
  saveMeeting,
} from '#contracts/meetings/meetingSchemasAndCalls.ts';
import type { Meeting, MeetingDraft } from '#contracts/meetings/meetingSchemasAndCalls.ts';
import { getReport } from '#contracts/reports/dailyReport.ts';
import { questionIds, saveStandup, today, valuesOf } from '../../support/apps/standupDayAndValidCalls.ts';
import { attackTexts } from '../../support/data/attackTexts.ts';
import { aMeetingDraft, aMemberId, aTeamId } from '../../support/data/idDateAndRecordBuilders.ts';
import { isCatalogueSentence } from '../../support/data/isCatalogueSentence.ts';
import { emailOf, passwordOf, useTestApp } from '../../support/apps/testApp.ts';
import type { Reply } from '../../support/apps/testApp.ts';

const app = useTestApp();
const teamId = aTeamId('platform');

/** Returns the form that the product stores: Unicode composed, trimmed, with LF as line end. */
const kept = (value: string): string => value.replace(/\r\n?/g, '\n').normalize('NFC').trim();
const faults = () => app().lines.filter((line) => line.includes('"level":"error"'));
const failOnFault = (): void => {
  if (faults().length > 0) throw new Error(faults().join(''));
};
afterEach(failOnFault);

/** Checks that the reply is a 400 with a sentence, or a name conflict, and never an internal error. */
const expectRefused = ({ status, envelope }: Reply, value: string): void => {
  expect([value, [400, 409].includes(status), isCatalogueSentence(envelope.message)]).toEqual([value, true, true]);
};

const question = { sequence: 1, text: 'Why?', type: 'TEXT' } as const;
const choice = { sequence: 1, text: 'Which?', type: 'OPTIONS' } as const;
const fields: readonly (readonly [
  string,
  (value: string) => Partial<MeetingDraft>,
  (meeting: Meeting) => string | undefined,
])[] = [
  ['first reminder', (value) => ({ firstReminderMessage: value }), (meeting) => meeting.firstReminderMessage],
  ['second reminder', (value) => ({ secondReminderMessage: value }), (meeting) => meeting.secondReminderMessage],
  ['broadcast', (value) => ({ publicBroadcastMessage: value }), (meeting) => meeting.publicBroadcastMessage],
  ['question', (value) => ({ questions: [{ ...question, text: value }] }), (meeting) => meeting.questions[0]?.text],
  [
    'option',
    (value) => ({ questions: [{ ...choice, options: ['plain', value] }] }),
    (meeting) => meeting.questions[0]?.options[1],
  ],
  [
    'blocking option',
    (value) => ({ questions: [{ ...choice, options: ['plain', value], isBlocker: true, blockingOptions: [value] }] }),
    (meeting) => meeting.questions[0]?.blockingOptions[0],
  ],
];

/** True if a report accepts the text as an option; false for an empty text, for example. */
const saveMeetingTakes = (value: string): boolean =>
  saveMeeting.input.safeParse(aMeetingDraft({ questions: [{ ...choice, options: ['plain', value] }] })).success;

describe('an answer', () => {
  it('is stored and shown unchanged in report, card and summary, or refused with a sentence', async () => {
    // Only bob is prompted, so that his first answer completes the run and each edit updates the summary.
    const meeting = await saveStandup(
      app(),
      'ann',
      { team: 'platform', members: ['bob'] },
      { name: 'Awkward answers' },
    );
    await app().beatAt('2026-11-20T09:00:00Z');
    const [done, plan, , what] = questionIds(meeting);
    let count = 0;
    for (const value of attackTexts) {
      const content = { done: value, plan: value, blocked: 'Yes', what: value };
      const sent = { meetingId: meeting.id, date: today, values: valuesOf(meeting, content) };
      const reply = await app().ask('bob', saveAnswer, sent);
      if (reply.status !== 200) {
        expectRefused(reply, value);
        continue;
      }
      count += 1;
      const { reports } = await app().get('ann', getReport, { teamId, date: today, meetingId: meeting.id });
      const bob = reports[0]?.members.find((member) => member.memberId === aMemberId('bob'));
      const read = new Map(bob?.answers.map((answer) => [answer.questionId, answer.answer]));
      for (const id of [done, plan, what]) expect([id, read.get(id)]).toEqual([id, kept(value)]);
      expect(bob?.blockerText).toBe(kept(value));
      for (const edit of ['true', 'false'] as const)
        expect(await app().get('bob', getCard, { meetingId: meeting.id, edit })).toMatchObject({ state: 'ANSWERED' });
      app().clock.advance({ seconds: 11 });
      await app().beat();
    }
    expect(count).toBeGreaterThan(attackTexts.length / 2);
    // Each answer updates Bob's prompt in his chat. The first answer creates the summary in the channel, so only the
    // later answers update the summary.
    const [inChannel, inChat] = [/^19:/, /^a:/].map(
      (place) =>
        app()
          .connector.of('update')
          .filter((connectorRequest) => place.test(connectorRequest.conversationId)).length,
    );
    expect([inChannel, inChat]).toEqual([count - 1, count]);
  });

  it('an answer to a question with options equals one of them exactly', async () => {
    const odd = attackTexts.map(kept).filter((value) => value !== '' && Array.from(value).length <= 100);
    const options = [...new Map(odd.map((text) => [text.toLowerCase(), text])).values()]
      .filter((text) => saveMeetingTakes(text))
      .slice(0, 20);
    const questions = [{ ...choice, options }];
    const meeting = await saveStandup(
      app(),
      'ann',
      { team: 'platform', members: ['bob'] },
      {
        name: 'Awkward options',
        time: 720,
        questions,
      },
    );
    await app().beatAt('2026-11-20T11:00:00Z');
    const [id] = meeting.questions.map((item) => item.id);
    for (const option of options) {
      const values = { [String(id)]: option };
      const { status, envelope } = await app().ask('bob', saveAnswer, { meetingId: meeting.id, date: today, values });
      expect([option, status, envelope.status]).toEqual([option, 200, 'Success']);
      expect((await app().get('bob', getCard, { meetingId: meeting.id, edit: 'true' })).state).toBe('ANSWERED');
    }
    const values = { [String(id)]: `${options[0] ?? ''}x` };
    expect((await app().ask('bob', saveAnswer, { meetingId: meeting.id, date: today, values })).status).toBe(400);
  });
});

describe('a meeting', () => {
  it('keeps this name, is found by it and asks its members, or is refused with a sentence', async () => {
    const stored: Meeting[] = [];
    for (const name of attackTexts) {
      const reply = await app().ask(
        'ann',
        saveMeeting,
        aMeetingDraft({ name, members: [aMemberId('cy')], time: 1080 }),
      );
      if (reply.status !== 200) {
        expectRefused(reply, name);
        continue;
      }
      const { runs, ...meeting } = saveMeeting.output.parse(reply.envelope.data);
      expect(runs).toEqual([]);
      expect(meeting.name).toBe(kept(name));
      stored.push(meeting);
      expect(await app().get('bob', getMeeting, { meetingId: meeting.id })).toEqual({ ...meeting, openRuns: [] });
      // A client would resolve a path segment of dots, so a leading space protects the name. The server trims the
      // space.
      const requested = /^\.+$/.test(meeting.name) ? ` ${name}` : name;
      const match = await app().get('bob', isMeetingNameExists, { teamId, name: requested });
      expect([name, match]).toEqual([name, { isExists: true }]);
    }
    const listed = new Map((await app().get('bob', getAllMeetings, { teamId })).map((item) => [item.id, item.name]));
    expect(stored.map(({ id }) => listed.get(id))).toEqual(stored.map(({ name }) => name));
    // Most of these names are legitimate, so more than half of them must be accepted.
    expect(stored.length).toBeGreaterThan(attackTexts.length / 2);
    // Each report must send its prompt, whatever the name of the report is.
    app().connector.forget();
    // Runs one heartbeat a minute, because a person gets at most ten notifications per minute.
    for (let minute = 0; minute * 10 < stored.length; minute += 1) await app().beatAt(`2026-11-20T17:0${minute}:00Z`);
    expect(app().connector.of('send')).toHaveLength(stored.length);
  });

  it.each(fields)('keeps every %s as it was written, or refuses it with a sentence', async (field, change, read) => {
    const { id } = await saveStandup(
      app(),
      'ann',
      { team: 'platform', members: ['ann'] },
      { name: `Texts of ${field}` },
    );
    let count = 0;
    for (const value of attackTexts) {
      const reply = await app().ask('bob', saveMeeting, {
        ...aMeetingDraft({ name: `Texts of ${field}` }),
        id,
        ...change(value),
      });
      if (reply.status !== 200) {
        expectRefused(reply, value);
        continue;
      }
      count += 1;
      const meeting = await app().get('bob', getMeeting, { meetingId: id });
      expect(read(meeting)).toBe(kept(value));
    }
    expect(count).toBeGreaterThan(attackTexts.length / 2);
  });

  it('rejects these texts in fields that hold no text of a person', async () => {
    const before = await app().dump();
    for (const field of [
      'timezone',
      'type',
      'interval',
      'timeBasis',
      'reportSummaryEmail',
      'channelId',
      'teamId',
      'id',
    ])
      for (const value of attackTexts) {
        // Empty values are skipped, because an empty address is allowed and an empty id means a new meeting.
        if (kept(value) === '') continue;
        const reply = await app().ask('bob', saveMeeting, { ...aMeetingDraft({ name: 'Never' }), [field]: value });
        expectRefused(reply, `${field} ${value}`);
      }
    expect(await app().dump()).toEqual(before);
  });
});

// After thirty attempts the rate limit refuses the call first, so the status 429 is accepted as well.
it('is accepted neither as an address nor as a password', async () => {
  for (const value of attackTexts) {
    for (const wrong of [{ email: value }, { password: value }]) {
      const reply = await app().ask(null, login, { email: emailOf('bob'), password: passwordOf('bob'), ...wrong });
      expect([value, [400, 401, 429].includes(reply.status), isCatalogueSentence(reply.envelope.message)]).toEqual([
        value,
        true,
        true,
      ]);
    }
  }
});
