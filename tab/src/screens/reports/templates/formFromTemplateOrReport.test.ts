import { limits } from '#contracts/core/limitsAndProductConstants.ts';
import { aMeeting, ulid } from '../../../testing/testDataBuildersAndClock.ts';
import { aTemplate } from '../../../testing/reportTemplateBuilder.ts';
import { formOf } from '../form/formValuesAndSaveInput.ts';
import { copyForm, reportFormFromTemplate } from './formFromTemplateOrReport.ts';

const base = { ...formOf(aMeeting()), name: '', timezone: 'Asia/Tokyo', members: [], channelId: 'here' };
const copy = (teamId: string, name = 'Round') =>
  copyForm(aMeeting({ name, teamId: ulid('Platform Team'), members: [ulid('ann')], channelId: '19:x@thread' }), {
    teamId,
    base,
    nameOf: (text) => `Copy of ${text}`,
  });

describe('the form of a new report', () => {
  it('takes name, rhythm and questions from a template, and the rest from the defaults', () => {
    const form = reportFormFromTemplate(aTemplate('Goals', { time: 570, monday: false, reportSummaryTime: 45 }), base);
    expect(form).toMatchObject({ name: 'Goals', time: 570, reportSummaryTime: 45, timezone: 'Asia/Tokyo' });
    expect(form).toMatchObject({ members: [], channelId: 'here', questions: [{ id: '', text: 'What is new?' }] });
    expect(form.weekdays).toEqual(['tuesday', 'wednesday', 'thursday', 'friday']);
  });

  it('keeps members and channel of a copied report in its own team only, and never the ids of questions', () => {
    expect(copy(ulid('Platform Team'))).toMatchObject({ members: [ulid('ann')], channelId: '19:x@thread' });
    expect(copy(ulid('Sales'))).toMatchObject({ members: [], channelId: 'here' });
    expect(copy(ulid('Sales')).questions.every(({ id }) => id === '')).toBe(true);
  });

  it('shortens the name of a copy to the limit, without splitting a letter', () => {
    const { name } = copy(ulid('Sales'), '😀'.repeat(limits.nameLength));
    expect(Array.from(name)).toHaveLength(limits.nameLength);
    expect(name).toMatch(/^Copy of 😀+$/u);
  });
});
