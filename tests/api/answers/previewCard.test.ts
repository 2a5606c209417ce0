import { getCard } from '#contracts/answers/answerCardAndDraftCalls.ts';
import type { AdaptiveCardJson } from '#contracts/answers/answerCardAndDraftCalls.ts';
import { previewCard } from '#contracts/answers/meetingCardPreview.ts';
import { saveMeeting } from '#contracts/meetings/meetingSchemasAndCalls.ts';
import type { MeetingDraft } from '#contracts/meetings/meetingSchemasAndCalls.ts';
import { aMeetingDraft, aMemberId, aTeamId, aZone } from '../../support/data/idDateAndRecordBuilders.ts';
import { useTestApp } from '../../support/apps/testApp.ts';

// Tests that the previewed card equals the card that the run sends.

const app = useTestApp();

const draft: MeetingDraft = {
  ...aMeetingDraft({ name: 'Shown before', time: 9 * 60, timezone: aZone('UTC') }),
  teamId: aTeamId('platform'),
  members: [aMemberId('ann'), aMemberId('bob')],
  questions: [
    { sequence: 1, text: 'What *is* <b>planned</b>?', type: 'TEXT', isTimesheetQuestion: true },
    {
      sequence: 2,
      text: 'Blocked?',
      type: 'OPTIONS',
      options: ['No', 'Yes', 'Perhaps'],
      isBlocker: true,
      blockingOptions: ['Yes'],
    },
    { sequence: 3, text: 'By what?', type: 'TEXT' },
  ],
};

/** Returns the card without data and ids, because ids and signatures differ in each run. */
const seen = (card: AdaptiveCardJson): unknown =>
  JSON.parse(JSON.stringify(card, (key, value: unknown) => (key === 'data' || key === 'id' ? undefined : value)));

describe('the card of a report that is being written', () => {
  it('is the one its run sends, in the reader’s own time', async () => {
    for (const who of ['ann', 'bob'] as const) {
      const name = `Shown to ${who}`;
      const { card } = await app().get(who, previewCard, { meeting: { ...draft, name } });
      const { id } = await app().get(who, saveMeeting, { ...draft, name });
      await app().beatAt('2026-11-20T09:00:00Z');
      const sent = await app().get(who, getCard, { meetingId: id, edit: 'false' });
      expect(sent.state).toBe('OPEN');
      expect(seen(card)).toEqual(seen(sent.card));
      app().clock.set('2026-11-20T08:00:00Z');
    }
  });

  it('needs neither name nor questions nor members yet', async () => {
    const { teamId, time, timezone } = draft;
    const { card } = await app().get('ann', previewCard, { meeting: { teamId, time, timezone } });
    expect(JSON.stringify(card)).toContain('Your report – due 11:00, takes a minute');
  });

  it('names a day even if no weekday is chosen', async () => {
    const { teamId, time, timezone } = draft;
    const days = { monday: false, tuesday: false, wednesday: false, thursday: false, friday: false };
    const { card } = await app().get('ann', previewCard, { meeting: { teamId, time, timezone, ...days } });
    expect(JSON.stringify(card)).toContain('It is for Friday 20 November.');
  });

  it('writes nothing, and cannot be submitted', async () => {
    const before = await app().dump();
    const { card } = await app().get('ann', previewCard, { meeting: draft });
    expect(await app().dump()).toEqual(before);
    const { data } = (card as { actions: { data: { sig: string; meetingId: string } }[] }).actions[0] ?? {};
    expect(data).toMatchObject({ sig: '-'.repeat(43), meetingId: '0'.repeat(26) });
    const reply = await app().ask('ann', getCard, { meetingId: data?.meetingId ?? '', edit: 'false' } as never);
    expect(reply.envelope.errorCode).toBe('NOT_FOUND');
  });

  it('is refused to strangers, to other teams and organisations, and with bad input', async () => {
    const { teamId, time, timezone } = draft;
    const meeting = { teamId, time, timezone };
    expect((await app().ask(null, previewCard, { meeting })).status).toBe(401);
    expect((await app().ask('eve', previewCard, { meeting })).status).toBe(404);
    expect((await app().ask('zoe', previewCard, { meeting })).status).toBe(404);
    const questions = [{ sequence: 1, text: '', type: 'TEXT' as const }];
    const reply = await app().ask('ann', previewCard, { meeting: { ...meeting, questions } });
    expect(reply.envelope.message).toBe('Question is required');
  });
});
