import type { MemberId } from '#contracts/ids.ts';
import type { MessageKey } from '#contracts/text/keys.ts';
import { spokenOr } from '#contracts/text/languages.ts';
import type { Language } from '#contracts/text/languages.ts';
import { AppError } from '#contracts/errors.ts';
import { digestOf } from '../domain/ids.ts';
import { dayInWords, durationInWords } from '../domain/inWords.ts';
import { isBeforeRestore, whyNotTold } from '../domain/sending.ts';
import { MessengerError } from '../gateways/messenger.ts';
import type { OutgoingMessage, PersonTarget, SentMessage } from '../gateways/messenger.ts';
import { inOrg } from '../store/kind.ts';
import type { ValueOf } from '../store/kind.ts';
import { weekCards } from '../store/kinds/run.ts';
import { team as teamKind, teamMember } from '../store/kinds/team.ts';
import type { Etag } from '../store/port.ts';
import { allMembers } from '../services/members.ts';
import type { TeamMember } from '../services/members.ts';
import { patched, retryOnConflict, revise } from '../services/revise.ts';
import { isAsking } from '../services/paying.ts';
import { readWeekFacts, stateOf, weekSum } from '../services/timesheetWeeks.ts';
import type { WeekFacts } from '../services/timesheetWeeks.ts';
import { approversOf, weekModel } from '../services/weekCardModel.ts';
import { weekLink } from '../services/links.ts';
import type { NoticeLine, Reader } from '../services/presenter.ts';
import { languageIn } from '../services/teamLanguage.ts';
import { memberZone } from '../services/timesheetFilter.ts';
import { msOf, toInstant } from '../domain/time.ts';
import { mayBegin } from './claims.ts';
import type { Claimed } from './claims.ts';
import type { JobDeps } from './jobDeps.ts';
import { earliest, rest } from './keeping.ts';
import type { LookAgain } from './keeping.ts';
import type { SenderState } from './lot.ts';
import { afterFault, stopMs } from './outcomes.ts';
import { chatName, deadlineOf, isGone } from './posting.ts';
import { TooSoon } from './tokenBuckets.ts';

// The `week` row of a member's week: its admins are asked once for each time it is handed in, their cards say what became of it
// wherever it was decided, and its owner is told.

type ClaimedWeek = Claimed & { readonly etag: Etag };
type Cards = ValueOf<typeof weekCards>;
type Card = Cards['cards'][number];

interface Look {
  readonly deps: JobDeps;
  readonly state: SenderState;
  readonly claimed: ClaimedWeek;
  readonly facts: WeekFacts;
  readonly teamName: string;
  readonly language: Language;
  readonly people: ReadonlyMap<MemberId, TeamMember>;
}

const readerOf = ({ language }: Look, member: TeamMember): Reader => ({
  locale: spokenOr(member.locale, language),
  timezone: memberZone(member),
});

const submissionOf = ({ week }: WeekFacts): number => week.stored?.value.submission ?? 0;

/** Writes down what was sent; only the holder of the outbox row does, so a conflict is a lease that ran out. */
const note = ({ facts }: Look, change: (before: Cards) => Cards): Promise<void> => {
  const { records, owner, week } = facts;
  const key = { ...owner, monday: week.monday };
  return retryOnConflict(async () => {
    const there = await records.get(weekCards, key);
    const before = there?.value ?? { monday: week.monday, memberId: owner.memberId, told: 0, asked: 0, cards: [] };
    const next = change(before);
    if (there === undefined) await records.insert(weekCards, key, next);
    else await records.replace(weekCards, key, next, there.etag);
  });
};

const noteCard = (look: Look, card: Card): Promise<void> =>
  note(look, (before) => ({ ...before, cards: [...before.cards.filter((one) => !isSame(one, card)), card] }));

const isSame = (a: Card, b: Card): boolean => a.who === b.who && a.submission === b.submission;

const cardFor = (look: Look, member: TeamMember, submission: number): OutgoingMessage => {
  const { deps, facts, teamName } = look;
  const isOld = submission !== submissionOf(facts);
  return deps.presenter.week(weekModel(deps, facts, { teamName, isOld }), readerOf(look, member));
};

const digest = ({ card }: OutgoingMessage): string => digestOf(JSON.stringify(card));

/** What a fault makes of a message: when to look again, or the reason it never went. */
const faulted = async (
  look: Look,
  error: unknown,
  member: TeamMember,
): Promise<{ again?: number; reason?: string }> => {
  const { deps, state, claimed } = look;
  if (error instanceof TooSoon) return { again: error.notBefore };
  if (!(error instanceof MessengerError)) throw error;
  const { orgId, teamId, date } = claimed.row;
  deps.log.warn('week.failed', { orgId, teamId, date, fault: error.fault.kind });
  if (error.fault.kind === 'THROTTLED') state.buckets.throttled(orgId);
  const now = deps.clock.now();
  // One that is gone has been tried anew already.
  const row = { failures: claimed.row.failures, isGone: true };
  const outcome = afterFault(error, { row, now, random: deps.random });
  switch (outcome.is) {
    case 'LATER':
      return { again: outcome.notBefore };
    case 'STOP':
      state.stoppedUntil = now + stopMs;
      return { again: state.stoppedUntil };
    case 'FAILED': {
      const { unreachable } = outcome;
      const since = { unreachable, unreachableSince: toInstant(now) };
      if (unreachable !== null)
        await revise(look.facts.records, teamMember, { teamId, memberId: member.memberId }, (row) =>
          patched(row, since),
        );
      return { reason: outcome.reason };
    }
    case 'PARK':
      return { reason: outcome.reason };
    case 'SENT':
    case 'DONE':
    case 'MOVED':
    case 'SKIPPED':
      return {};
  }
};

