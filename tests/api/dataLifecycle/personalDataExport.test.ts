import { memberPreferences, activateMember } from '#contracts/people/memberActivationAndPreferences.ts';
import { login, logout } from '#contracts/identity/sessionAndUserDetailsCalls.ts';
import { skip, snooze } from '../../../bot/src/store/kinds/answers/skipAndSnooze.ts';
import { saveAnswer } from '#contracts/answers/answerCardAndDraftCalls.ts';
import { saveTemplate } from '#contracts/meetings/templateCalls.ts';
import { updateProfile } from '#contracts/people/userAndProfileCalls.ts';
import { exportToken } from '#contracts/dataLifecycle/personalDataExport.ts';
import { joinOrganisation } from '../../../bot/src/services/registration/claimEmailAndCreateAccount.ts';
import { inOrg } from '../../../bot/src/store/recordKindsAndAccess.ts';
import { org } from '../../../bot/src/store/kinds/organisations/organisation.ts';
import { dayVacation, vacation } from '../../../bot/src/store/kinds/daysOff/vacationsAndHolidays.ts';
import { answerDraft } from '../../../bot/src/store/kinds/answers/answerDraft.ts';
import { answer, history } from '../../../bot/src/store/kinds/answers/answerAndHistory.ts';
import { sheet, week } from '../../../bot/src/store/kinds/timesheets/sheetAndWeek.ts';
import { asked as askedKind, usage } from '../../../bot/src/store/kinds/billing/usageLedger.ts';
import { openDay, saveStandup, today, valuesOf } from '../../support/apps/standupDayAndValidCalls.ts';
import {
  aDate,
  aMeeting,
  aMeetingId,
  aMemberId,
  anInstant,
  anOrgId,
  aTeamId,
  aUserId,
  aZone,
} from '../../support/data/idDateAndRecordBuilders.ts';
import { bearer } from '../../support/http/rawHttpClient.ts';
import { tokenFor } from '../../support/worlds/signInSessionAndToken.ts';
import { emailOf, passwordOf, requestOf, startTestApp } from '../../support/apps/testApp.ts';
import type { Person, Reply, TestApp } from '../../support/apps/testApp.ts';
import { unzip } from '../../support/files/unzip.ts';

let app: TestApp;
beforeEach(async () => {
  app = await startTestApp();
});
afterEach(() => app.stop());

type Items = readonly Readonly<Record<string, unknown>>[];
interface Files {
  readonly raw: string;
  readonly names: readonly string[];
  readonly list: (name: string) => Items;
  readonly one: (name: string) => Readonly<Record<string, unknown>>;
}

const filesIn = ({ body }: Reply): Files => {
  const files = unzip(body);
  const parsed = new Map(Object.entries(files).map(([name, text]) => [name, JSON.parse(text) as unknown]));
  return {
    raw: Object.values(files).join('\n'),
    names: [...parsed.keys()],
    list: (name) => parsed.get(name) as Items,
    one: (name) => parsed.get(name) as Readonly<Record<string, unknown>>,
  };
};

const fetchExport = async (who: Person): Promise<Reply> =>
  app.send({ target: '/api/user/export', headers: bearer(await app.token(who)) });
const exported = async (who: Person): Promise<Files> => filesIn(await fetchExport(who));

const script = '<script>alert(1)</script>';

