import { AppError } from '#contracts/errors.ts';
import type { MemberId, OrgId } from '#contracts/ids.ts';
import { meetingId as meetingIdSchema } from '#contracts/ids.ts';
import type { Meeting } from '#contracts/meeting.ts';
import { matchName } from '../domain/ids.ts';
import type { OutgoingMessage } from '../gateways/messenger.ts';
import { inOrg } from '../store/kind.ts';
import type { Records } from '../store/kind.ts';
import { teamMember } from '../store/kinds/team.ts';
import type { Actor } from './actor.ts';
import { showCard } from './answers.ts';
import type { AnswerDeps } from './answers.ts';
import { comingFor } from './answerOffer.ts';
import type { Coming } from './answerOffer.ts';
import { findTarget } from './answerTarget.ts';
import type { NoticeLine, NoticeModel, Reader } from './presenter.ts';
import { meetingsFor } from './starts.ts';
import type { StartRequest } from './starts.ts';
import { choose, notFound } from './startNotices.ts';

// `tomorrow [name]`: the card of the next run before it opens (decisions.md D4, "An answer ahead").

/** A member of a meeting, and what is ahead of them there. */
interface Found {
  readonly meeting: Meeting;
  readonly coming: Coming;
}

type Answerable = Found & { readonly coming: Extract<Coming, { readonly kind: 'ANSWERABLE' }> };

const isAnswerable = (one: Found): one is Answerable => one.coming.kind === 'ANSWERABLE';

const lineOf = ({ meeting: { name: meeting }, coming }: Found): NoticeLine => {
  switch (coming.kind) {
    case 'TOO_EARLY':
    case 'ANSWERABLE':
      return { key: 'tomorrow.opens', values: { meeting }, opens: { date: coming.date, at: coming.opensAt } };
    case 'AWAY':
      return {
        key: 'tomorrow.away',
        values: { meeting, away: coming.away },
        opens: { date: coming.date, at: coming.opensAt },
      };
    case 'NONE':
      return { key: 'tomorrow.noRun', values: { meeting } };
  }
};

const mostLines = 5;

const notYet = (found: readonly Found[]): NoticeModel => ({
  title: { key: 'tomorrow.notYet' },
  lines: [...found.slice(0, mostLines).map(lineOf), { key: 'tomorrow.how' }],
  buttons: [],
});

const none: NoticeModel = { title: { key: 'tomorrow.notYet' }, lines: [{ key: 'tomorrow.none' }], buttons: [] };

const inOwnChat: NoticeModel = {
  title: { key: 'tomorrow.inOwnChat' },
  lines: [{ key: 'tomorrow.inOwnChatLine' }],
  buttons: [],
};

/** Those that ask the caller. */
const ownMeetings = async (
  deps: AnswerDeps,
  actor: Actor,
  memberId: MemberId,
  { thread }: StartRequest,
): Promise<Meeting[]> =>
  (await meetingsFor(deps, actor, thread))
    .map((one) => one.value)
    .filter((one) => one.isEnabled && one.members.includes(memberId));

const meantOf = (meetings: readonly Meeting[], { query, meetingId }: StartRequest): Meeting[] => {
  const id = meetingId ?? meetingIdSchema.safeParse(query.trim()).data;
  return id === undefined ? matchName(query.trim(), meetings) : meetings.filter((one) => one.id === id);
};

const cardOf = async (
  deps: AnswerDeps,
  records: Records<OrgId>,
  { locale, timezone }: Reader,
  { meeting, coming, memberId }: Answerable & { readonly memberId: MemberId },
): Promise<OutgoingMessage> => {
  const { id: meetingId, teamId } = meeting;
  const run = { orgId: records.scope, teamId, meetingId, date: coming.date, memberId };
  try {
    const target = await findTarget(deps, records, run, deps.clock.now());
    return (await showCard(deps, { target, who: { member: { timezone }, locale }, edit: false })).message;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    // The meeting changed a moment ago, or somebody who is switched off asks.
    const lines = [{ key: `error.${error.code}` }] as const;
    return deps.presenter.notice({ title: { key: 'tomorrow.notYet' }, lines, buttons: [] }, { locale, timezone });
  }
};

/** The caller's card of the next run, to fill in before it opens; what cannot be is said, not thrown. */
export const tomorrow = async (
  deps: AnswerDeps,
  actor: Actor,
  reader: Reader,
  request: StartRequest,
): Promise<OutgoingMessage> => {
  const notice = (model: NoticeModel): OutgoingMessage => deps.presenter.notice(model, reader);
  const { memberId, orgId } = actor;
  if (memberId === null) return notice(none);
  // A card is a person's own: never shown to a channel.
  if (request.thread !== null) return notice(inOwnChat);
  const meetings = await ownMeetings(deps, actor, memberId, request);
  if (meetings.length === 0) return notice(none);
  const meant = meantOf(meetings, request);
  if (meant.length === 0) return notice(notFound('tomorrow', request.query, meetings));
  const records = inOrg(deps.store, orgId);
  const now = deps.clock.now();
  const found = await Promise.all(
    meant.map(async (meeting): Promise<Found> => {
      const { teamId, id: meetingId } = meeting;
      const row = await records.get(teamMember, { teamId, memberId });
      const who = { orgId, teamId, meetingId, memberId, timezone: row?.value.timezone ?? null };
      return { meeting, coming: await comingFor(deps, records, who, now) };
    }),
  );
  const [first, ...others] = found.filter(isAnswerable);
  if (first === undefined) return notice(notYet(found));
  if (others.length === 0) return cardOf(deps, records, reader, { ...first, memberId });
  return notice(
    choose(
      'tomorrow',
      [first, ...others].map((one) => one.meeting),
    ),
  );
};
