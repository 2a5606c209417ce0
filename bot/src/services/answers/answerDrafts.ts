import type { AnswerDraft, saveAnswerDraft } from '#contracts/answers/answerCardAndDraftCalls.ts';
import type { OutputOf, ParsedOf } from '#contracts/core/endpoint.ts';
import { AppError } from '#contracts/core/errorCodesAndAppError.ts';
import type { OrgId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { coversDraft, isSameDraft } from '../../domain/answers/compareAndExpireDrafts.ts';
import type { SentForm } from '../../domain/answers/compareAndExpireDrafts.ts';
import { toInstant } from '../../domain/core/zonedTimeAndCalendarDates.ts';
import { inOrg } from '../../store/recordKindsAndAccess.ts';
import type { Records, Stored, ValueOf } from '../../store/recordKindsAndAccess.ts';
import { answerDraft } from '../../store/kinds/answers/answerDraft.ts';
import { isConflict } from '../../store/tableStorePort.ts';
import type { Actor } from '../core/actor.ts';
import type { Deps } from '../core/deps.ts';
import { findTarget, requireAccepting } from './answerTargetAndAcceptance.ts';
import type { AnswerTarget, TargetDeps } from './answerTargetAndAcceptance.ts';
import { requireMemberOfMeetingTeam } from './requireMemberOfMeetingTeam.ts';

// Stores the unsent input of a member's answer form, so that the member can continue it on another device or on the
// card in the chat.

export type StoredDraft = ValueOf<typeof answerDraft>;

export const publicDraft = ({
  values,
  goals,
  goalStates,
  openBlocker,
  needed,
  version,
  savedAt,
}: StoredDraft): AnswerDraft => ({
  values,
  goals,
  ...(goalStates == null ? {} : { goalStates }),
  ...(openBlocker == null ? {} : { openBlocker }),
  ...(needed == null ? {} : { needed }),
  version,
  savedAt,
});

export const findDraft = async (records: Records<OrgId>, target: AnswerTarget): Promise<StoredDraft | undefined> =>
  (await records.get(answerDraft, target))?.value;

const draftChanged = (draft: Stored<StoredDraft> | undefined): AppError =>
  new AppError('DRAFT_CHANGED', { data: { draft: draft === undefined ? null : publicDraft(draft.value) } });

type DraftDeps = TargetDeps & Pick<Deps, 'store' | 'clock' | 'newId'>;

/**
 * Handles POST /api/meeting/draft: stores the caller's draft. Throws an AppError if the stored draft is newer than the
 * version that the device edited.
 */
export const saveDraft = async (
  deps: DraftDeps,
  actor: Actor,
  input: ParsedOf<typeof saveAnswerDraft>,
): Promise<OutputOf<typeof saveAnswerDraft>> => {
  const { teamId, memberId } = await requireMemberOfMeetingTeam(deps, actor, input.meetingId);
  const records = inOrg(deps.store, actor.orgId);
  const now = deps.clock.now();
  const run = { orgId: actor.orgId, teamId, meetingId: input.meetingId, date: input.date, memberId };
  const target = await findTarget(deps, records, run, now);
  requireAccepting(target, now);
  const known = new Set<string>(target.questions.map(({ id }) => id));
  if (Object.keys(input.values).some((id) => !known.has(id))) throw new AppError('QUESTION_UNKNOWN');
  const row = await records.get(answerDraft, target);
  // If the reply to an earlier call was lost, the device sends the same draft again with an old version. This is no
  // conflict, so the stored version is returned.
  if (row !== undefined && isSameDraft(row.value, input))
    return { version: row.value.version, savedAt: row.value.savedAt };
  if ((row?.value.version ?? null) !== input.version) throw draftChanged(row);
  const { meetingId, date, values, goals, goalStates, openBlocker, needed } = input;
  const saved = { version: deps.newId(), savedAt: toInstant(now) };
  const value = { meetingId, memberId, date, values, goals, goalStates, openBlocker, needed, ...saved };
  try {
    if (row === undefined) await records.insert(answerDraft, target, value);
    else await records.replace(answerDraft, target, value, row.etag);
  } catch (error) {
    if (!isConflict(error)) throw error;
    throw draftChanged(await records.get(answerDraft, target));
  }
  return saved;
};

export type DraftRow = Stored<StoredDraft>;

/**
 * Deletes the draft after an answer was sent, if the answer contains everything in the draft. Otherwise the draft
 * stays, for example because another device saved it meanwhile. Returns true if a draft stays.
 */
export const dropDraft = async (
  records: Records<OrgId>,
  target: AnswerTarget,
  { draft, sent }: { readonly draft: DraftRow | undefined; readonly sent: SentForm },
): Promise<boolean> => {
  if (draft === undefined) return false;
  if (!coversDraft(draft.value, sent)) return true;
  try {
    await records.delete(answerDraft, target, draft.etag);
    return false;
  } catch (error) {
    if (!isConflict(error)) throw error;
    return true;
  }
};
