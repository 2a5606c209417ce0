import { AppError } from '#contracts/core/errorCodesAndAppError.ts';
import type { DigestId, OrgId } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { OutputOf, ParsedOf } from '#contracts/core/endpoint.ts';
import type {
  deleteDigest as deleteDigestCall,
  pauseDigest as pauseDigestCall,
} from '#contracts/digests/digestCalls.ts';
import { digest as digestKind, digestSending } from '../../store/kinds/digests/digestAndSending.ts';
import { inOrg } from '../../store/recordKindsAndAccess.ts';
import type { Records } from '../../store/recordKindsAndAccess.ts';
import type { Actor } from '../core/actor.ts';
import type { Deps } from '../core/deps.ts';
import { retryOnConflict } from '../core/optimisticUpdate.ts';
import { requireChangeable } from './digestAccess.ts';
import { listSendings } from './readDigestsAndBuildRows.ts';
import type { Digest } from './readDigestsAndBuildRows.ts';
import { digestViewOf } from './listDigestsAndAdmins.ts';
import { digestLogSteps, plannedFor, storePlanned } from './saveDigest.ts';

type ChangeDeps = Pick<Deps, 'store' | 'clock' | 'newId'>;

/**
 * Pauses a digest, or resumes it from now on. A repeated call changes nothing. Throws NOT_FOUND or FORBIDDEN if the
 * actor may not change the digest.
 */
export const pauseDigest = (
  deps: ChangeDeps,
  actor: Actor,
  { digestId, isPaused }: ParsedOf<typeof pauseDigestCall>,
): Promise<OutputOf<typeof pauseDigestCall>> => {
  const records = inOrg(deps.store, actor.orgId);
  return retryOnConflict(async () => {
    const before = await requireChangeable(deps, actor, digestId);
    const view = await digestViewOf(deps, actor, before.value);
    if (view.state === (isPaused ? 'PAUSED' : 'ACTIVE')) return view;
    if (!isPaused && actor.memberId === null) throw new AppError('FORBIDDEN', { message: 'digest.needsMember' });
    const { value } = before;
    const next: Digest = isPaused
      ? { ...value, state: 'PAUSED', stopReason: null, nextAt: null, rev: value.rev + 1 }
      : await plannedFor(records, actor, value, deps.clock.now());
    const message = isPaused ? 'activity.digestPaused' : 'activity.digestResumed';
    await storePlanned(deps, actor, { before, next, fact: { message, values: { name: next.name } } });
    return digestViewOf(deps, actor, next);
  });
};

/**
 * Largest number of sendings that one transaction deletes. A transaction has at most 100 steps, and some of them are
 * for the digest and the log.
 */
const deletedAtOnce = 80;

/**
 * Deletes the oldest sendings until one transaction can delete the rest, and returns the rest. There may be more than
 * 80 after a long failure of the chat or the mail server, because sendings with waiting messages are kept.
 */
const deleteSurplus = async (records: Records<OrgId>, digestId: DigestId) => {
  for (;;) {
    const sendings = await listSendings(records, digestId, 2 * deletedAtOnce);
    if (sendings.length <= deletedAtOnce) return sendings;
    await records.transact(
      sendings.slice(deletedAtOnce).map(({ value: { at } }) => records.deleteStep(digestSending, { digestId, at })),
    );
  }
};

/**
 * Deletes a digest with the record of its sendings. Messages that still wait are not sent. Throws NOT_FOUND or
 * FORBIDDEN if the actor may not delete the digest.
 */
export const deleteDigest = (
  deps: ChangeDeps,
  actor: Actor,
  { digestId }: ParsedOf<typeof deleteDigestCall>,
): Promise<OutputOf<typeof deleteDigestCall>> => {
  const records = inOrg(deps.store, actor.orgId);
  return retryOnConflict(async () => {
    const { value } = await requireChangeable(deps, actor, digestId);
    const sendings = await deleteSurplus(records, digestId);
    await records.transact([
      records.deleteStep(digestKind, { id: digestId }),
      ...sendings.map(({ value: { at } }) => records.deleteStep(digestSending, { digestId, at })),
      ...digestLogSteps(deps, actor, records, { message: 'activity.digestDeleted', values: { name: value.name } }),
    ]);
    return { id: digestId };
  });
};
