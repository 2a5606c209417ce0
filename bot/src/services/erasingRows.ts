import type { MemberId, OrgId, TeamId, UserId } from '#contracts/ids.ts';
import { answerTombstone, runWithout, sheetTombstone, withoutNames } from '../domain/tombstones.ts';
import { encode } from '../store/codec.ts';
import { readAs } from '../store/kind.ts';
import type { Kind, ValueOf } from '../store/kind.ts';
import { billingProfile } from '../store/kinds/billing.ts';
import { orgMember, orgUser } from '../store/kinds/org.ts';
import { answer, delivery, occurrence, orgActivity, sheet, teamActivity, week, weekCards } from '../store/kinds/run.ts';
import { teamMember, teamPartition } from '../store/kinds/team.ts';
import { isConflict, prefixRange } from '../store/port.ts';
import type { StoredRow } from '../store/port.ts';
import type { z } from 'zod';
import { forRows, removeRange } from './cascadeRows.ts';
import type { CascadeDeps } from './cascadeRows.ts';
import { deleteRows } from './outboxRows.ts';

// What an erased person leaves in an organisation: counts and hours, under a name that is nobody's.

export interface Erased {
  readonly memberId: MemberId;
  readonly names: readonly string[];
  /** What stands in the place of their name. */
  readonly replacement: string;
}

/** Reads, changes and replaces a row a scan has found; `undefined` = it is right already. */
const rewrite = async <Scope, K, S extends z.ZodObject>(
  { store }: CascadeDeps,
  of: Kind<Scope, K, S>,
  found: StoredRow,
  change: (value: z.output<S>) => NoInfer<z.output<S>>,
): Promise<void> => {
  let row: StoredRow | undefined = found;
  while (row !== undefined) {
    const { value } = readAs(of, row);
    const values = encode(of, change(value));
    if (JSON.stringify(values) === JSON.stringify(encode(of, value))) return;
    try {
      await store.replace(of.table, { pk: row.pk, rk: row.rk, values }, row.etag);
      return;
    } catch (error) {
      if (!isConflict(error)) throw error;
      row = await store.get(of.table, row);
    }
  }
};

type Log = ValueOf<typeof teamActivity>;

/** Why a week was sent back or opened again was said to its owner. */
const isSaidTo = ({ message, values }: Log, names: readonly string[]): boolean =>
  message.startsWith('activity.week') && names.includes(String(values['member']));

const logWithout = (entry: Log, { names, replacement }: Pick<Erased, 'names' | 'replacement'>): Log => {
  const clean = (text: string): string => withoutNames(text, names, replacement);
  const values = Object.entries(entry.values).map(([key, value]) => [
    key,
    typeof value === 'string' ? clean(value) : value,
  ]);
  return {
    ...entry,
    actor: clean(entry.actor),
    values: Object.fromEntries(values) as Log['values'],
    before: entry.before === null ? null : clean(entry.before),
    after: entry.after === null || isSaidTo(entry, names) ? null : clean(entry.after),
  };
};

/** Runs, answers and deliveries of all days. */
const eraseRuns = async (deps: CascadeDeps, pk: string, { memberId, replacement }: Erased): Promise<void> => {
  const range = prefixRange('D|');
  const takes = (rk: string): boolean => rk.endsWith('|0') || rk.includes(`|${memberId}`);
  await forRows(deps, 'Team', pk, { range, takes, keysOnly: true }, async ({ rk }) => {
    const [, , what, kind] = rk.split('|');
    if (what === '!V') {
      await deleteRows(deps.store, 'Team', [{ pk, rk }]);
      return;
    }
    const row = await deps.store.get('Team', { pk, rk });
    if (row === undefined) return;
    if (kind === '0') await rewrite(deps, occurrence, row, (run) => runWithout(run, memberId, replacement));
    if (kind === 'a') await rewrite(deps, answer, row, answerTombstone);
    if (kind === 's') await rewrite(deps, delivery, row, (one) => ({ ...one, conversationId: null, activityId: null }));
  });
};

/** The cards that asked for their weeks' approval go; those that asked them are found by nobody any more. */
const eraseWeekCards = async (deps: CascadeDeps, pk: string, { memberId }: Erased): Promise<void> => {
  const range = prefixRange('V|');
  await removeRange(deps, 'Team', pk, range, (rk) => rk.endsWith(`|${memberId}`));
  await forRows(deps, 'Team', pk, { range }, (row) =>
    rewrite(deps, weekCards, row, (one) => ({ ...one, cards: one.cards.filter((card) => card.who !== memberId) })),
  );
};

