import { limits } from '#contracts/core/limitsAndProductConstants.ts';
import { saveMeeting } from '#contracts/meetings/meetingSchemasAndCalls.ts';
import { deleteTemplate, listTemplates, renameTemplate, saveTemplate } from '#contracts/meetings/templateCalls.ts';
import type { ReportTemplate } from '#contracts/meetings/templateCalls.ts';
import { memberPreferences } from '#contracts/people/memberActivationAndPreferences.ts';
import { orgAudit } from '#contracts/organisations/organisationCalls.ts';
import { languages } from '#contracts/text/languagesAndLocaleChoice.ts';
import { template } from '../../../bot/src/store/kinds/meetings/meetingTemplate.ts';
import { aMemberId, anOrgId, aTeamId, aTemplateId } from '../../support/data/idDateAndRecordBuilders.ts';
import { saveStandup } from '../../support/apps/standupDayAndValidCalls.ts';
import { startTestApp, useTestApp } from '../../support/apps/testApp.ts';
import type { Person, TestApp } from '../../support/apps/testApp.ts';

const app = useTestApp();
const platform = { teamId: aTeamId('platform') };

const listed = (who: Person = 'bob', teamId = platform.teamId): Promise<ReportTemplate[]> =>
  app().get(who, listTemplates, { teamId });
const ofOrganisation = async (who: Person = 'bob', teamId = platform.teamId): Promise<ReportTemplate[]> =>
  (await listed(who, teamId)).filter(({ source }) => source === 'ORGANISATION');

let count = 0;
const freshName = (): string => `Template ${(count += 1)}`;

const savedTemplate = async (name = freshName()) => {
  const meeting = await saveStandup(
    app(),
    'ann',
    { team: 'platform', members: ['ann', 'bob'] },
    { name: `Report of ${name}` },
  );
  return { ...(await app().get('ann', saveTemplate, { meetingId: meeting.id, name })), meeting };
};

describe('GET /api/template/list', () => {
  it('rejects a caller without a session, outside the team or in another organisation', async () => {
    expect((await app().ask(null, listTemplates, platform)).status).toBe(401);
    expect((await app().ask('eve', listTemplates, platform)).status).toBe(404);
    expect((await app().ask('zoe', listTemplates, platform)).status).toBe(404);
    expect((await app().ask('gus', listTemplates, platform)).status).toBe(404);
    expect((await app().ask('bob', listTemplates, { teamId: 'x' })).status).toBe(400);
  });

  it('has nine templates of the product, each with questions and a rhythm', async () => {
    const product = (await listed()).filter(({ source }) => source === 'PRODUCT');
    expect(product.map(({ id }) => id)).toEqual([
      ...['dailyStandup', 'checkIn', 'weeklyGoals', 'moodCheck', 'fridayReview'],
      ...['sprintRetro', 'startStop', 'incident', 'oneToOne'],
    ]);
    expect(product.find(({ id }) => id === 'moodCheck')).toMatchObject({
      name: 'Mood check',
      timeBasis: 'MEMBER',
      thursday: true,
      monday: false,
      questions: [{ type: 'SCALE', lowLabel: 'Very bad', highLabel: 'Very good' }, { type: 'SCALE' }, { type: 'TEXT' }],
    });
  });

  it('asks for the text of a blocker directly after the question whether there is one', async () => {
    const product = (await listed()).filter(({ source }) => source === 'PRODUCT');
    const pairs = product.flatMap(({ id, questions }) =>
      questions.flatMap((item, index) => {
        const next = questions[index + 1];
        const isAsked = next?.type === 'TEXT' && !next.isTimesheetQuestion;
        return item.type === 'OPTIONS' && item.blockingOptions.length > 0 ? [[id, isAsked]] : [];
      }),
    );
    expect(pairs).toEqual(['dailyStandup', 'checkIn', 'weeklyGoals', 'incident'].map((id) => [id, true]));
  });

  it.each(languages)('has every template in the language %s of the caller', async (language) => {
    const english = await listed('cy');
    await app().get('cy', memberPreferences, { language });
    const own = await listed('cy');
    await app().get('cy', memberPreferences, { language: 'en' });
    expect(own.map(({ id }) => id)).toEqual(english.map(({ id }) => id));
    const abouts = new Set(english.map(({ about }) => about));
    for (const item of own) {
      const texts = [item.about, ...item.questions.map(({ text }) => text)];
      expect(texts.every((text) => text.trim() !== '')).toBe(true);
      expect([item.id, abouts.has(item.about)]).toEqual([item.id, language === 'en' || item.source === 'ORGANISATION']);
    }
  });

  it('gives templates from which a report can be saved as they are', async () => {
    for (const item of (await listed()).filter(({ source }) => source === 'PRODUCT')) {
      const draft = { ...item, id: undefined, timezone: 'Europe/Berlin', members: [aMemberId('bob')] };
      const saved = await app().get('bob', saveMeeting, { ...draft, ...platform, name: `From ${item.id}` });
      expect(saved.questions.map(({ text }) => text)).toEqual(item.questions.map(({ text }) => text));
    }
  });
});

