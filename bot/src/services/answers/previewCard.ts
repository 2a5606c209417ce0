import type { CardData } from '#contracts/answers/answerCardDataAndVerbs.ts';
import type { OutputOf, ParsedOf } from '#contracts/core/endpoint.ts';
import { meetingId, memberId, questionId } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { LocalDate, ZoneId } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { previewCard as previewCardCall } from '#contracts/answers/meetingCardPreview.ts';
import { storedQuestion } from '#contracts/meetings/questionAndAnswerFormatSchemas.ts';
import type { Question } from '#contracts/meetings/questionAndAnswerFormatSchemas.ts';
import { nextRun } from '../../domain/runs/meetingScheduleAndNextRuns.ts';
import { offeredSnoozes } from '../../domain/runs/snoozeRules.ts';
import { instantOf, localDateAt, minuteMs, msOf, toInstant } from '../../domain/core/zonedTimeAndCalendarDates.ts';
import { org as orgKind } from '../../store/kinds/organisations/organisation.ts';
import { inOrg } from '../../store/recordKindsAndAccess.ts';
import { teamMember } from '../../store/kinds/people/teamMember.ts';
import { requireTeam } from '../tenancy/requireTeamOrMeeting.ts';
import type { Actor } from '../core/actor.ts';
import type { Deps } from '../core/deps.ts';
import type { Presenter } from '../core/cardPresenterPort.ts';

type CardDeps = Pick<Deps, 'store' | 'clock' | 'translateFor'> & { readonly presenter: Presenter };
type Input = ParsedOf<typeof previewCardCall>;
type Draft = Input['meeting'];

// No meeting and no member has this id, and the signature is not valid, so an answer from a preview card is rejected.
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

/** Returns the questions in their stored form. Questions without an id get preview ids. */
const questionsOf = (draft: Draft): Question[] =>
  draft.questions.map((question, index) =>
    storedQuestion.parse({ ...question, id: question.id ?? questionId.parse(`preview-${index + 1}`) }),
  );

const ownZone = async (deps: CardDeps, actor: Actor, { teamId, timezone }: Draft): Promise<ZoneId> => {
  if (actor.memberId === null) return timezone;
  const row = await inOrg(deps.store, actor.orgId).get(teamMember, { teamId, memberId: actor.memberId });
  return row?.value.timezone ?? timezone;
};

/**
 * Returns the date and the instants of the next run; for the time basis MEMBER in the caller's zone, otherwise in the
 * draft's zone. If no run is planned, returns those of a run today.
 */
const runOf = (draft: Draft, zone: ZoneId, now: number) => {
  const isByMember = draft.timeBasis === 'MEMBER';
  const clock = isByMember ? zone : draft.timezone;
  const next = nextRun(draft, { afterMs: now, firstRun: null, zones: [clock] });
  const date = next?.date ?? localDateAt(now, clock);
  const opensAt = instantOf(date, draft.time, clock);
  return { date, opensAt: toInstant(opensAt), closesAt: toInstant(opensAt + draft.reportSummaryTime * minuteMs) };
};

/** Returns the card as the caller would get it. The same presenter draws real cards. Throws NOT_FOUND or FORBIDDEN. */
export const previewCard = async (
  deps: CardDeps,
  actor: Actor,
  { meeting: draft }: Input,
): Promise<OutputOf<typeof previewCardCall>> => {
  await requireTeam(deps, actor, draft.teamId, 'meeting.write');
  const timezone = await ownZone(deps, actor, draft);
  const run = runOf(draft, timezone, deps.clock.now());
  const organisation = (await inOrg(deps.store, actor.orgId).get(orgKind, undefined))?.value;
  const message = deps.presenter.ask(
    {
      ...run,
      meetingId: meetingId.parse(nothing),
      meetingName: draft.name === '' ? deps.translateFor(actor.locale)('card.unnamed') : draft.name,
      type: draft.type,
      data: dataOf(actor, draft, run.date),
      questions: questionsOf(draft),
      values: {},
      goals: [],
      isEdit: false,
      isLate: false,
      isAhead: false,
      snoozes: offeredSnoozes({ now: msOf(run.opensAt), zone: timezone, closesAt: run.closesAt, quietHours: null }),
      canSkip: organisation?.maySkip !== false,
    },
    { locale: actor.locale, timezone },
  );
  return { card: deps.presenter.webCard(message) };
};