const personOf = ({ tid, serviceUrl, teamsUserId, conversationId }: TeamMember): PersonTarget | undefined =>
  tid === null || serviceUrl === null || teamsUserId === null
    ? undefined
    : { kind: 'PERSON', tid, serviceUrl, teamsUserId, conversationId };

/** To somebody's own chat; one that was gone is opened anew. */
const post = async ({ deps, state, facts, claimed }: Look, member: TeamMember, message: OutgoingMessage) => {
  const target = personOf(member);
  if (target === undefined) return undefined;
  const { orgId } = claimed.row;
  // In the same count as the questions of the day: to the person they are all notifications of one chat.
  await state.buckets.takePerson(chatName(orgId, member.memberId));
  const send = (to: PersonTarget): Promise<SentMessage> => deps.messenger.send(to, message, deadlineOf(deps));
  const sent = await send(target).catch(async (error: unknown) => {
    if (!isGone(error) || target.conversationId === null) throw error;
    await state.buckets.ready(orgId, 2);
    return state.buckets.spend(orgId, 2, () => send({ ...target, conversationId: null }));
  });
  const { teamId } = claimed.row;
  const reached = { conversationId: sent.conversationId, unreachable: null, unreachableSince: null };
  await revise(facts.records, teamMember, { teamId, memberId: member.memberId }, (row) => patched(row, reached));
  return sent;
};

/** One message at a time, within the tenant's rate and while the lease lasts. */
const inLane = (look: Look, requests: number, work: () => Promise<LookAgain>): Promise<LookAgain> => {
  const { deps, state, claimed } = look;
  const { orgId } = claimed.row;
  return state.lanes.run(
    orgId,
    1,
    () => (state.isStopping() ? Promise.resolve() : state.buckets.ready(orgId, requests)),
    async () => {
      const now = deps.clock.now();
      if (state.isStopping() || !mayBegin(deps, claimed.lease)) return now;
      return now < state.stoppedUntil ? state.stoppedUntil : state.buckets.spend(orgId, requests, work);
    },
  );
};

/** A chat that is not known yet is opened first. */
const requestsTo = ({ conversationId }: TeamMember): number => (conversationId === null ? 2 : 1);

const unsent = { conversationId: null, activityId: null, digest: '' } as const;

/** Asks an admin, once for each time the week is handed in. */
const ask = async (look: Look, member: TeamMember): Promise<LookAgain> => {
  const { deps, facts } = look;
  const card = { who: member.memberId, submission: submissionOf(facts), reason: null };
  const reason = whyNotTold(member, deps.clock.now());
  if (reason !== null) {
    await noteCard(look, { ...card, ...unsent, reason });
    return undefined;
  }
  return inLane(look, requestsTo(member), async () => {
    const message = cardFor(look, member, card.submission);
    try {
      const sent = await post(look, member, message);
      if (sent === undefined) await noteCard(look, { ...card, ...unsent, reason: 'NO_ADDRESS' });
      else await noteCard(look, { ...card, ...sent, digest: digest(message) });
      return undefined;
    } catch (error) {
      const { again, reason: why } = await faulted(look, error, member);
      if (why !== undefined) await noteCard(look, { ...card, ...unsent, reason: why });
      return again;
    }
  });
};

/** Draws a card anew where it stands, when it shows something that is over. */
const refresh = async (look: Look, card: Card): Promise<LookAgain> => {
  const { deps, state, people, claimed } = look;
  const member = people.get(card.who);
  const { conversationId, activityId } = card;
  if (member === undefined || card.reason !== null || conversationId === null || activityId === null) return undefined;
  const { tid, serviceUrl } = member;
  const message = cardFor(look, member, card.submission);
  if (tid === null || serviceUrl === null || digest(message) === card.digest) return undefined;
  return inLane(look, 1, async () => {
    try {
      await state.buckets.takeConversation(chatName(claimed.row.orgId, card.who));
      await deps.messenger.update({ tid, serviceUrl, conversationId, activityId }, message, deadlineOf(deps));
      await noteCard(look, { ...card, digest: digest(message) });
      return undefined;
    } catch (error) {
      const { again, reason } = await faulted(look, error, member);
      if (reason !== undefined) await noteCard(look, { ...card, reason });
      return again;
    }
  });
};

