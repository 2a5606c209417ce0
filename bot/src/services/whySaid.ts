import { meetingId as meetingIdSchema } from '#contracts/ids.ts';
import type { Meeting } from '#contracts/meeting.ts';
import { matchName } from '../domain/ids.ts';
import type { OutgoingMessage } from '../gateways/messenger.ts';
import type { Actor } from './actor.ts';
import type { NoticeLine, NoticeModel, Presenter, Reader } from './presenter.ts';
import { meetingsFor } from './starts.ts';
import type { StartRequest } from './starts.ts';
import { why } from './whys.ts';
import type { WhyDeps } from './whys.ts';

// `why [name]`: why the caller was asked today, or was not.

export type WhySaidDeps = WhyDeps & { readonly presenter: Presenter };

const none: NoticeModel = { title: { key: 'whySaid.title' }, lines: [{ key: 'whySaid.none' }], buttons: [] };

/** Whether somebody is on vacation is not for a channel to read. */
const inOwnChat: NoticeModel = {
  title: { key: 'whySaid.inOwnChat' },
  lines: [{ key: 'whySaid.inOwnChatLine' }],
  buttons: [],
};

const mostLines = 5;

/**
 * By name any of their teams, so that "not one of its members" is said too. Without one, or with words that name none
 * ("why was I not asked?"), those that ask the caller.
 */
const meantOf = (
  meetings: readonly Meeting[],
  actor: Actor,
  { query, meetingId }: StartRequest,
): readonly Meeting[] => {
  const said = query.replace(/[?!.\s]+$/u, '').trim();
  const id = meetingId ?? meetingIdSchema.safeParse(said).data;
  const named = id === undefined ? matchName(said, meetings) : meetings.filter((one) => one.id === id);
  if (said !== '' && named.length > 0) return named;
  if (id !== undefined) return named;
  const own = meetings.filter((one) => one.members.some((memberId) => memberId === actor.memberId));
  return own.length > 0 ? own : meetings;
};

/** A line a report, each about today by the report's own clock. */
export const saidWhy = async (
  deps: WhySaidDeps,
  actor: Actor,
  reader: Reader,
  request: StartRequest,
): Promise<OutgoingMessage> => {
  const notice = (model: NoticeModel): OutgoingMessage => deps.presenter.notice(model, reader);
  const { memberId } = actor;
  if (memberId === null) return notice(none);
  if (request.thread !== null) return notice(inOwnChat);
  const meetings = (await meetingsFor(deps, actor, null)).map((one) => one.value);
  if (meetings.length === 0) return notice(none);
  const meant = meantOf(meetings, actor, request);
  if (meant.length === 0) return notice(none);
  const lines = await Promise.all(
    meant.slice(0, mostLines).map(async ({ id: meetingId, name }): Promise<NoticeLine> => {
      const { text } = await why(deps, { ...actor, locale: reader.locale }, { meetingId, memberId });
      return { key: 'whySaid.line', values: { meeting: name, text } };
    }),
  );
  return notice({ title: { key: 'whySaid.title' }, lines, buttons: [] });
};
