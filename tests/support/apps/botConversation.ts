import type { TeamId } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { Meeting } from '#contracts/meetings/meetingSchemasAndCalls.ts';
import { aCard } from '../data/messagesWithReadableCards.ts';
import type { ReadableMessage } from '../data/messagesWithReadableCards.ts';
import { answerCommand } from '../../../bot/src/services/chatCommands/answerCommand.ts';
import { answerPressedRun } from '../../../bot/src/services/answers/runCardOrWaitingRuns.ts';
import { cardAction } from '../../../bot/src/services/answers/cardActions/runCardActions.ts';
import { muteCommand } from '../../../bot/src/services/chatCommands/muteCommand.ts';
import { planNextRun } from '../../../bot/src/services/runs/planNextRun.ts';
import { zonesOfMeetingMembers } from '../../../bot/src/services/runs/zonesOfMeetingMembers.ts';
import { replyPrivately } from '../../../bot/src/services/chatCommands/privateReply.ts';
import { helpCommand } from '../../../bot/src/services/chatCommands/helpCommand.ts';
import { syncSender } from '../../../bot/src/services/teamsSync/senderSyncAndPersonalInstall.ts';
import { startCommand } from '../../../bot/src/services/chatCommands/startCommand.ts';
import { tomorrowCommand } from '../../../bot/src/services/chatCommands/tomorrowCommand.ts';
import { whyCommand } from '../../../bot/src/services/chatCommands/whyCommand.ts';
import { inOrg, outside } from '../../../bot/src/store/recordKindsAndAccess.ts';
import { threadTeam } from '../../../bot/src/store/kinds/organisations/organisationLookups.ts';
import {
  memberTeam,
  teamMemberPointer,
} from '../../../bot/src/store/kinds/organisations/teamsOfMemberAndMembersOfTeam.ts';
import {
  meeting as meetingKind,
  meetingName,
  meetingPointer,
} from '../../../bot/src/store/kinds/meetings/meetingWithNameAndPointer.ts';
import { orgMember } from '../../../bot/src/store/kinds/organisations/organisationUserAndMember.ts';
import { orgTeam, team as teamKind } from '../../../bot/src/store/kinds/organisations/teamAndChannel.ts';
import { teamMember } from '../../../bot/src/store/kinds/people/teamMember.ts';
import { botAccount } from '../data/inboundActivities.ts';
import { presenter, recordingServices, startBotApp } from './botAppWithRecordingServices.ts';
import { aMeeting, aMemberId, anInstant, aTeamId } from '../data/idDateAndRecordBuilders.ts';
import { buttonsOf, textOf } from '../data/readAndCheckCards.ts';
import { aTeamMember, oidOf, threadId, tid } from '../data/seedTenantsAndTeamMembers.ts';
import type { World } from '../worlds/teamWorldWithEngine.ts';

// Lets people talk with the bot over the real handler, services and cards. Only the chat service is fake.

type Json = Readonly<Record<string, unknown>>;
type Place = 'personal' | 'channel' | 'groupChat';

/** A message of the bot in the form in which a person sees it: the text, the titles of the buttons, and the card. */
export interface Heard {
  readonly text: string;
  readonly buttons: readonly string[];
  readonly card: Json;
}

export interface Turn {
  readonly here: readonly Heard[];
  /** Messages that the bot sent to the person's private chat; empty unless the person wrote in another chat. */
  readonly aside: readonly Heard[];
}

interface MessageOrigin {
  readonly place?: Place;
  readonly threadId?: string;
  readonly locale?: string;
  /** The zone that the chat client sends with the activity. */
  readonly clientZone?: string;
}

export interface Dialogue {
  sendText(name: string, text: string, where?: MessageOrigin): Promise<Turn>;
  /** Presses the button whose title starts with `title`, or sends button data that an old card may still contain. */
  press(
    name: string,
    button: Json | { readonly on: Heard; readonly title: string },
    where?: MessageOrigin,
  ): Promise<Turn>;
  close(): Promise<void>;
}

const heard = (card: unknown): Heard => {
  const message = aCard(card as ReadableMessage['card']);
  return { card: message.card, text: textOf(message), buttons: buttonsOf(message) };
};

const conversationOf = (name: string, { place = 'personal', threadId: thread = threadId }: MessageOrigin): Json => {
  const base = { conversationType: place, tenantId: tid };
  switch (place) {
    case 'personal':
      return { ...base, id: `chat-${name}` };
    case 'channel':
      return { ...base, isGroup: true, id: `${thread};messageid=1` };
    case 'groupChat':
      return { ...base, isGroup: true, id: thread };
  }
};

const activityOf = (serviceUrl: string, name: string, where: MessageOrigin): Json => {
  const { place = 'personal', threadId: thread = threadId, locale = 'en', clientZone = 'Europe/Berlin' } = where;
  return {
    ...{ type: 'message', id: 'activity-1', channelId: 'msteams', serviceUrl, recipient: botAccount, locale },
    from: { id: name, name, aadObjectId: oidOf(name) },
    conversation: conversationOf(name, where),
    channelData: {
      tenant: { id: tid },
      ...(place === 'channel' ? { team: { id: thread }, channel: { id: thread } } : {}),
    },
    localTimezone: clientZone,
    entities: [],
  };
};

