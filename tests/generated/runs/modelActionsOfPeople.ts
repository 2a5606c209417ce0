import { hour, isLived } from './zoneClocksAndDateArithmetic.ts';
import { choose } from './modelSkipAndSnooze.ts';
import type { ChoiceEvent } from './modelSkipAndSnooze.ts';
import { cancel, mayMissSummary, settle } from './modelDueWorkAndMessages.ts';
import { doubtWaiting, followQuietChange } from './modelQuietHours.ts';
import { defined, scheduledInstants } from './modelSchedule.ts';
import type { MeetingFields, ScenarioEvent } from './runScenarioFormat.ts';
import { answersOf, isStillNamed, livedOn, planFrom, setOf } from './modelState.ts';
import type { Part, Person, Report, Run, State } from './modelState.ts';

// Applies the actions of people to the model's state, by the product rules.

interface Doing {
  readonly now: number;
  readonly startByHand: (state: State, report: Report, now: number) => void;
  readonly cancelToday: (state: State, report: Report, now: number) => void;
  readonly ask: (state: State, report: Report, run: Run, part: Part, now: number) => void;
}

const openRuns = (report: Report): Run[] => [...report.runs.values()].filter((run) => run.state === 'OPEN');

const ofTeam = (state: State, teamId: string): Report[] =>
  [...state.reports.values()].filter((report) => report.teamId === teamId);

const cancelAll = (state: State, report: Report, reason: string): void => {
  for (const run of openRuns(report)) cancel(state, report, run, reason);
};

const doubt = (run: Run | undefined, why: string): void => {
  if (run !== undefined) run.unsure ??= why;
};

/** Edits a report. Open runs keep their instants and questions; only later runs follow the change. */
const edit = (state: State, report: Report, meetingFields: MeetingFields, now: number): void => {
  if (report.isDeleted) return;
  const before = report.definition;
  // Only members of the team can be listed, and each save removes those who left.
  const isThere = (id: string): boolean => state.people.get(id)?.isThere === true;
  const members = (meetingFields.members ?? before.members).filter(isThere);
  const observers = (meetingFields.observers ?? before.observers).filter(isThere);
  // The product refuses a report without members, so nothing changes.
  if (members.length === 0) return;
  report.definition = defined({ ...meetingFields, members, observers }, before);
  for (const id of before.observers) if (!report.definition.observers.includes(id)) mayMissSummary(state, id, now);
  planFrom(state, report, now);
  const removed = before.members.filter((id) => isThere(id) && !isStillNamed(report.definition, id));
  // A removed member no longer owes an answer. The rules do not define when a run without members ends, so such a run
  // is not judged.
  for (const run of openRuns(report))
    if (run.parts.some((part) => removed.includes(part.memberId))) doubt(run, 'a member was taken off');
};

const changeMeeting = (
  state: State,
  event: Exclude<Extract<ScenarioEvent, { meetingId: string }>, ChoiceEvent>,
  doing: Doing,
): void => {
  const { now } = doing;
  const report = state.reports.get(event.meetingId);
  if (report === undefined || report.isDeleted) return;
  if (event.do !== 'start' && event.do !== 'cancel')
    for (const run of report.runs.values())
      if (run.parts.some((part) => part.waits !== null)) doubt(run, 'a change of the report while a prompt waits');
  switch (event.do) {
    case 'edit':
      edit(state, report, event.change, now);
      return;
    case 'deactivate':
      report.isEnabled = false;
      cancelAll(state, report, 'DEACTIVATED');
      return;
    case 'activate':
      if (report.isEnabled) return;
      report.isEnabled = true;
      planFrom(state, report, now);
      return;
    case 'delete':
      report.isDeleted = true;
      cancelAll(state, report, 'DELETED');
      return;
    case 'start':
      doing.startByHand(state, report, now);
      return;
    case 'cancel': {
      const run = event.date === undefined ? undefined : report.runs.get(event.date);
      if (event.date === undefined) doing.cancelToday(state, report, now);
      else if (run !== undefined) cancel(state, report, run, 'CANCELLED_TODAY');
    }
  }
};

/**
 * Applies a change of a person's vacation to the open runs. A vacation that is saved before the member's opening
 * removes the prompt; a later one only stops the reminders.
 */
const followVacation = (
  state: State,
  person: Person,
  { dates, isAdded }: { readonly dates: ReadonlySet<string>; readonly isAdded: boolean },
  now: number,
): void => {
  for (const report of state.reports.values())
    for (const run of openRuns(report)) {
      const part = run.parts.find((item) => item.memberId === person.id);
      if (part === undefined || part.away === 'HOLIDAY') continue;
      const { opens } = setOf(run, part);
      if (!dates.has(livedOn(run.definition, person, opens))) continue;
      if (opens > now) part.away = isAdded ? 'VACATION' : null;
      else part.isAwaySince = isAdded;
      settle(state, report, run, now);
    }
};

