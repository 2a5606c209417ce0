import { screen, waitFor, within } from '@testing-library/react';
import '@testing-library/jest-dom';
import type { CardDraft } from '#contracts/answers/meetingCardPreview.ts';
import { cardDraft } from '#contracts/answers/meetingCardPreview.ts';
import { previewMeeting } from '#contracts/meetings/nextRunsPreview.ts';
import { ulid } from '../../../../testing/testDataBuildersAndClock.ts';
import { begin, stepHeading } from '../../../../testing/playReportWizard.ts';
import { renderApp } from '../../../../testing/renderApp.tsx';
import { answerReportForm, aRun } from '../../../../testing/fakeReportFormServer.ts';
import { answering, refusal, server } from '../../../../testing/mockServer.ts';

beforeEach(answerReportForm);

const aside = () => screen.findByRole('complementary', { name: 'Preview' });
const runs = async (): Promise<readonly (string | null)[]> =>
  within(await aside())
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent);
const open = async (zone?: string) => {
  const view = renderApp('/reports/create', zone === undefined ? {} : { zone });
  await begin(view.user);
  const name = await screen.findByRole('textbox', { name: 'Name' });
  return { ...view, name };
};
const member = (name: string, timezone: string, localTime: string) => ({
  memberId: ulid(name),
  at: '2026-11-23T09:00:00.000Z',
  localTime,
  timezone,
});

