import type { MeetingId, MemberId, OrgId, TeamId } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { GoalState } from '#contracts/answers/goalAndBlockerChoiceSchemas.ts';
import { scanRows } from '../../store/recordKindsAndAccess.ts';
import type { Records, ValueOf } from '../../store/recordKindsAndAccess.ts';
import { answerDraft } from '../../store/kinds/answers/answerDraft.ts';
import { blocker } from '../../store/kinds/blockers/blocker.ts';
import { plan } from '../../store/kinds/answers/latestPlan.ts';
import { meeting as meetingKind } from '../../store/kinds/meetings/meetingWithNameAndPointer.ts';
import { teamPartition } from '../../store/kinds/core/teamPartitionAndKeyParts.ts';
import { prefixRange } from '../../store/tableStorePort.ts';
import { exportedBlocker } from './exportedBlocker.ts';
import { questionsOf, rowsOf, teamsOf } from './listPersonalDataForExport.ts';
import type { ExportMembership, Item } from './listPersonalDataForExport.ts';

// Reads one person's drafts, last plans and last blockers for the export.

type Draft = ValueOf<typeof answerDraft>;
type Plan = ValueOf<typeof plan>;

/**
 * Returns the goals that the person marked in the draft, with their texts from the last plans; null = the text is not
 * stored any more.
 */
const goalsOf = (draft: Draft, lastPlan: Plan | undefined): Item[] => {
  const lines = [...(lastPlan?.lines ?? []), ...(lastPlan?.previous?.lines ?? [])];
  const ticked: Readonly<Record<string, GoalState>> = Object.fromEntries(draft.goals.map((id) => [id, 'DONE']));
  return Object.entries({ ...ticked, ...draft.goalStates }).map(([id, state]) => ({
    text: lines.find((line) => line.id === id)?.text ?? null,
    state,
  }));
};

export const listDrafts = async function* (membership: ExportMembership): AsyncGenerator<Item> {
  const { records, organisation, place } = membership;
  const { memberId } = place;
  if (memberId === null) return;
  for (const { teamId, name: team } of await teamsOf(membership))
    for await (const draft of rowsOf(records, answerDraft, { teamId }, prefixRange(`F|${memberId}|`))) {
      const { date, meetingId, values, openBlocker = null, savedAt } = draft;
      const [{ meetingName, questions }, lastPlan] = await Promise.all([
        questionsOf(records, { teamId, date, meetingId }),
        records.get(plan, { teamId, meetingId, memberId }),
      ]);
      const answers = Object.entries(values).map(([id, text]) => ({
        question: questions.find((question) => question.id === id)?.text ?? null,
        answer: text,
      }));
      const where = { organisation: organisation.name, team, report: meetingName, reportId: meetingId, date };
      yield { ...where, answers, goals: goalsOf(draft, lastPlan?.value), openBlocker, savedAt };
    }
};

/**
 * Returns the reports, including deleted ones, in which the member has a plan or a blocker. Of other people's rows,
 * only the keys are read.
 */
const reportsWithPoints = async (
  records: Records<OrgId>,
  { teamId, memberId }: { readonly teamId: TeamId; readonly memberId: MemberId },
): Promise<Set<MeetingId>> => {
  const reports = new Set<MeetingId>();
  const pk = teamPartition(records.scope, teamId);
  for (const prefix of ['P|', 'B|'])
    for await (const { rk } of scanRows(records.store, 'Team', pk, { ...prefixRange(prefix), keysOnly: true })) {
      const [, meetingId, who] = rk.split('|');
      if (who === memberId) reports.add(meetingId as MeetingId);
    }
  return reports;
};

const planItem = ({ date, lines, previous }: Plan): Item => ({
  ...{ date, lines: lines.map((line) => line.text) },
  carried: lines.flatMap(({ text, day }) => (day === undefined ? [] : [{ text, day }])),
  previous: previous === null ? null : { date: previous.date, lines: previous.lines.map((line) => line.text) },
});

/** Returns the person's last plans and last blocker of each report. */
export const listOpenPoints = async function* (membership: ExportMembership): AsyncGenerator<Item> {
  const { records, organisation, place } = membership;
  const { memberId } = place;
  if (memberId === null) return;
  for (const { teamId, name: team } of await teamsOf(membership))
    for (const meetingId of await reportsWithPoints(records, { teamId, memberId })) {
      const key = { teamId, meetingId, memberId };
      const [report, last, blocked] = await Promise.all([
        records.get(meetingKind, key),
        records.get(plan, key),
        records.get(blocker, key),
      ]);
      yield {
        ...{ organisation: organisation.name, team, report: report?.value.name ?? null, reportId: meetingId },
        plan: last === undefined ? null : planItem(last.value),
        blocker: blocked === undefined ? null : exportedBlocker(blocked.value, memberId),
      };
    }
};