describe('POST /api/template/save', () => {
  it('rejects a caller without a session, without the admin role, outside the team or in another organisation', async () => {
    const { meeting } = await savedTemplate();
    const input = { meetingId: meeting.id, name: freshName() };
    expect((await app().ask(null, saveTemplate, input)).status).toBe(401);
    expect((await app().ask('bob', saveTemplate, input)).status).toBe(403);
    expect((await app().ask('eve', saveTemplate, input)).status).toBe(404);
    expect((await app().ask('zoe', saveTemplate, input)).status).toBe(404);
  });

  it('offers the report to every team of the organisation and to no other', async () => {
    const { id, name, meeting } = await savedTemplate();
    const [offered] = (await ofOrganisation('eve', aTeamId('sales'))).filter((item) => item.id === id);
    expect(offered).toMatchObject({ name, savedBy: 'Ann', isOffered: true, replacedQuestions: [], time: meeting.time });
    expect(offered?.questions.map(({ text }) => text)).toEqual(meeting.questions.map(({ text }) => text));
    expect(offered?.questions.some((question) => question.id !== undefined)).toBe(false);
    expect(await ofOrganisation('zoe', aTeamId('mars'))).toEqual([]);
  });

  it('leaves out members, channel, time zone and addresses', async () => {
    const name = freshName();
    const meeting = await saveStandup(
      app(),
      'ann',
      { team: 'platform', members: ['ann', 'bob'] },
      {
        name: `Report of ${name}`,
        reportSummaryEmail: 'outside@example.test',
      },
    );
    await app().get('ann', saveTemplate, { meetingId: meeting.id, name });
    const { store } = app().services;
    const row = await store.get('Org', template.at(anOrgId('contoso'), { name }));
    const fields = JSON.stringify(row?.values);
    expect(fields).toContain(name);
    expect(fields).not.toMatch(/outside@|members|timezone|channelId|reportSummaryEmail/);
  });

  it('refuses a name that is missing, too long or in use, in any spelling', async () => {
    const { name, meeting } = await savedTemplate();
    const tried = (text: string) => app().ask('ann', saveTemplate, { meetingId: meeting.id, name: text });
    expect((await tried(' ')).envelope).toMatchObject({ message: 'Please provide name.', path: ['name'] });
    expect((await tried('x'.repeat(limits.nameLength + 1))).status).toBe(400);
    expect((await tried(name.toUpperCase())).envelope).toMatchObject({
      errorCode: 'TEMPLATE_NAME_EXISTS',
      message: 'Another template already has this name.',
      path: ['name'],
    });
  });
});

