import type { LocalDate, MemberId, OrgId, TeamId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { digest as digestKind, digestSending } from '../../store/kinds/digests/digestAndSending.ts';
import { inOrg, readAs } from '../../store/recordKindsAndAccess.ts';
import { prefixRange } from '../../store/tableStorePort.ts';
import { listAllDigests } from '../digests/readDigestsAndBuildRows.ts';
import type { Digest, Sending } from '../digests/readDigestsAndBuildRows.ts';
import { forEachRow, removeRange } from '../runs/deleteAndScanInBatches.ts';
import type { BatchedDeletionDeps } from '../runs/deleteAndScanInBatches.ts';
import { deleteRows } from '../runs/writeOutboxAndDueRows.ts';
import { addressHash } from '../summaryEmails/summaryConsentsAndAddressHash.ts';
import { rewriteRow } from './rewriteRow.ts';
import { rowsOf } from './listPersonalDataForExport.ts';
import type { ExportMembership, Item } from './listPersonalDataForExport.ts';

// Erases a person from digests and from the records of their sendings, removes these rows, and exports them.

interface ErasedPerson {
  readonly memberId: MemberId | null;
  readonly addresses: readonly string[];
}

/**
 * Returns the digest without the person. A digest without an owner stops at its next date, because a digest contains
 * only what its owner may read.
 */
const digestWithout = (row: Digest, { memberId, addresses }: ErasedPerson): Digest => {
  const gone = new Set(addresses.map(addressHash));
  const { recipients, ownerId } = row;
  return {
    ...row,
    ownerId: ownerId === memberId ? null : ownerId,
    recipients: {
      ...recipients,
      memberIds: recipients.memberIds.filter((id) => id !== memberId),
      emails: recipients.emails.filter((email) => !gone.has(addressHash(email))),
    },
  };
};

const sendingWithout = (row: Sending, { memberId, addresses }: ErasedPerson): Sending => {
  const gone = new Set<string>([...addresses.map((address) => `email:${addressHash(address)}`), memberId ?? '']);
  return { ...row, messages: row.messages.filter(({ who }) => !gone.has(who)) };
};

export const eraseFromDigests = async (
  deps: BatchedDeletionDeps,
  orgId: OrgId,
  person: ErasedPerson,
): Promise<void> => {
  const table = { table: 'Org', pk: orgId } as const;
  await forEachRow(deps, table, { range: prefixRange('dig|') }, (row) =>
    rewriteRow(deps, digestKind, row, (item) => digestWithout(item, person)),
  );
  await forEachRow(deps, table, { range: prefixRange('dge|') }, (row) =>
    rewriteRow(deps, digestSending, row, (item) => sendingWithout(item, person)),
  );
};

/**
 * Removes the digests of a team. The sendings of a digest are removed before the digest, because a repeated call finds
 * them only through the digest.
 */
export const removeDigestsOfTeam = async (deps: BatchedDeletionDeps, orgId: OrgId, teamId: TeamId): Promise<void> => {
  const table = { table: 'Org', pk: orgId } as const;
  await forEachRow(deps, table, { range: prefixRange('dig|') }, async (row) => {
    const { value } = readAs(digestKind, row);
    if (value.teamId !== teamId) return;
    await removeRange(deps, table, prefixRange(`dge|${value.id}|`));
    await deleteRows(deps.store, 'Org', [row]);
  });
};

/** Removes the records of digest sendings before the date `from`. */
export const removeOldSendings = (deps: BatchedDeletionDeps, orgId: OrgId, from: LocalDate): Promise<void> =>
  forEachRow(deps, { table: 'Org', pk: orgId }, { range: prefixRange('dge|') }, async (row) => {
    if (readAs(digestSending, row).value.at.slice(0, 10) < from) await deleteRows(deps.store, 'Org', [row]);
  });

/** Returns the hashes of the addresses to which digests are emailed. */
export const addressesInDigests = async ({ store }: BatchedDeletionDeps, orgId: OrgId): Promise<string[]> =>
  (await listAllDigests(inOrg(store, orgId))).flatMap(({ recipients }) => recipients.emails.map(addressHash));

/** Returns the digests that the person owns, with their settings, and those that name the person as a recipient. */
export const listOwnDigests = async function* ({
  records,
  organisation,
  place,
}: ExportMembership): AsyncGenerator<Item> {
  const { memberId } = place;
  if (memberId === null) return;
  for await (const row of rowsOf(records, digestKind, undefined, prefixRange('dig|'))) {
    const { id, name, ownerId, createdOn, schedule, sections, people, recipients } = row;
    const isRecipient = recipients.memberIds.includes(memberId);
    const about = { organisation: organisation.name, id, name, isRecipient };
    if (ownerId === memberId) {
      const { emails, inChannel, webhookUrl } = recipients;
      yield {
        ...about,
        isOwner: true,
        createdOn,
        schedule,
        sections,
        people,
        sendsTo: { emails, inChannel, webhookUrl },
      };
    } else if (isRecipient) yield { ...about, isOwner: false };
  }
};

/** Returns the records of the digest messages to the person. */
export const listReceivedDigests = async function* ({
  records,
  organisation,
  place,
}: ExportMembership): AsyncGenerator<Item> {
  const { memberId } = place;
  if (memberId === null) return;
  for await (const { digestId, messages, at, from, to } of rowsOf(
    records,
    digestSending,
    undefined,
    prefixRange('dge|'),
  ))
    for (const { way, who, state, reason } of messages)
      if (who === memberId) yield { organisation: organisation.name, digestId, at, from, to, way, state, reason };
};
