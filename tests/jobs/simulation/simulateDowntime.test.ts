import { story } from '../../support/worlds/buildAndPlayScenarios.ts';
import type { Played } from '../../support/worlds/buildAndPlayScenarios.ts';
import { playing, prompts, kinds } from './playAndSelectMessages.ts';

// Tests scenarios in which the server is down.

describe('a server that is down', () => {
  const downUntil = (to: string, meeting: Readonly<Record<string, unknown>> = {}): Promise<Played> =>
    playing({
      start: '2026-11-20T00:00:00Z',
      end: '2026-11-22T00:00:00Z',
      meeting,
      downtime: [{ from: '2026-11-20T08:30:00Z', to }],
    });

  it.each([
    ['08:59', ['09:00 prompt ann', '09:00 broadcast', '11:00 completed WINDOW_OVER', '11:00 summary']],
    ['09:10', ['09:10 prompt ann late', '09:10 broadcast', '11:00 completed WINDOW_OVER', '11:00 summary']],
    ['10:00', ['10:00 prompt ann late', '10:00 broadcast', '11:00 completed WINDOW_OVER', '11:00 summary']],
    ['10:01', ['10:01 missed DOWNTIME']],
    ['18:00', ['18:00 missed DOWNTIME']],
  ])('a server that is down until %s', async (to, expected) => {
    const played = await downUntil(`2026-11-20T${to}:00Z`);
    expect(story(played.lines).map((line) => line.slice(6))).toEqual(expected);
  });

  it('a server that was down never asks after the close, however short the window', async () => {
    const played = await downUntil('2026-11-20T09:30:00Z', { reportSummaryTime: 30 });
    expect(story(played.lines)).toEqual(['11-20 09:30 missed DOWNTIME']);
  });

  it('leaves a record of each day it was gone, and asks only in the run that is in time', async () => {
    const played = await playing({
      start: '2026-11-16T00:00:00Z',
      end: '2026-11-20T23:00:00Z',
      downtime: [{ from: '2026-11-16T12:00:00Z', to: '2026-11-19T09:45:00Z' }],
    });
    expect(story([...kinds(played, 'missed'), ...prompts(played)])).toEqual([
      '11-19 09:45 missed DOWNTIME',
      '11-19 09:45 missed DOWNTIME',
      '11-16 09:00 prompt ann',
      '11-19 09:45 prompt ann late',
      '11-20 09:00 prompt ann',
    ]);
    expect(kinds(played, 'missed').map((line) => line.date)).toEqual(['2026-11-17', '2026-11-18']);
  });

  // The server stops after the prompts and is off at the close at 11:00.
  it.each([
    ['2026-11-20T12:00:00Z', 'summary late'],
    ['2026-11-21T10:59:00Z', 'summary late'],
    ['2026-11-21T11:01:00Z', undefined],
  ])('back at %s: sends the summary up to a day late', async (to, expected) => {
    const played = await playing({
      start: '2026-11-20T00:00:00Z',
      end: '2026-11-22T12:00:00Z',
      downtime: [{ from: '2026-11-20T10:00:00Z', to }],
    });
    expect(story(kinds(played, 'summary')).map((line) => line.slice(12))).toEqual(
      expected === undefined ? [] : [expected],
    );
  });

  it('misses only the zones whose time was in the downtime', async () => {
    const played = await playing({
      start: '2026-11-19T00:00:00Z',
      end: '2026-11-20T22:00:00Z',
      zones: { tok: 'Asia/Tokyo', ber: 'Europe/Berlin', nyc: 'America/New_York' },
      meeting: { timeBasis: 'MEMBER', thursday: false },
      downtime: [{ from: '2026-11-20T08:00:00Z', to: '2026-11-20T14:00:00Z' }],
    });
    expect(story(played.lines).filter((line) => /prompt|missed/.test(line))).toEqual([
      '11-20 01:00 prompt tok',
      '11-20 14:00 missed ber TOO_LATE',
      '11-20 15:00 prompt nyc',
    ]);
  });

  it('is no reason to ask twice when it stops for ten minutes again and again', async () => {
    const stops = Array.from({ length: 30 }, (_, index) => ({
      from: new Date(Date.parse('2026-11-20T08:00:00Z') + index * 900_000).toISOString(),
      to: new Date(Date.parse('2026-11-20T08:10:00Z') + index * 900_000).toISOString(),
    }));
    const played = await playing({
      start: '2026-11-20T00:00:00Z',
      end: '2026-11-20T23:00:00Z',
      zones: { ann: 'Europe/Berlin', bob: 'Europe/Berlin' },
      meeting: { isReminderEnabled: true },
      downtime: stops,
    });
    expect(story(played.lines)).toEqual([
      '11-20 09:10 prompt ann late',
      '11-20 09:10 prompt bob late',
      '11-20 09:10 broadcast',
      '11-20 10:10 reminder1 ann late',
      '11-20 10:10 reminder1 bob late',
      '11-20 10:55 reminder2 ann late',
      '11-20 10:55 reminder2 bob late',
      '11-20 11:10 completed WINDOW_OVER',
      '11-20 11:10 summary late',
    ]);
  });
});