const mentioning = `<at>${botAccount.name}</at>`;
const mention = { type: 'mention', mentioned: botAccount, text: mentioning };

/** Returns the data that a client sends for the button whose title starts with this text. */
const dataOf = ({ card, buttons }: Heard, title: string): Json => {
  const actions = (card['actions'] ?? []) as Json[];
  const match = actions.find((action) => String(action['title']).startsWith(title));
  if (match === undefined) throw new Error(`No button "${title}" among: ${buttons.join(', ')}`);
  return match['data'] as Json;
};

export const aDialogue = async (world: World): Promise<Dialogue> => {
  const deps = { ...world.starting, presenter };
  const app = await startBotApp({
    services: {
      ...recordingServices().services,
      syncSender: (sender) => syncSender(deps, sender),
      start: (...args) => startCommand(deps, ...args),
      answer: (actor, reader, request) => answerCommand(deps, { actor, reader }, request),
      answerRun: (actor, reader, data) => answerPressedRun(deps, { actor, reader }, data),
      tomorrow: (...args) => tomorrowCommand(deps, ...args),
      why: (...args) => whyCommand(deps, ...args),
      mute: (...args) => muteCommand(deps, ...args),
      help: (known) => helpCommand(deps, known),
      cardAction: (sender, press) => cardAction(deps, sender, press),
      answerPrivately: (to, message) => replyPrivately({ ...deps, messenger: world.messenger }, to, message),
    },
  });
  const turn = async (activity: Json): Promise<Turn> => {
    app.connector.forget();
    const before = world.messenger.calls.length;
    expect((await app.post(activity)).status).toBe(200);
    expect(app.log.lines.filter(({ level }) => level === 'error')).toEqual([]);
    return {
      here: app.connector.cards().map(heard),
      aside: world.messenger.calls.slice(before).map(({ message }) => heard(message.card)),
    };
  };
  return {
    sendText: (name, text, where = {}) => {
      const activity = activityOf(app.connector.url, name, where);
      const isPersonal = (where.place ?? 'personal') === 'personal';
      return turn({
        ...activity,
        text: isPersonal ? text : `${mentioning} ${text}`,
        entities: isPersonal ? [] : [mention],
      });
    },
    press: (name, button, where = {}) => {
      const value = 'on' in button && 'title' in button ? dataOf(button.on as Heard, String(button.title)) : button;
      return turn({ ...activityOf(app.connector.url, name, where), replyToId: 'card-1', value });
    },
    close: () => app.close(),
  };
};

/** Returns the single message of a turn, and fails if there are several or none. */
export const only = (messages: readonly Heard[]): Heard => {
  const [first, ...others] = messages;
  if (first === undefined || others.length > 0) throw new Error(`Expected one message, not ${messages.length}.`);
  return first;
};

export const setRole = async (world: World, name: string, role: 'user' | 'admin'): Promise<void> => {
  const records = inOrg(world.store, world.orgId);
  const key = { memberId: aMemberId(name) };
  const row = await records.get(orgMember, key);
  if (row !== undefined) await records.replace(orgMember, key, { ...row.value, role }, row.etag);
};

export const addTeam = async (world: World, name: string, people: readonly string[]): Promise<TeamId> => {
  const records = inOrg(world.store, world.orgId);
  const teamId = aTeamId(name);
  const facts = { teamId, name, state: 'CONNECTED' } as const;
  const chat = { kind: 'TEAM', tid, threadId: `19:${name}@thread.tacv2`, serviceUrl: 'http://127.0.0.1/' } as const;
  const createdOn = anInstant('2026-11-01T08:00:00Z');
  await outside(world.store).insert(threadTeam, chat, { orgId: world.orgId, teamId });
  await records.insert(orgTeam, { teamId }, facts);
  await records.insert(teamKind, { teamId }, { ...facts, ...chat, language: null, createdOn });
  for (const person of people) {
    const memberId = aMemberId(person);
    await records.transact([
      records.insertStep(memberTeam, { memberId, teamId }, { teamId }),
      records.insertStep(teamMemberPointer, { memberId, teamId }, { memberId }),
    ]);
    await records.insert(teamMember, { memberId, teamId }, aTeamMember(person));
  }
  return teamId;
};

/** Adds a meeting to its team and plans its runs, as a save does. */
export const addMeeting = async (
  world: World,
  change: Partial<Meeting> & Pick<Meeting, 'teamId' | 'id'>,
): Promise<void> => {
  const records = inOrg(world.store, world.orgId);
  const meeting = aMeeting(change);
  const key = { teamId: meeting.teamId, meetingId: meeting.id };
  await planNextRun(world, world.orgId, meeting, {
    zones: zonesOfMeetingMembers(meeting, []),
    afterMs: world.clock.now(),
  });
  await records.insert(meetingPointer, key, key);
  await records.transact([
    records.insertStep(meetingKind, key, meeting),
    records.insertStep(meetingName, meeting, { meetingId: meeting.id }),
  ]);
};