const titles: Readonly<Record<'APPROVED' | 'SENT_BACK' | 'OPEN', MessageKey>> = {
  APPROVED: 'card.weekToldApproved',
  SENT_BACK: 'card.weekToldSentBack',
  OPEN: 'card.weekToldReopened',
};

/** What the owner hears: what became of it, by whom, and why. */
const notice = (look: Look): OutgoingMessage | undefined => {
  const { deps, facts } = look;
  const { week, member, decidedBy, owner } = facts;
  const state = stateOf(week);
  if (state === 'SUBMITTED') return undefined;
  const reader = readerOf(look, member);
  const words = deps.words(reader.locale);
  const admin = decidedBy ?? words('card.weekSomebody');
  const why = week.stored?.value.note ?? null;
  const time = durationInWords(words, weekSum(facts).minutes);
  const lines: NoticeLine[] =
    state === 'APPROVED'
      ? [{ key: 'card.weekToldBy', values: { admin, time } }]
      : [
          ...(why === null ? [] : [{ key: 'card.weekToldLine', values: { admin, note: why } } as const]),
          { key: 'card.weekToldEdit' },
        ];
  const url = weekLink(deps.publicUrl, { ...owner, monday: week.monday });
  return deps.presenter.notice(
    {
      title: { key: titles[state], values: { day: dayInWords(words, week.monday) } },
      lines,
      buttons: [{ kind: 'LINK', title: 'card.weekOpen', url }],
    },
    reader,
  );
};

/** Tells the owner of the last decision, unless it was their own or they do not want to be told. */
const tell = async (look: Look, told: number): Promise<LookAgain> => {
  const { deps, facts } = look;
  const { week, member, owner } = facts;
  const moves = week.stored?.value.moves ?? 0;
  const message = notice(look);
  if (message === undefined || moves <= told) return undefined;
  const done = (): Promise<void> => note(look, (before) => ({ ...before, told: moves }));
  if (week.stored?.value.decidedBy === owner.memberId || whyNotTold(member, deps.clock.now()) !== null) {
    await done();
    return undefined;
  }
  return inLane(look, requestsTo(member), async () => {
    try {
      await post(look, member, message);
    } catch (error) {
      const { again } = await faulted(look, error, member);
      if (again !== undefined) return again;
    }
    await done();
    return undefined;
  });
};

/** Asks who has not been asked yet. Once all have, nobody is looked for again: whoever becomes an admin later finds it on the web. */
const askAll = async (look: Look, before: Cards | undefined): Promise<LookAgain> => {
  const { facts } = look;
  const { records, owner, week } = facts;
  const submission = submissionOf(facts);
  if (stateOf(week) !== 'SUBMITTED' || before?.asked === submission) return undefined;
  const asked = new Set(before?.cards.filter((one) => one.submission === submission).map((one) => one.who));
  const looks: LookAgain[] = [];
  for (const member of await approversOf(records, owner.teamId, owner.memberId))
    if (!asked.has(member.memberId)) looks.push(await ask(look, member));
  const again = earliest(looks);
  if (again === undefined) await note(look, (now) => ({ ...now, asked: submission }));
  return again;
};

const keepRight = async (look: Look): Promise<LookAgain> => {
  const { records, owner, week } = look.facts;
  const before = (await records.get(weekCards, { ...owner, monday: week.monday }))?.value;
  const looks: LookAgain[] = [];
  for (const card of before?.cards ?? []) looks.push(await refresh(look, card));
  const { value: stored } = week.stored ?? {};
  if (stored !== undefined && isBeforeRestore(msOf(stored.changedAt), look.deps.restoredAt)) {
    await note(look, (now) => ({ ...now, asked: submissionOf(look.facts), told: stored.moves ?? 0 }));
    return earliest(looks);
  }
  looks.push(await askAll(look, before), await tell(look, before?.told ?? 0));
  return earliest(looks);
};

/** Undefined: nobody is to be told of it any more. */
const begin = async (deps: JobDeps, state: SenderState, claimed: ClaimedWeek): Promise<Look | undefined> => {
  const { orgId, teamId, date: monday, who } = claimed.row;
  const records = inOrg(deps.store, orgId);
  const [team, mayTell] = await Promise.all([records.get(teamKind, { teamId }), isAsking(deps, records)]);
  if (team?.value.state !== 'CONNECTED' || !mayTell) return undefined;
  try {
    const facts = await readWeekFacts(deps, records, { teamId, memberId: who as MemberId, monday });
    const people = new Map((await allMembers(records, teamId)).map(({ value }) => [value.memberId, value]));
    return { deps, state, claimed, facts, people, teamName: team.value.name, language: languageIn(team.value) };
  } catch (error) {
    if (error instanceof AppError) return undefined;
    throw error;
  }
};

export const handleWeek = async (deps: JobDeps, state: SenderState, claimed: ClaimedWeek): Promise<void> => {
  const look = await begin(deps, state, claimed);
  await rest(deps, claimed, look === undefined ? undefined : await keepRight(look));
};
