import type { CardData } from '#contracts/answer.ts';
import type { OutputOf, ParsedOf } from '#contracts/endpoint.ts';
import { meetingId, memberId, questionId } from '#contracts/ids.ts';
import type { LocalDate, ZoneId } from '#contracts/ids.ts';
import type { previewCard as previewCardCall } from '#contracts/meetingCard.ts';
import type { Question } from '#contracts/question.ts';
import { nextRun } from '../domain/schedule.ts';
import { instantOf, localDateAt, minuteMs, toInstant } from '../domain/time.ts';
import { inOrg } from '../store/kind.ts';
import { teamMember } from '../store/kinds/team.ts';
import { requireTeam } from './access.ts';
import type { Actor } from './actor.ts';
import type { Deps } from './deps.ts';
import type { Presenter } from './presenter.ts';

type CardDeps = Pick<Deps, 'store' | 'clock' | 'words'> & { readonly presenter: Presenter };
type Input = ParsedOf<typeof previewCardCall>;
type Draft = Input['meeting'];

// No meeting and no member has these, and nothing signs them: whatever is sent back with them is refused.
const nothing = '0'.repeat(26);
const unsigned = '-'.repeat(43);

const dataOf = (actor: Actor, draft: Draft, date: LocalDate): CardData => ({
  v: 1,
  O: actor.orgId,
  T: draft.teamId,
  meetingId: meetingId.parse(nothing),
  date,
  memberId: memberId.parse(nothing),
  sig: unsigned,
});

/** As they will be stored, but for ids of their own. */
const questionsOf = (draft: Draft): Question[] =>
  draft.questions.map((one, at) => ({ ...one, id: one.id ?? questionId.parse(`preview-${at + 1}`) }));

const ownZone = async (deps: CardDeps, actor: Actor, { teamId, timezone }: Draft): Promise<ZoneId> => {
  if (actor.memberId === null) return timezone;
  const row = await inOrg(deps.store, actor.orgId).get(teamMember, { teamId, memberId: actor.memberId });
  return row?.value.timezone ?? timezone;
};

/** The date and the instants the card speaks of: those of the next run, for the caller. */
const runOf = (draft: Draft, zone: ZoneId, now: number) => {
  const isByMember = draft.timeBasis === 'MEMBER';
  const clock = isByMember ? zone : draft.timezone;
  const next = nextRun(draft, { afterMs: now, firstRun: null, zones: [clock] });
  const date = next?.date ?? localDateAt(now, clock);
  const opensAt = instantOf(date, draft.time, clock);
  return { date, opensAt: toInstant(opensAt), closesAt: toInstant(opensAt + draft.reportSummaryTime * minuteMs) };
};

/** The card as the caller would get it, drawn by what draws every card. Refuses with NOT_FOUND and FORBIDDEN. */
export const previewCard = async (
  deps: CardDeps,
  actor: Actor,
  { meeting: draft }: Input,
): Promise<OutputOf<typeof previewCardCall>> => {
  await requireTeam(deps, actor, draft.teamId, 'meeting.write');
  const timezone = await ownZone(deps, actor, draft);
  const run = runOf(draft, timezone, deps.clock.now());
  const { card } = deps.presenter.ask(
    {
      ...run,
      meetingId: meetingId.parse(nothing),
      meetingName: draft.name === '' ? deps.words(actor.locale)('card.unnamed') : draft.name,
      type: draft.type,
      data: dataOf(actor, draft, run.date),
      questions: questionsOf(draft),
      values: {},
      goals: [],
      isEdit: false,
      isLate: false,
      isAhead: false,
    },
    { locale: actor.locale, timezone },
  );
  return { card };
};
