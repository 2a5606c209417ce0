import { getUserDetails } from '#contracts/identity/sessionAndUserDetailsCalls.ts';
import type { UserDetails } from '#contracts/identity/sessionAndUserDetailsCalls.ts';
import { readFeed, userFeed } from '#contracts/daysOff/publishedCalendarFeed.ts';
import { deleteOrg, eraseUser, undeleteOrg } from '#contracts/dataLifecycle/deletionAndErasureCalls.ts';
import { activateMember, memberPreferences } from '#contracts/people/memberActivationAndPreferences.ts';
import { setRole, updateProfile } from '#contracts/people/userAndProfileCalls.ts';
import type { Game } from './accountGameOnProductAndModel.ts';
import { dayMs } from './accountModel.ts';
import type { Account, Code, Feed, Held, OrgKey, Rule } from './accountModel.ts';
import { seats } from './accountPeopleAndSeats.ts';
import type { StepOf } from './accountScenario.ts';
import { placeOf } from './accountRoutesWorld.ts';

// Plays the steps inside organisations, the deletion and restoration of organisations, and the thefts of secrets.

export const role = async (game: Game, { who, pick, seat, role: next }: StepOf<'role'>): Promise<void> => {
  const held = game.heldBy(who, pick);
  if (held?.access == null) return;
  const { model } = game;
  const isAllowed = model.isAdmin(held.session, held.access, seats[seat].org) && !model.gone.has(seat);
  const rule = game.rule(held, isAllowed);
  const { memberId } = placeOf(seat);
  const reply = await game.world.app.ask(game.caller(held), setRole, { memberId, role: next });
  const mayBeLast = next === 'user' && model.roles.get(seat) === 'admin';
  if (game.settle(rule === 'OK' && mayBeLast ? 'MAY' : rule, reply, `${who} makes ${seat} ${next}`))
    model.roles.set(seat, next);
};

export const enable = async (game: Game, { who, pick, seat, flag }: StepOf<'enable'>): Promise<void> => {
  const held = game.heldBy(who, pick);
  if (held?.access == null) return;
  const { model } = game;
  const isAllowed = model.isAdmin(held.session, held.access, seats[seat].org) && !model.gone.has(seat);
  const rule = game.rule(held, isAllowed);
  const mayBeLast = !flag && model.roles.get(seat) === 'admin';
  const input = { ...placeOf(seat), flag: flag ? ('true' as const) : ('false' as const) };
  const reply = await game.world.app.ask(game.caller(held), activateMember, input);
  if (!game.settle(rule === 'OK' && mayBeLast ? 'MAY' : rule, reply, `${who} switches ${seat} ${flag ? 'on' : 'off'}`))
    return;
  const account = model.links.get(seat);
  if (flag) model.disabled.delete(seat);
  else if (!model.disabled.has(seat)) {
    model.disabled.add(seat);
    if (account === undefined) return;
    account.epoch += 1;
    model.endFeeds(account, seats[seat].org);
  }
};

/** Uses an access token. The person, organisation and role in the reply must equal those of the model. */
export const checkSession = async (game: Game, held: Held): Promise<void> => {
  const { session, access } = held;
  if (access === null) return;
  const { account } = session;
  const caller = { browser: game.world.elsewhere(), token: access.token };
  const reply = await game.world.app.ask(caller, getUserDetails, {});
  game.count('looks');
  const isOpen = reply.errorCode === null;
  const whose = `${held.who}'s token of ${account.address}`;
  const isGood = game.isOpen(held);
  game.must(!isOpen || isGood, `A secret that has ended opens something: ${whose}`);
  game.must(isOpen || !isGood, `A secret that is good opens nothing: ${whose} (${reply.errorCode})`);
  if (!isOpen) {
    held.failedChecks += 1;
    return;
  }
  const details = reply.data as UserDetails;
  game.must(details.id === account.id, `${whose} opens another account.`);
  const right = game.model.roleIn(account, access.org);
  game.must(details.role === right, `${whose} has the role ${details.role} in ${access.org}, and was given ${right}.`);
  if (session.confinedTo === null)
    game.must(details.firstName === account.firstName, `The name of ${account.address} was changed from outside.`);
};