const changeDays = (state: State, event: Extract<ScenarioEvent, { dates: readonly string[] }>, now: number): void => {
  const dates = new Set(event.dates);
  if ('teamId' in event) {
    const holidays = state.holidays.get(event.teamId) ?? new Set<string>();
    state.holidays.set(event.teamId, holidays);
    for (const date of dates)
      if (event.do === 'holiday') holidays.add(date);
      else holidays.delete(date);
    if (event.do === 'workday') return;
    for (const report of ofTeam(state, event.teamId))
      for (const run of openRuns(report)) if (dates.has(run.date)) cancel(state, report, run, 'HOLIDAY');
    return;
  }
  const person = state.people.get(event.memberId);
  if (person === undefined) return;
  for (const date of dates)
    if (event.do === 'vacation') person.vacations.add(date);
    else person.vacations.delete(date);
  doubtWaiting(state, person.id, 'a vacation while a prompt waits');
  followVacation(state, person, { dates, isAdded: event.do === 'vacation' }, now);
};

interface Moving {
  readonly report: Report;
  readonly run: Run;
  readonly part: Part;
  readonly zone: string;
}

/**
 * Moves a member of an open run to another zone. A member who moves before the prompt is prompted at the opening in the
 * new zone, or at once if that opening has already passed.
 */
const moveInRun = (state: State, { report, run, part, zone }: Moving, { now, ask }: Doing): void => {
  const before = setOf(run, part);
  if (run.state !== 'OPEN' || run.isManual || part.zone === zone || !isLived(run.date, zone)) return;
  const isPast = before.opens <= now;
  if (isPast && !(part.isPassedOver && !answersOf(report, run.date).has(part.memberId))) return;
  if (report.definition !== run.definition) doubt(run, 'a move after an edit');
  if (part.away !== null) doubt(run, 'a move of somebody who is away');
  const set = run.sets.get(zone) ?? scheduledInstants(run.definition, zone, run.date, report.firstRun ?? run.date);
  if (isPast && set.opens <= now) return;
  run.sets.set(zone, set);
  part.zone = zone;
  part.isPassedOver = false;
  if (set.opens <= now) {
    run.done.add(`${zone} prompt`);
    ask(state, report, run, part, now);
  }
};

const move = (state: State, person: Person, zone: string, doing: Doing): void => {
  for (const report of state.reports.values()) {
    const { byMember, members } = report.definition;
    // An edit of the report changes neither the time basis nor the members of an open run.
    for (const run of openRuns(report)) {
      const part = run.parts.find((item) => item.memberId === person.id);
      const isFollowed = byMember || run.definition.byMember;
      if (part !== undefined && isFollowed) moveInRun(state, { report, run, part, zone }, doing);
    }
    if (!byMember || !members.includes(person.id) || report.isDeleted) continue;
    // If the opening in the new zone passed more than an hour ago, the product opens no run.
    report.plannedFrom = Math.max(report.plannedFrom, doing.now - hour - 1);
  }
  person.zone = zone;
  followQuietChange(state, person, doing.now);
};

const changePlace = (
  state: State,
  event: Extract<ScenarioEvent, { teamId: string; memberId: string }>,
  person: Person,
  now: number,
): void => {
  const wasThere = person.isThere && person.isEnabled;
  if (event.do === 'join' || event.do === 'leave') person.isThere = event.do === 'join';
  else person.isEnabled = event.do === 'enable';
  if (event.do === 'join') person.unreachableSince = null;
  if (event.do === 'leave' || event.do === 'disable') mayMissSummary(state, person.id, now);
  for (const report of ofTeam(state, event.teamId))
    for (const run of openRuns(report)) {
      const isPart = run.parts.some((part) => part.memberId === person.id);
      // The rules do not define what happens if a member returns during a run, so the run is not judged.
      if (isPart && !wasThere) doubt(run, 'a member is back');
      if (isPart) settle(state, report, run, now);
    }
};

export const act = (state: State, event: ScenarioEvent, doing: Doing): void => {
  const { now } = doing;
  if (event.do === 'skip' || event.do === 'snooze') {
    choose(state, event, now);
    return;
  }
  if ('meetingId' in event) {
    changeMeeting(state, event, doing);
    return;
  }
  if ('dates' in event) {
    changeDays(state, event, now);
    return;
  }
  const person = state.people.get(event.memberId);
  if (person === undefined) return;
  if (event.do !== 'mute' && event.do !== 'unmute' && event.do !== 'move' && event.do !== 'quiet')
    doubtWaiting(state, person.id, 'an absence while a prompt waits');
  switch (event.do) {
    case 'join':
    case 'leave':
    case 'disable':
    case 'enable':
      changePlace(state, event, person, now);
      return;
    case 'move':
      person.unreachableSince = null;
      move(state, person, event.timezone, doing);
      return;
    case 'mute':
    case 'unmute':
      person.isMuted = event.do === 'mute';
      return;
    case 'quiet':
      if (!person.isThere) return;
      person.quiet = event.quietHours;
      followQuietChange(state, person, now);
      return;
    case 'block':
      person.isRefusing = true;
      mayMissSummary(state, person.id, now);
      return;
    case 'unblock':
      person.isRefusing = false;
      person.unreachableSince = null;
  }
};