describe('the next runs', () => {
  it('are shown in the reader’s time, each with the other clocks', async () => {
    const members = [
      member('ann', 'Europe/Berlin', '2026-11-23T10:00'),
      member('bob', 'Asia/Kolkata', '2026-11-23T14:30'),
    ];
    server.use(
      answering('post', '/api/meeting/preview', () => [
        aRun('2026-11-23', { members } as never),
        aRun('2026-11-24', { members } as never),
        aRun('2026-11-25', { state: 'SKIPPED', reason: 'HOLIDAY' }),
        aRun('2026-11-26', { shift: 'GAP' }),
      ]),
    );
    await open();
    await screen.findByText('Mon 23 Nov, 10:00');
    expect(await runs()).toEqual([
      'Mon 23 Nov, 10:0014:30 in Kolkata',
      'Tue 24 Nov, 10:0014:30 in Kolkata',
      'Wed 25 Nov, 10:00Holiday: no questions are sent.',
      'Thu 26 Nov, 10:00The clocks skip this time on that day, so the run is later by the skipped time.',
    ]);
  });

  it('name the clocks with the least usual hours first', async () => {
    const zones = ['Europe/Berlin', 'Europe/Sofia', 'Asia/Tokyo', 'Asia/Kolkata', 'America/New_York'];
    const members = zones.map((zone) => member(zone, zone, ''));
    server.use(answering('post', '/api/meeting/preview', () => [aRun('2026-11-23', { members } as never)]));
    await open();
    expect(
      await screen.findByText('04:00 in New York, 18:00 in Tokyo, 14:30 in Kolkata and one more timezone'),
    ).toBeVisible();
  });

  it('name the members who are away', async () => {
    const run = aRun('2026-11-23', {
      members: [member('ann', 'Europe/Berlin', '')],
      away: [ulid('Ann Moreau'), ulid('Bob Lee')],
    } as never);
    server.use(answering('post', '/api/meeting/preview', () => [run]));
    await open();
    expect(await screen.findByText('Away: Ann Moreau and Bob Lee.')).toBeVisible();
  });

  it('name the zone when it is not the reader’s', async () => {
    await open('Asia/Kolkata');
    expect(await screen.findByText('Mon 23 Nov, 10:00 in Berlin')).toBeVisible();
  });

  it('are requested for the current draft, once typing pauses', async () => {
    const asked: unknown[] = [];
    server.use(
      answering('post', '/api/meeting/preview', ({ body }) => {
        asked.push(previewMeeting.input.parse(body).meeting);
        return [aRun('2026-11-23')];
      }),
    );
    const { user } = await open();
    await screen.findByText('Mon 23 Nov, 10:00');
    await user.click(screen.getByRole('button', { name: 'Monday' }));
    await user.click(screen.getByRole('button', { name: 'Sunday' }));
    await waitFor(() => {
      expect(asked).toHaveLength(2);
    });
    expect(asked[1]).toMatchObject({ monday: false, sunday: true, time: 600, timezone: 'Europe/Berlin', members: [] });
  });

  it('are none without a weekday, and unknown without a time', async () => {
    const { user } = await open();
    await screen.findByText('Mon 23 Nov, 10:00');
    await user.clear(await screen.findByRole('combobox', { name: 'Time' }));
    expect(await screen.findByText('Choose a time and a timezone to see when it runs.')).toBeVisible();
    expect(screen.getByText('Choose a time and a timezone to see the card.')).toBeVisible();
    for (const day of ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday'])
      await user.click(screen.getByRole('button', { name: day }));
    expect(await screen.findByText('It will not run on any day.')).toBeVisible();
    await user.type(screen.getByRole('combobox', { name: 'Time' }), '9:30');
    expect(await screen.findByText('Choose a day to see the card.')).toBeVisible();
  });

  it('show a message while they load, and one if there are none', async () => {
    server.use(answering('post', '/api/meeting/preview', () => new Promise<Response>(() => undefined)));
    const first = await open();
    expect(within(await aside()).getAllByText('Loading')[0]).toBeVisible();
    first.unmount();
    server.use(answering('post', '/api/meeting/preview', () => []));
    await open();
    expect(await screen.findByText('There is no run ahead.')).toBeVisible();
  });

  it('show why they cannot be loaded, and offer a retry', async () => {
    server.use(answering('post', '/api/meeting/preview', () => refusal(503, 'UNAVAILABLE', 'Busy.')));
    const { user } = await open();
    expect(await screen.findByText('The preview is not available right now.')).toBeVisible();
    answerReportForm();
    await user.click(within(await aside()).getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Mon 23 Nov, 10:00')).toBeVisible();
  });
});

describe('the card', () => {
  it('is the server’s, and its button sends nothing', async () => {
    const { user } = await open();
    expect(await screen.findByText('The card itself')).toBeVisible();
    expect(screen.getByText('This is a preview: nothing is sent.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Send' }));
    expect(await screen.findByText('Nothing was sent.')).toBeVisible();
  });

  it('is asked for with what can be shown of an unfinished report', async () => {
    let asked: CardDraft | undefined;
    server.use(
      answering('post', '/api/meeting/previewcard', ({ body }) => {
        // Parses the request with the server's schema, which would reject an incomplete draft.
        asked = cardDraft.parse((body as { meeting: unknown }).meeting);
        return { card: { type: 'AdaptiveCard', version: '1.5', body: [] } };
      }),
    );
    const { user, name } = await open();
    await user.type(name, 'Weekly');
    await user.click(screen.getByRole('button', { name: 'Next' }));
    await stepHeading('Members');
    await user.click(screen.getByRole('button', { name: 'Next' }));
    await stepHeading('Questions');
    await user.click(screen.getByRole('button', { name: 'Add a question' }));
    const third = within(screen.getByRole('listitem', { name: 'Question 3' }));
    await user.clear(third.getByRole('textbox', { name: 'Option 2' }));
    await user.type(third.getByRole('textbox', { name: 'Option 2' }), 'no');
    await waitFor(() => {
      expect(asked?.questions).toHaveLength(4);
    });
    expect(asked).toMatchObject({ name: 'Weekly', reportSummaryTime: 120 });
    expect(asked?.questions?.[2]?.options).toEqual(['No', 'Option 2']);
    expect(asked?.questions?.[2]).toMatchObject({ type: 'OPTIONS', isBlocker: true, blockingOptions: ['Option 2'] });
    expect(asked?.questions?.[3]?.text).toBe('Question 4');
  });
});