/** Writes data of Bob, Sam and Ann: answers, hours, days off and logged actions. */
const aLivedDay = async () => {
  const day = await openDay(app);
  const answerAs = (who: Person, meeting: typeof day.own, done: string) =>
    app.get(who, saveAnswer, {
      meetingId: meeting.id,
      date: today,
      values: valuesOf(meeting, { done, blocked: 'Yes' }),
    });
  await answerAs('bob', day.own, `Bob did "this" ${script}\u2028 = 1+1`);
  await answerAs('ann', day.own, 'ann-canary-answer');
  await answerAs('sam', day.other, 'sam-canary-answer');
  const records = inOrg(app.services.store, anOrgId('contoso'));
  const [teamId, bob, ann] = [aTeamId('platform'), aMemberId('bob'), aMemberId('ann')];
  for (const [memberId, date] of [
    [bob, '2026-12-24'],
    [ann, '2026-12-25'],
  ] as const) {
    await records.touch(vacation, { memberId, date: aDate(date) }, { memberId, date: aDate(date) });
    await records.touch(dayVacation, { teamId, memberId, date: aDate(date) }, { memberId, date: aDate(date) });
  }
  // Writes rows that the services cannot create on this day: a week of 2019 with one row that a person added.
  for (const [memberId, task] of [
    [bob, `Bob's old task ${script}`],
    [ann, 'ann-canary-task'],
  ] as const) {
    const [monday, date] = [aDate('2019-03-04'), aDate('2019-03-06')];
    const [id, minutes] = ['20190306-01ABCDEFGHJKMNPQRSTVWXYZ00', 90];
    const row = { id, meetingId: null, task, minutes, source: 'PERSON' as const, lineId: null, editedByPerson: false };
    const changedAt = anInstant('2026-11-20T08:00:00Z');
    await records.touch(week, { teamId, memberId, monday }, { memberId, monday, state: 'OPEN', note: null, changedAt });
    await records.touch(
      sheet,
      { teamId, memberId, date },
      { memberId, date, tasks: [row], minutes, byMeeting: {}, moved: {} },
    );
  }
  for (const [memberId, text] of [
    [bob, `Half a thought ${script}`],
    [ann, 'ann-canary-draft'],
  ] as const) {
    const key = { teamId, memberId, date: aDate('2026-11-21'), meetingId: day.own.id };
    const openBlocker = { since: aDate('2026-11-20'), is: 'STILL' } as const;
    const content = { values: { [day.own.questions[0]?.id ?? '']: text }, goals: [], version: 'v', openBlocker };
    await records.touch(answerDraft, key, { ...key, ...content, savedAt: anInstant('2026-11-20T09:00:00Z') });
  }
  for (const [memberId, reason] of [
    [bob, "Bob's dentist"],
    [ann, 'ann-canary-reason'],
  ] as const) {
    const [date, at] = [aDate('2019-03-05'), anInstant('2019-03-05T09:00:00Z')];
    const choice = { meetingId: day.own.id, memberId, date };
    await records.touch(skip, { ...choice, teamId }, { ...choice, skippedAt: at, reason, sentFrom: null });
    const press = { round: 1, length: 'HOUR', snoozedAt: at, until: anInstant('2019-03-05T10:00:00Z') } as const;
    await records.touch(snooze, { ...choice, teamId }, { ...choice, ...press });
  }
  for (const memberId of [bob, ann]) {
    const instant = anInstant('2026-11-20T09:00:00Z');
    await records.touch(
      usage,
      { month: '202611', memberId },
      { memberId, event: 'ANSWER', at: instant, meetingId: day.own.id },
    );
    await records.touch(askedKind, { month: '202611', memberId }, { memberId, at: instant });
  }
  return day;
};

