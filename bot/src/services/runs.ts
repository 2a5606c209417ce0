import type { OrgId, TeamId } from '#contracts/ids.ts';
import type { Meeting } from '#contracts/meeting.ts';
import type { Occurrence } from '#contracts/occurrence.ts';
import { acceptsAnswer, instantsFor, isAsked } from '../domain/owing.ts';
import { dateOfRev } from '../domain/ids.ts';
import { msOf } from '../domain/time.ts';
import type { OutgoingMessage } from '../gateways/messenger.ts';
import { inOrg } from '../store/kind.ts';
import type { Records } from '../store/kind.ts';
import { answer as answerKind, occurrence as occurrenceKind } from '../store/kinds/run.ts';
import { meeting as meetingKind, teamPartition } from '../store/kinds/team.ts';
import { prefixRange } from '../store/port.ts';
import type { Actor } from './actor.ts';
import type { Known } from './chat.ts';
import type { Deps } from './deps.ts';
import { endingValues } from './ending.ts';
import type { Ending } from './ending.ts';
import type { NoticeButton, NoticeModel, Presenter, Reader } from './presenter.ts';
import { takenBy } from './runRows.ts';

export type HelpDeps = Pick<Deps, 'store' | 'clock' | 'publicUrl'> & { readonly presenter: Presenter };

const newestRun = async (records: Records<OrgId>, meeting: Meeting): Promise<Occurrence | undefined> => {
  const prefix = `R|${meeting.id}|`;
  const partition = teamPartition(records.scope, meeting.teamId);
  const page = await records.store.scan('Team', partition, prefixRange(prefix), { limit: 1, keysOnly: true });
  const rev = page.rows[0]?.rk.slice(prefix.length);
  if (rev === undefined) return undefined;
  const key = { teamId: meeting.teamId, meetingId: meeting.id, date: dateOfRev(rev) };
  return (await records.get(occurrenceKind, key))?.value;
};

/** Whether a run waits for this member now: asked, opened for them, not answered, still taken. */
const waitsFor = async (
  records: Records<OrgId>,
  run: Occurrence,
  teamId: TeamId,
  actor: Actor,
  now: number,
): Promise<boolean> => {
  const member = run.members.find((one) => one.memberId === actor.memberId);
  if (member === undefined || !isAsked(member)) return false;
  const opensAt = instantsFor(run, member)?.opensAt ?? run.opensAt;
  if (now < msOf(opensAt) || !acceptsAnswer(run, member.memberId, now)) return false;
  const { meetingId, date } = run;
  const given = await records.get(answerKind, { teamId, meetingId, date, memberId: member.memberId });
  return given === undefined || takenBy(run, given).length === 0;
};

/** The runs that wait for the caller, the next to close first. */
const openRuns = async (deps: HelpDeps, actor: Actor): Promise<Occurrence[]> => {
  const records = inOrg(deps.store, actor.orgId);
  const inTeam = async (teamId: TeamId): Promise<Occurrence[]> => {
    const rows = await records.list(meetingKind, { teamId, meetingId: '' as Meeting['id'] }, prefixRange('G|'));
    const mine = rows.filter(({ value }) => value.members.some((id) => id === actor.memberId));
    const runs = await Promise.all(
      mine.map(async ({ value }) => {
        const run = await newestRun(records, value);
        return run !== undefined && (await waitsFor(records, run, teamId, actor, deps.clock.now())) ? [run] : [];
      }),
    );
    return runs.flat();
  };
  const found = (await Promise.all(actor.teamIds.map(inTeam))).flat();
  return found.sort((a, b) => msOf(a.closesAt) - msOf(b.closesAt));
};

const dashboard = (url: string): NoticeButton => ({ kind: 'LINK', title: 'start.openDashboard', url });

const startButton: NoticeButton = { kind: 'COMMAND', title: 'help.startButton', command: 'start' };

/** By the meeting's id: names may be alike in two teams. */
const answerButton = ({ meetingId, meetingName }: Occurrence): NoticeButton => ({
  kind: 'COMMAND',
  title: 'help.answerButton',
  values: { meeting: meetingName },
  command: `start ${meetingId}`,
});

const unknown: NoticeModel = {
  title: { key: 'start.unknown' },
  lines: [{ key: 'start.unknownLine' }],
  buttons: [],
};

/** Politely, and with the way back: nothing is asked and nothing is taken any more. */
const farewell = (ending: Ending, { locale }: Reader): NoticeModel => {
  const values = endingValues(ending, locale);
  return {
    title: { key: 'bot.endingTitle', values },
    lines: [{ key: 'bot.endingLine', values }],
    buttons: [],
  };
};

/** For `hi`, `help` and whatever nobody understands: what waits for the caller, with a button each, and what can be said. */
export const help = async (deps: HelpDeps, { actor, reader, ending }: Known): Promise<OutgoingMessage> => {
  if (actor === undefined)
    return deps.presenter.notice(ending === undefined ? unknown : farewell(ending, reader), reader);
  const runs = await openRuns(deps, actor);
  const title: NoticeModel['title'] =
    runs.length === 0 ? { key: 'help.nothingTitle' } : { key: 'help.openTitle', values: { count: runs.length } };
  const buttons = runs.length === 0 ? [startButton, dashboard(deps.publicUrl)] : runs.map(answerButton);
  return deps.presenter.notice({ title, lines: [{ key: 'help.how' }], buttons }, reader);
};
