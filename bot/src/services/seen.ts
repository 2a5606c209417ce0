import { zoneId } from '#contracts/ids.ts';
import type { OrgId, TeamId, ZoneId } from '#contracts/ids.ts';
import { toInstant } from '../domain/time.ts';
import { inOrg, outside } from '../store/kind.ts';
import type { Records, ValueOf } from '../store/kind.ts';
import { teamsUser } from '../store/kinds/accounts.ts';
import { personalInstall } from '../store/kinds/install.ts';
import { orgMember } from '../store/kinds/org.ts';
import { teamMember } from '../store/kinds/team.ts';
import { localeFromTeams, zoneFromTeams } from './chat.ts';
import type { Known, Sender } from './chat.ts';
import type { Actor } from './actor.ts';
import type { Deps } from './deps.ts';
import { endingOf } from './ending.ts';
import type { Ending } from './ending.ts';
import type { TeamMember } from './members.ts';
import { ensure, patched, revise } from './revise.ts';
import { livingOrg, openTeams, placesOf } from './standing.ts';
import { followZone } from './zoneMoves.ts';

type Member = ValueOf<typeof orgMember>;
type Place = Awaited<ReturnType<typeof placesOf>>[number];

interface Person {
  readonly records: Records<OrgId>;
  readonly member: Member;
  readonly places: readonly Place[];
}

/** The member behind tid + oid; undefined while no roster has them and in a deleted organisation. */
const personOf = async (deps: Pick<Deps, 'store'>, { tid, oid }: Sender): Promise<Person | undefined> => {
  const pointer = await outside(deps.store).get(teamsUser, { tid, oid });
  if (pointer === undefined) return undefined;
  const { orgId, memberId } = pointer.value;
  const records = inOrg(deps.store, orgId);
  const [organisation, member, places] = await Promise.all([
    livingOrg(records),
    records.get(orgMember, { memberId }),
    placesOf(records, memberId),
  ]);
  return organisation === undefined || member === undefined ? undefined : { records, member: member.value, places };
};

/** Why somebody a roster has is nobody here: their organisation is being deleted. */
const endingFor = async (deps: Pick<Deps, 'store'>, { tid, oid }: Sender): Promise<Ending | undefined> => {
  const pointer = await outside(deps.store).get(teamsUser, { tid, oid });
  return pointer === undefined ? undefined : endingOf(deps, pointer.value.orgId);
};

/** What an activity of theirs tells of a member: where to write to them, and that they can be written to. */
const told = (sender: Sender, row: TeamMember): Partial<TeamMember> => {
  const zone = row.timezoneFrom === 'PERSON' ? null : zoneFromTeams(sender.timezone);
  const locale = row.localeFrom === 'PERSON' ? null : localeFromTeams(sender.locale);
  return {
    teamsUserId: sender.teamsUserId,
    serviceUrl: sender.serviceUrl,
    unreachable: null,
    unreachableSince: null,
    ...(zone === null ? {} : { timezone: zone, timezoneFrom: 'ACTIVITY' as const }),
    ...(locale === null ? {} : { locale }),
    ...(sender.personalConversationId === null ? {} : { conversationId: sender.personalConversationId }),
  };
};

const utc = zoneId.parse('UTC');

/** What the person chose comes first, then what their client says now, then what it said last. */
export const localeOf = (sender: Pick<Sender, 'locale'>, row: TeamMember | undefined): string => {
  const own = row?.localeFrom === 'PERSON' ? row.locale : null;
  return own ?? localeFromTeams(sender.locale) ?? row?.locale ?? 'en';
};

const readerOf = (sender: Sender, row: TeamMember | undefined): Known['reader'] => {
  const own = row?.timezoneFrom === 'PERSON' ? row.timezone : null;
  return {
    locale: localeOf(sender, row),
    timezone: own ?? zoneFromTeams(sender.timezone) ?? row?.timezone ?? utc,
  };
};

const actorOf = ({ records, member, places }: Person, locale: string): Actor => ({
  orgId: records.scope,
  userId: member.userId,
  memberId: member.memberId,
  name: member.name,
  role: member.role,
  teamIds: openTeams(places),
  locale,
});

type SeenDeps = Pick<Deps, 'store' | 'clock'>;

/** What is told of a place, and the place as it is then; the same row where nothing is new. */
interface Told {
  readonly teamId: TeamId;
  readonly row: TeamMember;
  readonly zone: ZoneId | null;
  readonly now: TeamMember;
}

const toldOf =
  (sender: Sender) =>
  ({ teamId, row }: Place): Told => {
    const news = told(sender, row);
    return { teamId, row, zone: news.timezone ?? null, now: patched(row, news) ?? row };
  };

/** Reports by member time go with the sender to another zone. */
const followMove = async (deps: SeenDeps, { records, member }: Person, { teamId, row, zone }: Told): Promise<void> => {
  if (zone !== null && zone !== row.timezone)
    await followZone(deps, records, { memberId: member.memberId, teamIds: [teamId], zone });
};

/**
 * On every inbound activity: stores where and in what zone and language the sender can be reached, in each of their
 * teams, only where it changed. Says who they are; somebody in no team is nobody.
 */
export const seen = async (deps: SeenDeps, sender: Sender): Promise<Known> => {
  const person = await personOf(deps, sender);
  const [place] = person?.places ?? [];
  const reader = readerOf(sender, place?.row);
  if (person === undefined || place === undefined) {
    const ending = person === undefined ? await endingFor(deps, sender) : undefined;
    return ending === undefined ? { actor: undefined, reader } : { actor: undefined, reader, ending };
  }
  const { records, member, places } = person;
  const { memberId } = member;
  const news = places.map(toldOf(sender));
  for (const one of news) await followMove(deps, person, one);
  for (const { teamId, row, now } of news)
    if (now !== row)
      await revise(records, teamMember, { teamId, memberId }, (found) => patched(found, told(sender, found)));
  const seats = { orgId: records.scope, memberId, places: news.map(({ teamId, now }) => ({ teamId, row: now })) };
  return { actor: actorOf(person, reader.locale), reader, seats };
};

/** Switches the mark of a personal install; true for the call that switched it. */
const markPersonal = async (deps: SeenDeps, sender: Sender, isInstalled: boolean): Promise<boolean> => {
  const records = outside(deps.store);
  const key = { tid: sender.tid, oid: sender.oid };
  const changedAt = toInstant(deps.clock.now());
  await ensure(records, personalInstall, key, () => ({ isInstalled: false, changedAt }));
  return revise(records, personalInstall, key, (row) =>
    row.isInstalled === isInstalled ? undefined : { isInstalled, changedAt },
  );
};

/** The welcome is due once an install, also to somebody no roster has, and never for a repeated event. */
export const installedPersonally = async (
  deps: SeenDeps,
  sender: Sender,
): Promise<{ readonly isWelcomeDue: boolean }> => {
  await seen(deps, sender);
  return { isWelcomeDue: await markPersonal(deps, sender, true) };
};

/** Nobody can write to them until they are back: they are not asked meanwhile. */
export const uninstalledPersonally = async (deps: SeenDeps, sender: Sender): Promise<void> => {
  await markPersonal(deps, sender, false);
  const person = await personOf(deps, sender);
  if (person === undefined) return;
  const unreachableSince = toInstant(deps.clock.now());
  for (const { teamId } of person.places)
    await revise(person.records, teamMember, { teamId, memberId: person.member.memberId }, (row) =>
      row.unreachable === 'NOT_INSTALLED'
        ? undefined
        : { ...row, unreachable: 'NOT_INSTALLED' as const, unreachableSince },
    );
};