export const checkFeed = async (game: Game, feed: Feed): Promise<void> => {
  const reply = await game.world.app.ask({ browser: game.world.elsewhere() }, readFeed, { file: feed.file });
  const { seat } = feed.account.places.get(feed.org) ?? { seat: null };
  const isOpen = seat !== null && game.model.isUsable(seat) && !game.model.disabled.has(seat);
  const rule: Rule = feed.isEnded || feed.account.isEnded || !isOpen ? 'NO' : feed.isVague ? 'MAY' : 'OK';
  game.settle(rule, reply, `The calendar that ${feed.who} made of the account of ${feed.account.address} is read`);
};

export const rename = async (game: Game, { who, pick, to, do: what }: StepOf<'rename' | 'language'>): Promise<void> => {
  const held = game.heldBy(who, pick);
  if (held === undefined) return;
  const { session } = held;
  const firstName = `Kim${'abcd'.charAt(to)}`;
  const language = ['de', 'fr', 'ja', 'es'][to] ?? 'de';
  const caller = game.caller(held);
  const reply =
    what === 'rename'
      ? await game.world.app.ask(caller, updateProfile, { firstName, lastName: 'Ray' })
      : await game.world.app.ask(caller, memberPreferences, { language });
  const reaches = game.model.reaches(session);
  // A session that is confined to one organisation may still choose the language of that organisation's teams.
  const rule = game.rule(held, reaches || what === 'language');
  const isDone = game.settle(
    session.confinedTo === null ? rule : rule === 'NO' ? 'NO' : 'MAY',
    reply,
    `${who} changes the own ${what}`,
  );
  if (!isDone || !reaches) return;
  if (what === 'rename') session.account.firstName = firstName;
  else session.account.language = language;
};

export const feed = async (game: Game, { who, pick }: StepOf<'feed'>): Promise<void> => {
  const held = game.heldBy(who, pick);
  if (held?.access == null) return;
  const { account } = held.session;
  const { org } = held.access;
  const hasSeat = account.places.get(org)?.seat != null;
  const reply = await game.world.app.ask(game.caller(held), userFeed, { action: 'RENEW' });
  if (!game.settle(game.rule(held, hasSeat), reply, `${who} makes a calendar of ${account.address}`)) return;
  const { url } = reply.data as { url: string };
  game.model.endFeeds(account, org);
  const file = url.split('/').at(-1) ?? '';
  game.model.feeds.push({ who, account, org, file, isEnded: false, isVague: false });
};

const leave = ({ model }: Game, account: Account, org: OrgKey): void => {
  const seat = account.places.get(org)?.seat ?? null;
  account.places.delete(org);
  model.endFeeds(account, org);
  if (seat === null) return;
  model.roles.set(seat, 'user');
  model.unlink(seat);
  model.gone.add(seat);
};

export const erase = async (game: Game, { who, pick }: StepOf<'erase' | 'deleteOrg'>): Promise<void> => {
  const held = game.heldBy(who, pick);
  if (held === undefined) return;
  const { account, confinedTo } = held.session;
  const { model } = game;
  const orgs = [...account.places.keys()].filter((org) => confinedTo === null || org === confinedTo);
  const rule = game.rule(held, model.isRecent(held.session));
  const mayBeLast = orgs.some((org) => model.roleIn(account, org) === 'admin');
  const reply = await game.world.app.ask(game.caller(held), eraseUser, {});
  if (!game.settle(rule === 'OK' && mayBeLast ? 'MAY' : rule, reply, `${who} erases ${account.address}`)) return;
  const isWhole = orgs.length === account.places.size;
  for (const org of orgs) leave(game, account, org);
  if (isWhole) model.end(account);
  model.removals.push({ target: 'PERSON', id: account.id });
  await removeWhatIsDue(game);
};

