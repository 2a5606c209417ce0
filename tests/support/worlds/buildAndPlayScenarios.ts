import { parseScenario } from '../../../bot/src/simulation/parseScenario.ts';
import { simulate } from '../../../bot/src/simulation/simulate.ts';
import type { PrintedLine } from '../../../bot/src/simulation/simulate.ts';
import { translateFor } from '../../../bot/src/translate.ts';

// Builds scenarios from the parts that a test names. Local times come from Intl, which shares no code with the product.

export interface ScenarioPart {
  readonly start: string;
  readonly end: string;
  /** Zone by member id; the id is also the member's name. */
  readonly zones?: Readonly<Record<string, string | null>>;
  readonly holidays?: readonly string[];
  readonly vacations?: Readonly<Record<string, readonly string[]>>;
  readonly unreachable?: readonly string[];
  readonly meeting?: Readonly<Record<string, unknown>>;
  readonly answers?: readonly Readonly<Record<string, unknown>>[];
  readonly downtime?: readonly { readonly from: string; readonly to: string }[];
}

const questions = [{ id: 'done', sequence: 1, text: 'What did you get done?', type: 'TEXT' }];

/**
 * Returns a scenario with one team and one meeting at 10:00 in Berlin, a window of two hours and no reminders, unless
 * `part` overrides it.
 */
export const aScenario = (part: ScenarioPart) => {
  const { zones = { ann: 'Europe/Berlin' }, vacations = {}, unreachable = [], answers = [] } = part;
  const members = Object.keys(zones);
  return {
    start: part.start,
    end: part.end,
    teams: [
      {
        id: 'team',
        name: 'Platform',
        holidays: part.holidays ?? [],
        members: members.map((id) => ({
          id,
          name: id,
          timezone: zones[id],
          vacations: vacations[id] ?? [],
          ...(unreachable.includes(id) ? { unreachable: true } : {}),
        })),
      },
    ],
    meetings: [
      {
        ...{ id: 'daily', name: 'Daily', teamId: 'team', members, questions },
        ...{ time: 600, timezone: 'Europe/Berlin', isReminderEnabled: false },
        ...part.meeting,
      },
    ],
    answers: answers.map((answer) => ({ meetingId: 'daily', values: { done: 'Much' }, ...answer })),
    downtime: part.downtime ?? [],
  };
};

export interface Played {
  readonly lines: readonly PrintedLine[];
  readonly notes: readonly string[];
}

export const play = async (scenario: object): Promise<Played> => {
  const lines: PrintedLine[] = [];
  const notes: string[] = [];
  await simulate(parseScenario(JSON.stringify(scenario), translateFor('en')), {
    line: (line) => lines.push(line),
    note: (text) => notes.push(text),
  });
  return { lines, notes };
};

const clocks = new Map<string, Intl.DateTimeFormat>();

/**
 * Formats an instant in a zone as "Mon 2026-03-02 09:30", by Intl alone, because it must not share code with the
 * product.
 */
export const localTime = (at: string, zone: string): string => {
  const format =
    clocks.get(zone) ??
    new Intl.DateTimeFormat('en-GB', {
      ...{ timeZone: zone, weekday: 'short', hourCycle: 'h23' },
      ...{ year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit' },
    });
  clocks.set(zone, format);
  const parts = new Map(format.formatToParts(new Date(at)).map(({ type, value }) => [type, value]));
  const of = (type: Intl.DateTimeFormatPartTypes): string => parts.get(type) ?? '';
  return `${of('weekday')} ${of('year')}-${of('month')}-${of('day')} ${of('hour')}:${of('minute')}`;
};

/** Returns lines such as "03-02 09:30 prompt ann late", in the order of output. */
export const story = (lines: readonly PrintedLine[], zone = 'UTC'): string[] =>
  lines.map(({ at, kind, memberId, late, reason }) =>
    [localTime(at, zone).slice(9), kind, memberId, late === true ? 'late' : undefined, reason]
      .filter((part) => part !== undefined)
      .join(' '),
  );
