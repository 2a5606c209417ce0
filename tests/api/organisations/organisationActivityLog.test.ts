import { saveMeeting } from '#contracts/meetings/meetingSchemasAndCalls.ts';
import { orgAudit, updateOrg } from '#contracts/organisations/organisationCalls.ts';
import { aDate, aMeetingDraft, aMemberId, aTeamId } from '../../support/data/idDateAndRecordBuilders.ts';
import { useTestApp } from '../../support/apps/testApp.ts';
import type { TestApp } from '../../support/apps/testApp.ts';

/** Leaves out the entries about new accounts, because every test app creates accounts. */
const since = <T extends { readonly text: string }>(items: readonly T[]): T[] =>
  items.filter((item) => !item.text.endsWith('now has an account.'));

const saveDaily = (app: TestApp) =>
  app.get('ann', saveMeeting, aMeetingDraft({ members: [aMemberId('ann'), aMemberId('bob')] }));

describe('the log of an organisation', () => {
  const app = useTestApp();

  it('lists the entries of the organisation and its teams as text, newest first', async () => {
    await saveDaily(app());
    app().clock.advance({ minutes: 1 });
    await app().get('ann', updateOrg, { name: 'Contoso Ltd' });
    const { items, isComplete } = await app().get('eve', orgAudit, {});
    expect(isComplete).toBe(true);
    expect(since(items)).toEqual([
      {
        ...{ text: 'Renamed the organization from Contoso to Contoso Ltd.', username: 'Ann' },
        ...{ createdOn: '2026-11-20T08:01:00.000Z', teamId: null, teamName: null, before: null, after: null },
      },
      {
        ...{ text: 'Created the report Daily stand-up.', username: 'Ann', createdOn: '2026-11-20T08:00:00.000Z' },
        ...{ teamId: aTeamId(), teamName: 'Platform', before: null, after: null },
      },
    ]);
  });

  it('includes both of its dates, and rejects them in the wrong order', async () => {
    const count = async (from: string, to: string) =>
      since((await app().get('ann', orgAudit, { from: aDate(from), to: aDate(to) })).items).length;
    expect(await count('2026-11-20', '2026-11-20')).toBe(2);
    expect(await count('2026-11-19', '2026-11-19')).toBe(0);
    expect(await count('2026-11-21', '2026-12-31')).toBe(0);
    const { envelope } = await app().ask('ann', orgAudit, { from: aDate('2026-11-21'), to: aDate('2026-11-20') });
    expect(envelope.message).toBe('The first date must not be after the last one.');
  });

  it('is visible only to admins of this organisation', async () => {
    expect((await app().ask('bob', orgAudit, {})).status).toBe(403);
    const { text } = await app().ask('zoe', orgAudit, {});
    expect(text).not.toContain('Daily');
    expect(text).not.toContain('Contoso');
  });
});