export const removeOrg = async (game: Game, { who, pick }: StepOf<'erase' | 'deleteOrg'>): Promise<void> => {
  const held = game.heldBy(who, pick);
  if (held?.access == null) return;
  const { model } = game;
  const { org } = held.access;
  const place = model.orgs.get(org);
  const isAllowed = model.isAdmin(held.session, held.access, org) && model.isRecent(held.session);
  const reply = await game.world.app.ask(game.caller(held), deleteOrg, {});
  if (!game.settle(game.rule(held, isAllowed), reply, `${who} deletes ${org}`) || place === undefined) return;
  Object.assign(place, { state: 'DELETING', until: model.now + 7 * dayMs, deletion: place.deletion + 1 });
  await game.letters({ org });
};

const restoreRule = ({ model }: Game, { org, at, deletion }: Code): Rule => {
  const place = org === null ? undefined : model.orgs.get(org);
  if (place === undefined || model.now >= at + 7 * dayMs) return 'NO';
  if (place.state === 'DELETED' || model.now >= place.until) return 'NO';
  // After a restoration, the link of the email still reports success if it is opened again.
  return place.deletion === deletion ? 'OK' : place.state === 'ACTIVE' ? 'MAY' : 'NO';
};

export const undelete = async (game: Game, { who }: StepOf<'undelete'>): Promise<void> => {
  const { model } = game;
  const code = model.newest('UNDELETE', who);
  if (code?.org == null) return;
  const place = model.orgs.get(code.org);
  const reply = await game.world.app.ask({ browser: game.world.elsewhere() }, undeleteOrg, { code: code.code });
  if (!game.settle(restoreRule(game, code), reply, `${who} brings ${code.org} back`)) return;
  if (place?.state !== 'DELETING') return;
  place.state = 'ACTIVE';
  // The deletion ends the sessions of all members, also sessions that were opened in another organisation.
  for (const { session } of model.held) if (session.account.places.has(code.org)) session.isEnded = true;
};

/** Continues all due deletions, and starts the deletion of organisations whose week is over. */
export const removeWhatIsDue = async (game: Game): Promise<void> => {
  const { model, world } = game;
  for (const { target, id } of model.removals) await world.remove(target, id);
  for (const [org, place] of model.orgs) {
    if (place.state !== 'DELETING' || place.id === null || model.now < place.until) continue;
    await world.remove('ORG', place.id);
    place.state = 'DELETED';
    for (const account of model.accounts.filter((item) => item.places.has(org))) {
      leave(game, account, org);
      if (account.places.size === 0) model.end(account);
    }
    for (const seat of model.seatsIn(org)) model.gone.add(seat);
  }
};

const stealSession = (game: Game, { kind, at }: StepOf<'steal'>): void => {
  const { model } = game;
  const from = model.held.findLast((item) => item.who === at && !item.isStolen && game.isOpen(item));
  if (from === undefined) return;
  const { session, access, refresh } = from;
  if (kind === 'ACCESS') game.hold({ who: 'mal', session, access, refresh: null, isStolen: true, failedChecks: 0 });
  else game.hold({ who: 'mal', session, access: null, refresh, isStolen: true, failedChecks: 0 });
};

const codeKinds = ['CONFIRM', 'RESET', 'INVITE', 'UNDELETE'] as const;

/** Gives mal one secret of a person and takes away the secret that mal had before. */
export const steal = (game: Game, step: StepOf<'steal'>): void => {
  const { model } = game;
  const { kind, at } = step;
  if (at === 'mal') return;
  model.loot = null;
  model.dropStolen();
  const account = model.account(at);
  const code = model.codes.findLast((item) => item.kind === kind && item.to === at);
  const factor = account?.factor?.by === at ? account.factor : null;
  if (kind === 'ACCESS' || kind === 'REFRESH') stealSession(game, step);
  else if (codeKinds.some((codeKind) => codeKind === kind))
    model.loot = code === undefined ? null : { kind: 'CODE', code };
  else if (kind === 'PASSWORD') {
    const known = model.known(at, at).at(-1);
    if (known !== undefined) model.loot = { kind, of: at, password: known };
  } else if (kind === 'TOTP' && factor !== null) model.loot = { kind, of: at, secret: factor.secret };
  else if (kind === 'RECOVERY' && factor !== null) {
    const [secret] = factor.recovery;
    if (secret !== undefined) model.loot = { kind, of: at, secret };
  }
};