describe('the export of a person', () => {
  it('is a zip of JSON files with all data of the person, and no data of others', async () => {
    const day = await aLivedDay();
    await saveStandup(app, 'bob', { team: 'platform', members: ['bob'] }, { name: `Bob's own ${script}` });
    await app.get('ann', activateMember, { teamId: aTeamId('platform'), memberId: aMemberId('cy'), flag: 'false' });
    const quietHours = { from: 22 * 60, to: 7 * 60 };
    await app.get('bob', memberPreferences, { quietHours });
    const { names, list, one: item, raw } = await exported('bob');
    expect(names).toEqual([
      ...['about.json', 'profile.json', 'memberships.json', 'answers.json', 'drafts.json'],
      ...['skipped-and-snoozed.json', 'open-points.json', 'timesheets.json', 'vacations.json', 'blockers.json'],
      ...['templates.json', 'generated-summaries.json', 'digests.json', 'received-digests.json'],
      ...['activity.json', 'usage.json'],
    ]);
    expect(item('about.json')).toMatchObject({ person: 'bob Lee', organisations: ['Contoso'], leftOut: [] });
    expect(item('profile.json')).toMatchObject({ email: emailOf('bob'), isEmailConfirmed: true });
    expect(list('memberships.json')).toMatchObject([
      {
        organisation: { name: 'Contoso' },
        role: 'user',
        member: { id: aMemberId('bob'), microsoft: { objectId: 'oid-bob' } },
        teams: [{ name: 'Platform', isEnabled: true, timezone: 'Pacific/Auckland', quietHours }],
      },
    ]);
    const where = { organisation: 'Contoso', team: 'Platform', reportId: day.own.id, date: '2019-03-05' };
    expect(list('skipped-and-snoozed.json')).toEqual([
      { ...where, choice: 'SKIPPED', at: '2019-03-05T09:00:00.000Z', reason: "Bob's dentist" },
      { ...where, choice: 'SNOOZED', at: '2019-03-05T09:00:00.000Z', until: '2019-03-05T10:00:00.000Z' },
    ]);
    expect(list('answers.json')).toMatchObject([
      {
        ...{ organisation: 'Contoso', team: 'Platform', report: day.own.name, date: today, hasBlocker: true },
        answers: [
          { question: day.own.questions[0]?.text, answer: `Bob did "this" ${script}\u2028 = 1+1` },
          { question: day.own.questions[1]?.text, answer: 'The printer 2h' },
          { question: day.own.questions[2]?.text, answer: 'Yes' },
        ],
      },
    ]);
    expect(list('drafts.json')).toEqual([
      {
        ...{
          organisation: 'Contoso',
          team: 'Platform',
          report: day.own.name,
          reportId: day.own.id,
          date: aDate('2026-11-21'),
        },
        answers: [{ question: day.own.questions[0]?.text, answer: `Half a thought ${script}` }],
        goals: [],
        openBlocker: { since: '2026-11-20', is: 'STILL' },
        savedAt: '2026-11-20T09:00:00.000Z',
      },
    ]);
    expect(list('open-points.json')).toMatchObject([{ plan: { lines: ['The printer'] }, blocker: { isOpen: true } }]);
    const sheets = list('timesheets.json');
    expect(sheets).toHaveLength(2);
    expect(sheets[0]).toMatchObject({ monday: '2026-11-16', days: [{ minutes: 120 }] });
    expect(sheets[1]).toMatchObject({
      monday: '2019-03-04',
      days: [{ date: '2019-03-06', tasks: [{ task: `Bob's old task ${script}`, minutes: 90, source: 'PERSON' }] }],
    });
    expect(list('vacations.json')).toEqual([{ organisation: 'Contoso', date: '2026-12-24' }]);
    expect(list('activity.json')).toMatchObject([
      { team: 'Platform', text: expect.stringContaining(`Bob's own`) as string },
    ]);
    expect(list('usage.json')).toMatchObject([{ month: '202611', active: { event: 'ANSWER' } }]);
    expect(raw).not.toMatch(/canary|ann@|sam@|Ann|oid-ann|29:ann|cy@/);
  });

  it('contains no secret that opens the account', async () => {
    const { raw, one: item } = await exported('bob');
    expect(raw).not.toMatch(/argon2|sealed|recovery"|hash/);
    expect(item('profile.json')).toMatchObject({ secondFactor: null, sessions: [{ method: 'PASSWORD' }] });
  });

  it('contains the owner’s own actions, also as an admin, and no other person’s', async () => {
    await app.get('ann', activateMember, { teamId: aTeamId('platform'), memberId: aMemberId('cy'), flag: 'false' });
    await app.get('ann', updateProfile, { firstName: 'Anna', lastName: 'Lee' });
    await app.get('gus', updateProfile, { firstName: 'Gustav', lastName: 'Lee' });
    const texts = (await exported('ann')).list('activity.json').map((item) => item['text']);
    expect(texts).toHaveLength(2);
    expect(texts.join()).toMatch(/Anna Lee/);
    expect(texts.join()).toMatch(/Cy/);
    // Gus is a member of no team, so the export finds his actions by the account.
    expect((await exported('gus')).list('activity.json')).toMatchObject([
      { team: null, text: expect.stringContaining('Gustav Lee') as string },
    ]);
  });

  it('lists the templates that the person saved, and not those of others', async () => {
    const meeting = await saveStandup(app, 'ann', { team: 'platform', members: ['ann'] });
    await app.get('ann', saveTemplate, { meetingId: meeting.id, name: 'Of Ann' });
    const other = await saveStandup(app, 'eve', { team: 'sales', members: ['eve'] });
    await app.get('eve', saveTemplate, { meetingId: other.id, name: 'Of Eve' });
    const templates = (await exported('ann')).list('templates.json');
    expect(templates).toMatchObject([{ organisation: 'Contoso', name: 'Of Ann' }]);
    expect(templates[0]?.['questions']).toHaveLength(meeting.questions.length);
  });

  it('has empty lists for a person without any data', async () => {
    const { list } = await exported('gus');
    for (const name of [
      'answers',
      'drafts',
      'open-points',
      'timesheets',
      'vacations',
      'templates',
      'activity',
      'usage',
    ])
      expect(list(`${name}.json`)).toEqual([]);
    expect(list('memberships.json')).toMatchObject([{ role: 'admin', member: null, teams: [] }]);
  });

  it('has the questions of an answer ahead whose report was deleted before its run', async () => {
    const records = inOrg(app.services.store, anOrgId('contoso'));
    const [teamId, memberId, meetingId] = [aTeamId('platform'), aMemberId('bob'), aMeetingId('deleted')];
    const date = aDate('2026-12-24');
    const [opensAt, closesAt] = [anInstant('2026-12-24T10:00:00Z'), anInstant('2026-12-24T12:00:00Z')];
    const [first] = aMeeting().questions;
    if (first === undefined) throw new Error('The report asks questions.');
    const reminders = { firstReminderAt: null, secondReminderAt: null };
    const instants = { zone: aZone('UTC'), opensAt, closesAt, graceEndsAt: closesAt, ...reminders };
    const fields = { meetingId, date, hasBlocker: false, goals: [] };
    const key = { teamId, meetingId, memberId, date };
    await records.touch(history, key, fields);
    await records.touch(answer, key, {
      ...{ ...fields, memberId, values: { [first.id]: 'Ahead' }, isGoalAchieved: false, isLate: false, isAhead: true },
      ...{ answeredAt: anInstant('2026-11-20T09:00:00Z'), editedAt: null },
      givenTo: { meetingName: 'Gone', type: 'STANDUP', instants, questions: [first] },
    });
    const item = (await exported('bob')).list('answers.json').find((other) => other['date'] === date);
    expect(item).toMatchObject({ report: 'Gone', answers: [{ question: first.text, answer: 'Ahead' }] });
  });

  it('contains years of answers, each once', async () => {
    const { own } = await aLivedDay();
    const records = inOrg(app.services.store, anOrgId('contoso'));
    const teamId = aTeamId('platform');
    const memberId = aMemberId('bob');
    const dates = Array.from({ length: 400 }, (_, index) =>
      aDate(new Date(Date.UTC(2020, 0, 1 + index)).toISOString().slice(0, 10)),
    );
    const answeredAt = anInstant('2026-11-20T09:00:00Z');
    const put = async (date: (typeof dates)[number]): Promise<void> => {
      const key = { teamId, memberId, date, meetingId: own.id };
      const fields = { meetingId: own.id, date, hasBlocker: false, goals: [] };
      const values = { [own.questions[0]?.id ?? '']: date };
      const answerFields = { isGoalAchieved: false, answeredAt, editedAt: null, isLate: false, isAhead: false };
      await records.touch(history, key, fields);
      await records.touch(answer, key, { ...fields, ...answerFields, memberId, values });
    };
    await Promise.all(dates.map(put));
    const matches = (await exported('bob')).list('answers.json').map((item) => String(item['date']));
    expect(matches).toHaveLength(401);
    expect(new Set(matches).size).toBe(401);
  });
});

describe('the export of a person in several organisations', () => {
  const joinMars = () =>
    joinOrganisation(app.services, aUserId('bob'), { orgId: anOrgId('fabrikam'), memberId: null, role: 'user' });

  it('contains the data of all of them', async () => {
    await joinMars();
    const { list, one: item } = await exported('bob');
    expect(item('about.json')['organisations']).toEqual(expect.arrayContaining(['Contoso', 'Fabrikam']));
    expect(list('memberships.json')).toHaveLength(2);
  });

  it('leaves out, and names, an organisation that rejects this sign-in method', async () => {
    await joinMars();
    await inOrg(app.services.store, anOrgId('fabrikam')).touch(org, undefined, { microsoftOnly: true });
    const { list, one: item } = await exported('bob');
    expect(item('about.json')).toMatchObject({ organisations: ['Contoso'], leftOut: ['Fabrikam'] });
    expect(list('memberships.json')).toHaveLength(1);
  });

  it('the export of a person in several organisations by a session that a tenant vouches for contains only its own organisation', async () => {
    await joinMars();
    const place = { userId: aUserId('bob'), orgId: anOrgId('contoso') };
    const token = await tokenFor(app.services, { ...place, method: 'TEAMS', confinedTo: place.orgId });
    const { list, one: item } = filesIn(await app.send({ target: '/api/user/export', headers: bearer(token) }));
    expect(item('about.json')).toMatchObject({ organisations: ['Contoso'], leftOut: [] });
    expect(list('memberships.json')).toHaveLength(1);
  });
});

describe('asking for an export', () => {
  const ask = (target: string, headers: Readonly<Record<string, string>> = {}) => app.send({ target, headers });
  const errorOf = (reply: Reply): unknown => [
    reply.status,
    reply.envelope.status === 'Error' && reply.envelope.errorCode,
  ];

  it('answers a file with a plain name, never a page', async () => {
    const { status, headers } = await fetchExport('bob');
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      'content-type': 'application/zip',
      'content-disposition': 'attachment; filename="rollcall-2026-11-20.zip"',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    });
  });

  it('needs a session, and exports its owner whatever else is requested', async () => {
    expect(errorOf(await ask('/api/user/export'))).toEqual([401, 'UNAUTHENTICATED']);
    const headers = bearer(await app.token('bob'));
    const { one } = filesIn(await ask(`/api/user/export?userId=ann&memberId=${aMemberId('ann')}`, headers));
    expect(one('profile.json')).toMatchObject({ email: emailOf('bob') });
  });

  const linkFor = async (who: Person) => {
    const { token } = await app.get(who, exportToken, {});
    return `/api/user/export?token=${token}`;
  };

  it('is downloaded with a link that is valid for 60 seconds, whose token permits nothing else', async () => {
    const link = await linkFor('bob');
    const { one } = filesIn(await ask(link));
    expect(one('profile.json')).toMatchObject({ email: emailOf('bob') });
    const token = link.split('=')[1] ?? '';
    expect(errorOf(await ask('/api/org/get', bearer(token)))).toEqual([401, 'UNAUTHENTICATED']);
    app.clock.advance({ seconds: 59 });
    expect((await ask(link)).status).toBe(200);
    app.clock.advance({ seconds: 1 });
    expect(errorOf(await ask(link))).toEqual([401, 'UNAUTHENTICATED']);
  });

  it.each([
    ['a session’s own token in the link', async () => `/api/user/export?token=${await app.token('bob')}`],
    ['a made-up one', () => Promise.resolve(`/api/user/export?token=${'A'.repeat(43)}`)],
    ['an empty one', () => Promise.resolve('/api/user/export?token=')],
  ])('refuses %s', async (_what, link) => {
    expect((await ask(await link())).status).toBe(401);
  });

  it('ends with the session: a link made before signing out is invalid', async () => {
    const signedIn = await app.ask(null, login, { email: emailOf('bob'), password: passwordOf('bob') });
    const session = login.output.options[0].parse(signedIn.envelope.data);
    const asked = requestOf(exportToken, {});
    const created = await app.send({ ...asked, headers: { ...asked.headers, ...bearer(session.token) } });
    const { token } = exportToken.output.parse(created.envelope.data);
    await app.ask(null, logout, { refreshToken: session.refreshToken });
    expect(errorOf(await ask(`/api/user/export?token=${token}`))).toEqual([401, 'UNAUTHENTICATED']);
  });

  it('is limited to ten a minute for each person', async () => {
    const statuses: number[] = [];
    for (let index = 0; index < 11; index += 1) statuses.push((await fetchExport('bob')).status);
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 200), 429]);
    expect((await fetchExport('ann')).status).toBe(200);
    app.clock.advance({ seconds: 60 });
    expect((await fetchExport('bob')).status).toBe(200);
  });

  it('leaves no token in the log', async () => {
    const link = await linkFor('bob');
    await ask(link);
    expect(app.lines.join('')).not.toContain(link.split('=')[1]);
    expect(app.lines.join('')).toContain('/api/user/export');
  });
});
