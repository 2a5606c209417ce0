import { aDate, aMeetingId, aMemberId, anOrgId, aTeamId } from '../../support/data/idDateAndRecordBuilders.ts';
import { anAsk, aReader, aRun } from '../../support/data/cardModelBuilders.ts';
import { buttonsOf, faultsOf, ofType, textOf } from '../../support/data/readAndCheckCards.ts';
import { presenter, reportUrl } from '../../support/data/drawAndMeasureCards.ts';

describe('the other cards', () => {
  it('closes a run', () => {
    const closed = presenter.closed({ ...aRun, reason: 'CLOSED' }, aReader());
    const cancelled = presenter.closed({ ...aRun, reason: 'CANCELLED' }, aReader());
    expect(textOf(closed)).toContain('This run is closed');
    const notAsked = presenter.closed({ ...aRun, reason: 'NOT_ASKED' }, aReader());
    expect(textOf(notAsked)).toContain('You are not asked in this run');
    expect(textOf(cancelled)).toContain('This run was cancelled');
    for (const readableMessage of [closed, cancelled, notAsked]) {
      expect(faultsOf(readableMessage)).toEqual([]);
      expect(buttonsOf(readableMessage)).toEqual([]);
    }
  });

  it("posts the meeting's text, else the default", () => {
    const model = { ...aRun, url: reportUrl, cancelled: null };
    const own = presenter.announcement({ ...model, message: '**Good** morning\nall' }, aReader());
    const ours = presenter.announcement({ ...model, message: ' \n' }, aReader());
    expect(own.summary).toBe('Daily stand-up of Friday 20 November is open until 12:00');
    expect(textOf(own)).toContain('**Good** morning\nall');
    expect(ofType(own, 'TextBlock')).toEqual([]);
    expect(textOf(ours)).toContain('All participants have a card');
    expect([...faultsOf(own), ...faultsOf(ours)]).toEqual([]);
    expect(ofType(own, 'Action.OpenUrl')).toEqual([expect.objectContaining({ url: reportUrl })]);
  });

  it.each([
    ['HOLIDAY', 'because the day became a team holiday'],
    ['DEACTIVATED', 'because the report or its organization was deactivated'],
    ['DELETED', 'because the report was deleted'],
    ['CANCELLED_TODAY', 'cancelled by hand'],
    [null, 'This run was cancelled.'],
  ] as const)('replaces the announcement of a run that was cancelled (%s) by the reason', (reason, why) => {
    const message = 'Good morning';
    const card = presenter.announcement({ ...aRun, message, url: reportUrl, cancelled: { reason } }, aReader());
    expect(textOf(card)).toContain(why);
    expect(card.summary).toContain('Daily stand-up');
    expect(`${card.summary} ${textOf(card)}`).not.toMatch(/is open|Good morning/);
    expect(faultsOf(card)).toEqual([]);
    expect(buttonsOf(card)).toHaveLength(1);
  });

  it('has at most six buttons on a notice', () => {
    const button = { kind: 'COMMAND', title: 'bot.help', command: 'help' } as const;
    const model = { title: { key: 'bot.help' }, lines: [], buttons: Array.from({ length: 7 }, () => button) } as const;
    expect(presenter.notice(model, aReader()).card['actions']).toHaveLength(6);
  });

  it('names meeting, team and date on a button about a run', () => {
    const data = {
      v: 1,
      O: anOrgId(),
      T: aTeamId(),
      meetingId: aMeetingId(),
      date: aDate('2026-11-22'),
      memberId: aMemberId('ann'),
      sig: 's'.repeat(43),
    } as const;
    const run = { meeting: 'Retro [x](https://evil.example)', date: data.date, team: 'Sales' } as const;
    const message = presenter.notice(
      {
        title: { key: 'start.started', values: { meeting: 'Retro' }, date: data.date },
        lines: [{ key: 'start.started', values: { meeting: 'Retro' }, date: data.date }],
        buttons: [
          { kind: 'ANSWER', ...run, data },
          { kind: 'START', ...run, meetingId: data.meetingId },
        ],
      },
      aReader(),
    );
    expect(faultsOf(message)).toEqual([]);
    expect(textOf(message)).toBe('Retro of Sunday 22 November has started\nRetro of Sunday 22 November has started');
    const [answer, start] = message.card['actions'] as Record<string, unknown>[];
    expect(answer).toMatchObject({
      type: 'Action.Submit',
      associatedInputs: 'none',
      data: { ...data, verb: 'answerRun' },
    });
    expect(start).toMatchObject({ data: { verb: 'command', command: `start ${data.meetingId} 2026-11-22` } });
    for (const { title } of [answer ?? {}, start ?? {}]) {
      expect(title).toContain('(Sales, Sun 22 Nov)');
      expect(title).not.toContain('](');
    }
  });

  it('sends commands and opens pages by the buttons of a notice', () => {
    const message = presenter.notice(
      {
        title: { key: 'answer.required', values: { question: '[x](https://evil.example)' } },
        lines: [{ key: 'bot.welcomePersonalNext' }],
        buttons: [
          {
            kind: 'COMMAND',
            title: 'card.meetingOn',
            values: { meeting: '[x](https://evil.example)', date: 'today' },
            command: 'start 1',
          },
          { kind: 'LINK', title: 'bot.openDashboard', url: '/teams/home' },
          { kind: 'LINK', title: 'bot.openDashboard', url: 'javascript:alert(1)' },
          { kind: 'COMMAND', title: 'bot.help', command: 'help' },
        ],
      },
      aReader(),
    );
    expect(faultsOf(message)).toEqual([]);
    expect(textOf(message)).toContain('“[x](https://evil.example)”');
    const [command, link, ...others] = message.card['actions'] as Record<string, unknown>[];
    expect(others).toMatchObject([{ type: 'Action.Submit', data: { command: 'help' } }]);
    expect(command).toMatchObject({ type: 'Action.Submit', data: { verb: 'command', command: 'start 1' } });
    expect(command?.['title']).not.toContain('](');
    expect(link).toMatchObject({ type: 'Action.OpenUrl', url: 'https://rollcall.example/teams/home' });
  });

  it('is drawn in English for an unknown language', () => {
    expect(presenter.ask(anAsk(), aReader({ locale: 'xx-not a locale' })).summary).toContain('due 12:00');
  });
});
