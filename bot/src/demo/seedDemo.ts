import type { MemberId, OrgId, TeamId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { meetingDraft } from '#contracts/meetings/meetingSchemasAndCalls.ts';
import type { Meeting, MeetingDraft } from '#contracts/meetings/meetingSchemasAndCalls.ts';
import type { QuestionDraft } from '#contracts/meetings/questionAndAnswerFormatSchemas.ts';
import type { Translate } from '#contracts/text/translateAndMessageKeyTypes.ts';
import { shardOf } from '../domain/core/shardOf.ts';
import { hourMs, toInstant } from '../domain/core/zonedTimeAndCalendarDates.ts';
import type { Actor } from '../services/core/actor.ts';
import { handleInstalled } from '../services/teamsSync/handleInstallAndTeamEvents.ts';
import { defaultQuestions, productDefaults } from '../services/meetings/productMeetingDefaults.ts';
import { storeMeeting } from '../services/meetings/storeMeeting.ts';
import { listAllMembers } from '../services/tenancy/listMembers.ts';
import { createAccount } from '../services/registration/claimEmailAndCreateAccount.ts';
import { updateRow } from '../services/core/optimisticUpdate.ts';
import { syncSender } from '../services/teamsSync/senderSyncAndPersonalInstall.ts';
import { deleteRows } from '../services/runs/writeOutboxAndDueRows.ts';
import { planNextRun } from '../services/runs/planNextRun.ts';
import { inOrg, scanRows } from '../store/recordKindsAndAccess.ts';
import { dayHoliday, dayVacation, holiday, vacation } from '../store/kinds/daysOff/vacationsAndHolidays.ts';
import { weekCards } from '../store/kinds/timesheets/weekCards.ts';
import { meeting } from '../store/kinds/meetings/meetingWithNameAndPointer.ts';
import { teamMember } from '../store/kinds/people/teamMember.ts';
import { teamPartition } from '../store/kinds/core/teamPartitionAndKeyParts.ts';
import { duePartition } from '../store/kinds/due/dueRow.ts';
import { instantKey } from '../store/kinds/core/instantKey.ts';
import { prefixRange } from '../store/tableStorePort.ts';
import type { Key } from '../store/tableStorePort.ts';
import { demoThread, otherThread, senderOf } from './silentDemoMessengerAndThreads.ts';
import type { DemoPlace } from './silentDemoMessengerAndThreads.ts';
import { historyDays, startHistory, workingDay } from './demoClockAndWorkingDays.ts';
import type { DemoDeps, History } from './demoClockAndWorkingDays.ts';
import { playDemoHistory } from './playDemoHistory.ts';
import type { IsOff } from './playDemoHistory.ts';
import { demoPassword, demoPeople, demoTeam, demoTenant, otherAdmin, otherTenant } from './demoPeopleAndTeams.ts';
import type { DemoPerson } from './demoPeopleAndTeams.ts';

const actorFor = async ({ deps, place }: History, person: DemoPerson, tid: string): Promise<Actor> => {
  const { actor } = await syncSender(deps, senderOf(person, tid, place));
  if (actor === undefined) throw new Error(`The demo roster lacks ${person.id}.`);
  return actor;
};

const giveAccount = async ({ deps }: History, actor: Actor, person: DemoPerson): Promise<void> => {
  const [firstName = '', lastName = ''] = person.name.split(' ');
  await createAccount(deps, {
    email: person.email,
    password: demoPassword,
    firstName,
    lastName,
    orgId: actor.orgId,
    memberId: actor.memberId,
    role: actor.role === 'admin' ? 'admin' : 'user',
    isConfirmed: true,
  });
};

const membersOf = (actors: readonly Actor[]): MemberId[] => actors.flatMap((actor) => actor.memberId ?? []);

/** Returns a scale question about the mood, so that the demo's retrospective has an average and a trend. */
const moodQuestion = (t: Translate, sequence: number): QuestionDraft => ({
  sequence,
  type: 'SCALE',
  text: t('demo.mood'),
  lowLabel: t('demo.moodLow'),
  highLabel: t('demo.moodHigh'),
});

const saveMeetings = async (
  history: History,
  teamId: TeamId,
  actors: readonly Actor[],
): Promise<{ readonly standup: Meeting; readonly retro: Meeting }> => {
  const { deps, place } = history;
  const [admin] = actors;
  if (admin === undefined) throw new Error('The demo needs people.');
  const t = deps.translateFor('en');
  const settings = productDefaults(t);
  const common = {
    timezone: place.zone,
    teamId,
    members: membersOf(actors),
    firstReminderMessage: settings.DefaultFirstReminderMessage,
    secondReminderMessage: settings.DefaultSecondReminderMessage,
    publicBroadcastMessage: settings.DefaultPublicBroadcastMessage,
  };
  const make = (draft: MeetingDraft): Promise<Meeting> => storeMeeting(deps, admin, meetingDraft.parse(draft));
  const retro = defaultQuestions(t, 'RETRO');
  const onFridays = { monday: false, tuesday: false, wednesday: false, thursday: false, friday: true };
  return {
    standup: await make({
      ...common,
      name: t('demo.standup'),
      time: 600,
      channelId: demoTeam.standupChannel,
      questions: defaultQuestions(t, 'STANDUP'),
    }),
    retro: await make({
      ...common,
      ...onFridays,
      name: t('demo.retro'),
      type: 'RETRO',
      interval: 'ALTWEEK',
      time: 900,
      questions: [...retro, moodQuestion(t, retro.length + 1)],
    }),
  };
};

interface Place {
  readonly orgId: OrgId;
  readonly teamId: TeamId;
}

/**
 * Stores one holiday in the past and one in the future, and two past and two future vacation days of the member `away`.
 * Returns the function that checks whether a member is off on a date.
 */
const daysOff = async ({ deps, today }: History, { orgId, teamId }: Place, away: MemberId): Promise<IsOff> => {
  const records = inOrg(deps.store, orgId);
  const holidays = [workingDay(today, -8), workingDay(today, 9)];
  const vacations = [-5, -4, 3, 4].map((steps) => workingDay(today, steps));
  for (const date of holidays) {
    await records.insert(holiday, { teamId, date }, { date, name: null });
    await records.insert(dayHoliday, { teamId, date }, { date });
  }
  for (const date of vacations) {
    await records.insert(vacation, { memberId: away, date }, { memberId: away, date });
    await records.insert(dayVacation, { teamId, date, memberId: away }, { memberId: away, date });
  }
  return ({ memberId }, date) => holidays.includes(date) || (memberId === away && vacations.includes(date));
};

/**
 * Plans the next runs after `now` and deletes the due rows of the past. So a run of today whose opening has passed is
 * neither missed nor opened late. A user can start it by hand.
 */
const planFromNow = async (
  { deps, place }: History,
  orgId: OrgId,
  meetings: readonly Meeting[],
  now: number,
): Promise<void> => {
  const until = instantKey(toInstant(now));
  const past: Key[] = [];
  for await (const row of scanRows(deps.store, 'Due', duePartition(shardOf(orgId)), { from: '0', to: `${until}~` }))
    past.push({ pk: row.pk, rk: row.rk });
  await deleteRows(deps.store, 'Due', past);
  for (const meeting of meetings) await planNextRun(deps, orgId, meeting, { zones: [place.zone], afterMs: now });
};

/**
 * Removes the chat ids and the approval cards of the history, because neither exists in the chat client of the demo:
 * that client opens its own chats.
 */
const forgetConversations = async ({ deps }: History, { orgId, teamId }: Place): Promise<void> => {
  const records = inOrg(deps.store, orgId);
  for (const { value } of await listAllMembers(records, teamId))
    await updateRow(records, teamMember, { teamId, memberId: value.memberId }, (row) => ({
      ...row,
      conversationId: null,
    }));
  const pk = teamPartition(orgId, teamId);
  const cards: Key[] = [];
  for await (const { rk } of scanRows(deps.store, weekCards.table, pk, prefixRange('V|'))) cards.push({ pk, rk });
  await deleteRows(deps.store, weekCards.table, cards);
};

const seedContoso = async (history: History, now: number): Promise<void> => {
  const [ann] = demoPeople;
  if (ann === undefined) return;
  const place = await handleInstalled(
    history.deps,
    demoThread(history.place),
    senderOf(ann, demoTenant, history.place),
  );
  const actors: Actor[] = [];
  for (const person of demoPeople) actors.push(await actorFor(history, person, demoTenant));
  for (const at of [0, 1]) {
    const [actor, person] = [actors[at], demoPeople[at]];
    if (actor !== undefined && person !== undefined) await giveAccount(history, actor, person);
  }
  const farid = actors.at(-1)?.memberId;
  if (farid === null || farid === undefined) return;
  const isOff = await daysOff(history, place, farid);
  const meetings = await saveMeetings(history, place.teamId, actors);
  await playDemoHistory(history, meetings, actors, isOff);
  await forgetConversations(history, place);
  const records = inOrg(history.deps.store, place.orgId);
  const current = await records.list(meeting, { teamId: place.teamId }, prefixRange('G|'));
  await planFromNow(
    history,
    place.orgId,
    current.map((row) => row.value),
    now,
  );
};

const seedFabrikam = async (history: History): Promise<void> => {
  await handleInstalled(history.deps, otherThread(history.place), senderOf(otherAdmin, otherTenant, history.place));
  await giveAccount(history, await actorFor(history, otherAdmin, otherTenant), otherAdmin);
};

/** Fills an empty store with the demo organisations and with a history of three weeks that ends now. */
export const seedDemo = async (deps: DemoDeps, place: DemoPlace): Promise<void> => {
  const now = deps.clock.now();
  const history = startHistory(deps, now, place);
  history.moveTo(now - historyDays * 24 * hourMs - 24 * hourMs);
  await seedContoso(history, now);
  await seedFabrikam(history);
};
