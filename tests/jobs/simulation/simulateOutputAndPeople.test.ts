import { readFileSync, writeFileSync } from 'node:fs';
import { runSimulateCommand } from '../../../scripts/commands/simulateCommand.ts';
import { aScenario, play, story } from '../../support/worlds/buildAndPlayScenarios.ts';
import { recordingHost } from '../../support/files/recordingCommandHost.ts';
import { useTempDir } from '../../support/files/tempDir.ts';
import { playing, prompts, kinds } from './playAndSelectMessages.ts';

// Tests `npm run simulate`: the real engine on a jumping clock.

const inTemp = useTempDir();

describe('the output', () => {
  it('is every message of a day in the order of time, with the ids of the scenario', async () => {
    const played = await playing({
      start: '2026-11-20T00:00:00Z',
      end: '2026-11-20T23:00:00Z',
      zones: { ann: 'Europe/Berlin', bob: null },
      meeting: { isReminderEnabled: true, reportSummaryEmail: 'lead@example.org' },
      answers: [
        { memberId: 'ann', date: '2026-11-20', at: '2026-11-20T09:10:00Z' },
        { memberId: 'bob', date: '2026-11-20', at: '2026-11-20T11:30:00Z' },
      ],
    });
    expect(played.notes).toEqual([]);
    expect(story(played.lines)).toEqual([
      '11-20 09:00 prompt ann',
      '11-20 09:00 prompt bob',
      '11-20 09:00 broadcast',
      '11-20 10:00 reminder1 bob',
      '11-20 10:45 reminder2 bob',
      '11-20 11:00 completed WINDOW_OVER',
      '11-20 11:00 summary',
      expect.stringMatching(/^11-20 11:00 email$/),
      '11-20 11:30 summary-update',
    ]);
    const [first] = played.lines;
    expect(first).toEqual({
      at: '2026-11-20T09:00:00.000Z',
      kind: 'prompt',
      meetingId: 'daily',
      date: '2026-11-20',
      memberId: 'ann',
    });
  });

  it('is the same however often it is played', async () => {
    const zones = { ann: 'Asia/Tokyo', bob: 'Europe/Berlin', cem: 'America/New_York' };
    const part = { start: '2026-11-19T00:00:00Z', end: '2026-11-22T00:00:00Z', zones };
    const [played, two] = [await playing(part), await playing(part)];
    expect(played.lines).toEqual(two.lines);
    expect(played.lines).not.toHaveLength(0);
  });
});
describe('people', () => {
  it('people who blocked the bot are marked, not prompted again, and tried once a week', async () => {
    const played = await playing({
      start: '2026-11-16T00:00:00Z',
      end: '2026-11-24T00:00:00Z',
      zones: { ann: 'Europe/Berlin', bob: 'Europe/Berlin' },
      unreachable: ['bob'],
    });
    expect(kinds(played, 'missed').map(({ date, memberId, reason }) => [date, memberId, reason])).toEqual([
      ['2026-11-16', 'bob', 'BLOCKED'],
      ['2026-11-17', 'bob', 'UNREACHABLE'],
      ['2026-11-18', 'bob', 'UNREACHABLE'],
      ['2026-11-19', 'bob', 'UNREACHABLE'],
      ['2026-11-20', 'bob', 'UNREACHABLE'],
      ['2026-11-23', 'bob', 'BLOCKED'],
    ]);
    expect(prompts(played).every((line) => line.memberId === 'ann')).toBe(true);
  });

  it('may answer the evening before and late in the grace period, and get an explanation afterwards', async () => {
    const played = await playing({
      start: '2026-11-18T00:00:00Z',
      end: '2026-11-20T23:00:00Z',
      zones: { ann: 'Europe/Berlin', bob: 'Europe/Berlin' },
      meeting: { friday: false },
      answers: [
        { memberId: 'ann', date: '2026-11-19', at: '2026-11-18T20:00:00Z' },
        { memberId: 'bob', date: '2026-11-19', at: '2026-11-20T08:00:00Z' },
        { memberId: 'bob', date: '2026-11-18', at: '2026-11-19T10:00:00Z' },
      ],
    });
    expect(story(played.lines.filter((line) => line.date === '2026-11-19'))).toEqual([
      '11-19 09:00 prompt bob',
      '11-19 09:00 broadcast',
      '11-19 11:00 completed WINDOW_OVER',
      '11-19 11:00 summary',
      '11-20 08:00 summary-update',
    ]);
    expect(played.notes).toEqual([expect.stringContaining('The answer of bob to daily for 2026-11-18 is refused')]);
  });
});
const good = aScenario({ start: '2026-11-20T00:00:00Z', end: '2026-11-21T00:00:00Z' });

it('plays the example of the documents', async () => {
  const [, example = ''] =
    /## Playing a scenario[^]*?```json\n([^]*?)```/.exec(readFileSync('docs/operations.md', 'utf8')) ?? [];
  const { lines, notes } = await play(JSON.parse(example) as object);
  expect(story(lines).slice(0, 3)).toEqual([
    '11-20 08:30 prompt ann',
    '11-20 08:30 prompt bob',
    '11-20 08:30 broadcast',
  ]);
  expect(notes).toEqual([]);
});

const command = async (file?: string): Promise<{ code: number; out: string; err: string }> => {
  const { host, written } = recordingHost({});
  const code = await runSimulateCommand(file, host);
  const { out, err } = written();
  return { code, out, err };
};

it('prints one JSON object a line, and exits with 2 and a sentence where it cannot', async () => {
  const file = inTemp('scenario.json');
  writeFileSync(file, JSON.stringify(good));
  const bad = inTemp('bad.json');
  writeFileSync(bad, '{ "start": ');
  const [played, refused, missing, none] = await Promise.all([
    command(file),
    command(bad),
    command(inTemp('none.json')),
    command(),
  ]);
  expect(played).toMatchObject({ code: 0, err: '' });
  expect(
    played.out
      .trim()
      .split('\n')
      .map((line) => (JSON.parse(line) as { kind: string }).kind),
  ).toEqual(['prompt', 'broadcast', 'completed', 'summary']);
  expect([refused.code, missing.code, none.code]).toEqual([2, 2, 2]);
  expect(refused.err).toMatch(/The scenario is invalid:\n\s+is not JSON/);
  expect(missing.err).toContain('cannot be read');
  expect([refused.out, missing.out, none.out]).toEqual(['', '', '']);
});
