import { limits } from '#contracts/core/limitsAndProductConstants.ts';
import { deleteTemplate, renameTemplate, saveTemplate } from '../../../bot/src/services/meetings/changeOrgTemplates.ts';
import { listTemplates } from '../../../bot/src/services/meetings/templateListAndStoredFields.ts';
import { inOrg } from '../../../bot/src/store/recordKindsAndAccess.ts';
import { template } from '../../../bot/src/store/kinds/meetings/meetingTemplate.ts';
import { prefixRange } from '../../../bot/src/store/tableStorePort.ts';
import { aTeamId, aTemplateRow } from '../../support/data/idDateAndRecordBuilders.ts';
import { countOutcomes } from '../../support/data/countOutcomes.ts';
import { anActor } from '../../support/data/seedOrganisationsTeamsAndActors.ts';
import { meetingWorld } from '../../support/worlds/saveMeetingWorld.ts';

const templateWorld = async () => {
  const world = await meetingWorld();
  const { deps, orgId, store } = world;
  const admin = anActor('ann', { role: 'admin' });
  const { id: meetingId } = await world.save();
  const records = inOrg(store, orgId);
  return {
    ...world,
    admin,
    records,
    put: (change: Parameters<typeof aTemplateRow>[0]) => {
      const row = aTemplateRow(change);
      return records.insert(template, { name: row.name }, row);
    },
    saveAs: (name: string) => saveTemplate(deps, admin, { meetingId, name }),
    rows: async () => (await records.list(template, undefined, prefixRange('tpl|'))).map(({ value }) => value),
    saved: async () =>
      (await listTemplates(deps, admin, { teamId: aTeamId() })).filter(({ source }) => source === 'ORGANISATION'),
  };
};

describe('a template with a question type that no longer exists', () => {
  const questions = [
    { type: 'TEXT', text: 'What is done?', isTimesheetQuestion: true },
    { type: 'RANKING', text: 'What matters most?', items: ['Speed', 'Care'] },
    { type: 'SCALE', text: 'How was it?', lowLabel: 'Bad', highLabel: 'Good' },
  ];

  it('asks for text instead and names the question', async () => {
    const { put, saved } = await templateWorld();
    await put({ questions });
    const [item] = await saved();
    expect(item?.replacedQuestions).toEqual([2]);
    expect(item?.questions).toMatchObject([
      { sequence: 1, type: 'TEXT', isTimesheetQuestion: true },
      { sequence: 2, type: 'TEXT', text: 'What matters most?', isTimesheetQuestion: false },
      { sequence: 3, type: 'SCALE', lowLabel: 'Bad' },
    ]);
  });

  it('keeps the stored question when the template is renamed', async () => {
    const { put, deps, admin, rows } = await templateWorld();
    await put({ name: 'Old', questions });
    const { id } = aTemplateRow({ name: 'Old' });
    await renameTemplate(deps, admin, { templateId: id, name: 'New' });
    await renameTemplate(deps, admin, { templateId: id, name: 'NEW' });
    expect(await rows()).toMatchObject([{ id, name: 'NEW', questions }]);
  });

  it('leaves out a question that is invalid in every report, and keeps the sequence', async () => {
    const { put, saved } = await templateWorld();
    await put({ questions: [{ type: 'RANKING', text: ' ' }, ...questions] });
    expect((await saved())[0]?.questions.map(({ sequence, text }) => [sequence, text])).toEqual([
      [1, 'What is done?'],
      [2, 'What matters most?'],
      [3, 'How was it?'],
    ]);
  });
});

describe('templates of an organisation', () => {
  it('are listed by name in the order of the language, and without the author who has left', async () => {
    const { put, saved, deps, admin } = await templateWorld();
    for (const name of ['Zebra', 'Ärger', 'apple']) await put({ name, createdBy: null });
    expect((await saved()).map(({ name }) => name)).toEqual(['apple', 'Ärger', 'Zebra']);
    expect((await saved()).every(({ savedBy }) => savedBy === null)).toBe(true);
    const swedish = { ...admin, locale: 'sv' };
    const names = (await listTemplates(deps, swedish, { teamId: aTeamId() })).map(({ name }) => name);
    expect(names.slice(-3)).toEqual(['apple', 'Zebra', 'Ärger']);
  });

  it('are listed, but not offered, when their report type is not', async () => {
    const { put, deps, admin } = await templateWorld();
    await put({ type: 'RETRO' });
    const standupsOnly = { ...deps, meetingTypes: ['STANDUP'] as const };
    const all = await listTemplates(standupsOnly, admin, { teamId: aTeamId() });
    expect(all.filter(({ source }) => source === 'ORGANISATION')).toMatchObject([{ type: 'RETRO', isOffered: false }]);
  });

  it('give a name to one of 20 that save or rename to it at once', async () => {
    const { saveAs, deps, admin, rows } = await templateWorld();
    const others = [];
    for (let index = 0; index < 10; index += 1) others.push(await saveAs(`Template ${index}`));
    const all = await Promise.allSettled([
      ...Array.from({ length: 10 }, () => saveAs('Wanted')),
      ...others.map(({ id }) => renameTemplate(deps, admin, { templateId: id, name: 'wanted' })),
    ]);
    expect(countOutcomes(all)).toEqual({ done: 1, TEMPLATE_NAME_EXISTS: 19 });
    expect((await rows()).filter(({ name }) => name.toLowerCase() === 'wanted')).toHaveLength(1);
  });

  it('survive two renames at once as one template', async () => {
    const { saveAs, deps, admin, rows } = await templateWorld();
    const { id } = await saveAs('First');
    await Promise.all(['Second', 'Third'].map((name) => renameTemplate(deps, admin, { templateId: id, name })));
    expect(await rows()).toMatchObject([{ id }]);
  });

  it('end at the limit, also for parallel saves, and continue after a deletion', async () => {
    const { saveAs, put, deps, admin, rows } = await templateWorld();
    for (let index = 0; index < limits.templatesPerOrg - 2; index += 1) await put({ name: `Filled ${index}` });
    const tries = ['a', 'b', 'c', 'd'].map((name) => saveAs(name));
    expect(countOutcomes(await Promise.allSettled(tries))).toEqual({ done: 2, TEMPLATE_LIMIT: 2 });
    const { id } = aTemplateRow({ name: 'Filled 0' });
    await deleteTemplate(deps, admin, { templateId: id });
    await saveAs('e');
    expect(await rows()).toHaveLength(limits.templatesPerOrg);
  });
});