/** The member as somebody who has left and of whom nothing is known. */
const eraseMember = (member: ValueOf<typeof teamMember>, { replacement }: Erased, now: Log['at']) => ({
  ...member,
  ...{ name: replacement, email: '', thumbnailUrl: null, timezone: null, timezoneFrom: null, locale: null },
  ...{
    localeFrom: null,
    isMuted: false,
    mutedUntil: null,
    unreachable: null,
    unreachableSince: null,
    tid: null,
    oid: null,
  },
  ...{ teamsUserId: null, conversationId: null, serviceUrl: null, isEnabled: false, leftOn: member.leftOn ?? now },
});

/** What the person left in one team, whether they are in it or were. */
export const eraseInTeam = async (
  deps: CascadeDeps,
  place: { readonly orgId: OrgId; readonly teamId: TeamId },
  who: Erased,
  now: Log['at'],
): Promise<void> => {
  const pk = teamPartition(place.orgId, place.teamId);
  const isTheirs = (rk: string): boolean => rk.endsWith(`|${who.memberId}`);
  await eraseRuns(deps, pk, who);
  for (const prefix of ['P|', 'B|', 'U|']) await removeRange(deps, 'Team', pk, prefixRange(prefix), isTheirs);
  for (const prefix of ['Q|', 'A|']) await removeRange(deps, 'Team', pk, prefixRange(`${prefix}${who.memberId}|`));
  await forRows(deps, 'Team', pk, { range: prefixRange('S|'), takes: isTheirs, keysOnly: true }, async (key) => {
    const row = await deps.store.get('Team', key);
    if (row !== undefined) await rewrite(deps, sheet, row, sheetTombstone);
  });
  await forRows(deps, 'Team', pk, { range: prefixRange('W|'), takes: isTheirs }, (row) =>
    rewrite(deps, week, row, (one) => ({ ...one, note: null })),
  );
  await eraseWeekCards(deps, pk, who);
  await forRows(deps, 'Team', pk, { range: prefixRange('L|') }, (row) =>
    rewrite(deps, teamActivity, row, (entry) => logWithout(entry, who)),
  );
  const member = await deps.store.get('Team', { pk, rk: `M|${who.memberId}` });
  if (member !== undefined) await rewrite(deps, teamMember, member, (row) => eraseMember(row, who, now));
};

/** Bills go to somebody else from now on, or to nobody until an admin says to whom. Invoices stay as they were sent. */
const contactWithout = (
  row: ValueOf<typeof billingProfile>,
  names: readonly string[],
): ValueOf<typeof billingProfile> =>
  names.includes(row.contactEmail) || names.includes(row.contactName)
    ? { ...row, contactName: '', contactEmail: '' }
    : row;

/** What the organisation keeps of a person beside its teams; without a member it is the account's. */
export const eraseInOrg = async (
  deps: CascadeDeps,
  orgId: OrgId,
  {
    memberId,
    userId,
    ...who
  }: Omit<Erased, 'memberId'> & {
    readonly memberId: MemberId | null;
    readonly userId: UserId;
  },
): Promise<void> => {
  await forRows(deps, 'Org', orgId, { range: prefixRange('L|') }, (row) =>
    rewrite(deps, orgActivity, row, (entry) => logWithout(entry, who)),
  );
  const profile = await deps.store.get(billingProfile.table, billingProfile.at(orgId, undefined));
  if (profile !== undefined) await rewrite(deps, billingProfile, profile, (row) => contactWithout(row, who.names));
  await removeRange(deps, 'Org', orgId, prefixRange(`A|${userId}|`));
  await deleteRows(deps.store, 'Org', [orgUser.at(orgId, { userId })]);
  if (memberId === null) return;
  for (const prefix of ['A', 'vac', 'mt']) await removeRange(deps, 'Org', orgId, prefixRange(`${prefix}|${memberId}|`));
  await removeRange(deps, 'Org', orgId, prefixRange('tm|'), (rk) => rk.endsWith(`|${memberId}`));
  await deleteRows(deps.store, 'Org', [orgMember.at(orgId, { memberId })]);
};
