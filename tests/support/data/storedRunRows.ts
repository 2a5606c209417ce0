import type { LocalDate, MeetingId, MemberId, OrgId, TeamId } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { Question } from '#contracts/meetings/questionAndAnswerFormatSchemas.ts';
import type { Run, SnapshotMember } from '#contracts/runs/runSchema.ts';
import type { StoredAnswer } from '../../../bot/src/services/answers/answerTargetAndAcceptance.ts';
import { encode } from '../../../bot/src/store/rowCodec.ts';
import { answer as answerKind } from '../../../bot/src/store/kinds/answers/answerAndHistory.ts';
import { runKind } from '../../../bot/src/store/kinds/runs/run.ts';
import type { Row } from '../../../bot/src/store/tableStorePort.ts';
import { aMeetingId, anInstant, aZone } from './idDateAndRecordBuilders.ts';

// Rows of completed runs as they are stored, for tests and benchmarks that need more runs than the engine can play in
// their time.

export interface StoredRun {
  readonly orgId: OrgId;
  readonly teamId: TeamId;
  readonly meetingId?: MeetingId;
  readonly meetingName?: string;
  readonly date: LocalDate;
  readonly questions: readonly Question[];
  readonly members: readonly { readonly memberId: MemberId; readonly name: string }[];
  /** For each member who answered: the texts by question id. */
  readonly answers: ReadonlyMap<MemberId, Readonly<Record<string, string>>>;
}

export const answerRow = (
  { orgId, teamId, meetingId = aMeetingId(), date }: Omit<StoredRun, 'members' | 'answers' | 'questions'>,
  memberId: MemberId,
  values: Readonly<Record<string, string>>,
): Row => {
  const value: StoredAnswer = {
    ...{ meetingId, memberId, date, values, goals: [], answeredAt: anInstant(`${date}T10:00:00Z`), editedAt: null },
    ...{ hasBlocker: false, isGoalAchieved: false, isLate: false, isAhead: false, sentFrom: null, givenTo: null },
  };
  return { ...answerKind.at(orgId, { teamId, meetingId, date, memberId }), values: encode(answerKind, value) };
};

/** Returns the rows of a completed run and of its answers. */
export const storedRunRows = (stored: StoredRun): Row[] => {
  const { orgId, teamId, meetingId = aMeetingId(), meetingName = 'Daily stand-up', date, questions } = stored;
  const [opensAt, closesAt] = [anInstant(`${date}T09:00:00Z`), anInstant(`${date}T11:00:00Z`)];
  const zone = aZone('UTC');
  const members = stored.members.map(({ memberId, name }): SnapshotMember => ({
    memberId,
    name,
    zone,
    away: null,
    dropped: false,
  }));
  const run: Run = {
    ...{ meetingId, date, meetingName, type: 'STANDUP', round: 1, source: 'SCHEDULE' },
    ...{ state: 'COMPLETED', reason: 'WINDOW_OVER', timezone: zone, opensAt, closesAt, graceEndsAt: closesAt },
    ...{
      instants: [{ zone, opensAt, closesAt, graceEndsAt: closesAt, firstReminderAt: null, secondReminderAt: null }],
    },
    ...{ members, questions: [...questions], channelId: null, isReportSummaryInChat: false, completedAt: closesAt },
    ...{ publicBroadcastMessage: '', firstReminderMessage: '', secondReminderMessage: '' },
  };
  return [
    { ...runKind.at(orgId, { teamId, meetingId, date }), values: encode(runKind, run) },
    ...[...stored.answers].map(([memberId, values]) => answerRow(stored, memberId, values)),
  ];
};