describe('POST /api/template/rename', () => {
  it('rejects a caller without a session or the admin role, in another organisation, and a missing template', async () => {
    const { id } = await savedTemplate();
    const input = { templateId: id, name: freshName() };
    expect((await app().ask(null, renameTemplate, input)).status).toBe(401);
    expect((await app().ask('bob', renameTemplate, input)).status).toBe(403);
    expect((await app().ask('zoe', renameTemplate, input)).status).toBe(404);
    expect((await app().ask('ann', renameTemplate, { ...input, templateId: aTemplateId('none') })).status).toBe(404);
    expect((await app().ask('ann', renameTemplate, { ...input, templateId: 'x' })).status).toBe(400);
  });

  it('gives the template another name and frees the old one', async () => {
    const first = await savedTemplate();
    const second = await savedTemplate();
    const refused = await app().ask('eve', renameTemplate, { templateId: second.id, name: first.name });
    expect(refused.envelope).toMatchObject({ errorCode: 'TEMPLATE_NAME_EXISTS' });
    const name = freshName();
    expect(await app().get('eve', renameTemplate, { templateId: first.id, name })).toEqual({ id: first.id, name });
    await app().get('eve', renameTemplate, { templateId: second.id, name: first.name });
    const all = await ofOrganisation();
    expect(all.find(({ id }) => id === first.id)?.name).toBe(name);
    expect(all.find(({ id }) => id === second.id)?.name).toBe(first.name);
  });

  it('changes the spelling of a name in place, and nothing for the same name', async () => {
    const { id, name } = await savedTemplate();
    await app().get('ann', renameTemplate, { templateId: id, name: name.toUpperCase() });
    const before = await app().dump();
    await app().get('ann', renameTemplate, { templateId: id, name: name.toUpperCase() });
    expect(await app().dump()).toEqual(before);
    expect((await ofOrganisation()).filter((item) => item.id === id)).toMatchObject([{ name: name.toUpperCase() }]);
  });
});

describe('DELETE /api/template/delete', () => {
  it('rejects a caller without a session or the admin role, and in another organisation', async () => {
    const { id } = await savedTemplate();
    expect((await app().ask(null, deleteTemplate, { templateId: id })).status).toBe(401);
    expect((await app().ask('bob', deleteTemplate, { templateId: id })).status).toBe(403);
    expect((await app().ask('zoe', deleteTemplate, { templateId: id })).status).toBe(404);
  });

  it('deletes the template once, and the log of the organisation has every step', async () => {
    const { id, name, meeting } = await savedTemplate();
    await app().get('eve', renameTemplate, { templateId: id, name: `${name} again` });
    await app().get('ann', deleteTemplate, { templateId: id });
    expect((await ofOrganisation()).filter((item) => item.id === id)).toEqual([]);
    expect((await app().ask('ann', deleteTemplate, { templateId: id })).status).toBe(404);
    const { items } = await app().get('ann', orgAudit, { orgId: anOrgId('contoso') });
    const texts = items.flatMap(({ text, username }) =>
      text.includes(`${name} again`) ? [`${username}: ${text}`] : [],
    );
    expect(texts.sort()).toEqual([
      `Ann: Deleted the template ${name} again.`,
      `Eve: Renamed the template from ${name} to ${name} again.`,
    ]);
    const saved = items.find(({ text }) => text === `Saved the report ${meeting.name} as the template ${name}.`);
    expect(saved?.username).toBe('Ann');
  });
});

describe('where only stand-ups are offered', () => {
  let limited: TestApp;
  beforeAll(async () => {
    limited = await startTestApp(undefined, { MEETING_TYPES: 'STANDUP' });
  });
  afterAll(() => limited.stop());

  it('leaves out the retros of the product', async () => {
    const templates = await limited.get('bob', listTemplates, platform);
    expect(templates).toHaveLength(7);
    expect(templates.every(({ type, isOffered }) => type === 'STANDUP' && isOffered)).toBe(true);
  });
});
