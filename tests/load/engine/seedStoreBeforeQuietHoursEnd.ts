import { startEngine, seedFile } from './startEnginesAndReadArrivals.ts';
import type { Place } from './startEnginesAndReadArrivals.ts';
import { reminderRule } from './blockerWeekScriptAndOwedMessages.ts';

// A store at the moment before many messages are due at once: at 09:00 on Friday, 20 November 2026, the quiet hours of
// most members end, so their prompts of 08:30 are due, and so are the reminders and escalations of two blockers.

const answeringPeople = 8;

export const owedAtNine: readonly string[] = [
  ...['own-reminder 2026-11-20 p1', 'escalation 2026-11-20 p1'],
  ...['reminder 2026-11-20 p2', 'escalation 2026-11-20 p2'],
];

export interface QuietEnd {
  readonly place: Place;
  /** Members whose prompt waits for the end of their quiet hours. */
  readonly waiting: readonly string[];
}

/** Plays Wednesday, Thursday and Friday until ten seconds before nine, when the blockers are two working days old. */
export const playUntilQuietHoursEnd = async (file: string, serviceUrl: string, people: number): Promise<QuietEnd> => {
  const at = Date.parse('2026-11-18T07:00:00Z');
  const quiet = new Map(
    Array.from({ length: people - answeringPeople }, (_, index) => [
      answeringPeople + index,
      { from: 20 * 60, to: 9 * 60 },
    ]),
  );
  const meeting = { ...reminderRule, time: 8 * 60 + 30, reportSummaryTime: 150 };
  const place = await seedFile(file, { serviceUrl, people, at, quiet, meeting });
  const until = Date.parse('2026-11-20T08:59:50Z');
  const lines = await startEngine(place, { start: at, until, hasBlockers: true, keepsTime: true }).ended;
  if (lines.at(-1) !== 'done') throw new Error(`The days before were not played: ${lines.slice(-5).join(' · ')}`);
  return { place, waiting: place.members.slice(answeringPeople) };
};
