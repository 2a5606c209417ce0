import {
  forgotPassword,
  register as registerCall,
  resetPassword,
} from '#contracts/registration/registrationAndPasswordResetCalls.ts';
import { inviteMember, joinAsMember } from '#contracts/registration/memberInvitationCalls.ts';
import { openConfirmPage, pressConfirm } from './confirmationPageCalls.ts';
import type { Game } from './accountGameOnProductAndModel.ts';
import { dayMs, minuteMs } from './accountModel.ts';
import type { Account, Code, Rule } from './accountModel.ts';
import { addressOf, seats } from './accountPeopleAndSeats.ts';
import type { Person, Seat } from './accountPeopleAndSeats.ts';
import type { StepOf } from './accountScenario.ts';
import { placeOf } from './accountRoutesWorld.ts';

// Plays the steps that create an account or recover a lost one.

const names = { firstName: 'Kim', lastName: 'Ray' };

const addPending = (
  game: Game,
  who: Person,
  at: Person,
  created: Pick<Account, 'id' | 'password' | 'future'> & Partial<Pick<Account, 'invitation'>>,
): Account => {
  const { model } = game;
  const before = model.claims.get(at)?.account;
  if (before !== undefined) before.isEnded = true;
  const account = model.addAccount({ ...created, address: at, maker: who });
  account.firstName = names.firstName;
  model.claims.set(at, { account, since: model.now, isConfirmed: false });
  model.learn(who, at, created.password ?? '');
  return account;
};

export const register = async (game: Game, step: StepOf<'register'>): Promise<void> => {
  const { who } = step;
  const at = who === 'mal' ? step.at : who;
  const password = game.model.newPassword(who);
  const input = { ...names, email: addressOf(at), password, organizationName: 'Ferns and Fossils' };
  const rule = game.model.isFree(at) ? 'OK' : 'NO';
  const browser = game.world.elsewhere(who);
  const reply = await game.world.app.ask({ browser }, registerCall, input);
  const isDone = game.settle(rule, reply, `${who} registers the address of ${at}`);
  game.world.browser(who).take(browser);
  if (isDone) addPending(game, who, at, { id: reply.data as string, password, future: 'OWN' });
  await game.letters();
};

const isRound = (model: Game['model'], { seat, round }: Code): boolean =>
  seat !== null && round === (model.rounds.get(seat) ?? 0);

const isUsedByOther = ({ usedAt, usedBy }: Code, account: Account): boolean => usedAt !== null && usedBy !== account;

const isConfirmable = ({ model }: Game, { account, at, usedAt }: Code): boolean => {
  const isLive = model.now < at + dayMs && (usedAt === null || model.now <= usedAt + 15 * minuteMs);
  return isLive && account?.isEnded === false && model.claims.get(account.address)?.account === account;
};

/** Adds to the model the membership that a confirmation grants: admin of a new organisation, or the invited member. */
const takePlace = ({ model }: Game, account: Account): void => {
  if (account.future === 'OWN') {
    const org = `own ${account.id}` as const;
    if (!model.orgs.has(org)) model.orgs.set(org, { id: null, state: 'ACTIVE', until: 0, deletion: 0 });
    account.places.set(org, { seat: null, role: 'admin' });
  } else if (account.future !== null) model.seat(account, account.future);
};

const finish = (game: Game, account: Account): void => {
  const claim = game.model.claims.get(account.address);
  if (claim !== undefined) claim.isConfirmed = true;
  if (account.isConfirmed) return;
  account.isConfirmed = true;
  const { invitation } = account;
  if (invitation !== null) Object.assign(invitation, { usedAt: invitation.usedAt ?? game.model.now, usedBy: account });
  takePlace(game, account);
};

const isPlaceOpen = ({ model }: Game, account: Account): boolean => {
  const { future, isConfirmed, invitation } = account;
  if (isConfirmed || future === null || future === 'OWN') return true;
  if (invitation !== null && (!isRound(model, invitation) || isUsedByOther(invitation, account))) return false;
  return model.isUsable(future) && !model.isTaken(future);
};

/**
 * Returns the expected result of a confirmation. It may succeed only for a person who both registered the address and
 * reads its email.
 */
const confirmRule = (game: Game, who: Person, code: Code, password: string | undefined): Rule => {
  const { account } = code;
  if (account === null || !isConfirmable(game, code)) return 'NO';
  // A second click on a valid link reports success to any caller, because the caller learns nothing new.
  if (code.usedAt !== null || account.isConfirmed) return 'MAY';
  const isProven = password === undefined ? account.maker === who : account.password === password;
  if (!isProven || !isPlaceOpen(game, account)) return 'NO';
  return account.failures > 3 ? 'MAY' : 'OK';
};

export const confirm = async (game: Game, { who, by }: StepOf<'confirm'>): Promise<void> => {
  const code = game.model.newest('CONFIRM', who);
  if (code?.account == null) return;
  const { account } = code;
  const what = `${who} confirms the address of ${account.address}, which ${account.maker ?? 'nobody'} registered`;
  const known = game.model.known(who, account.address).at(-1) ?? 'lantern-orbit-913-fennel';
  const password = by === 'PASSWORD' ? known : undefined;
  const rule = confirmRule(game, who, code, password);
  const reply = await pressConfirm(game, who, code, password);
  if (reply.errorCode === 'INVALID_CREDENTIALS') account.failures += 1;
  if (!game.settle(rule, reply, what)) return;
  code.usedAt ??= game.model.now;
  finish(game, account);
};

/** Opens the link as a mail scanner does, which must change nothing. */
export const openLink = async (game: Game, { who }: StepOf<'openLink'>): Promise<void> => {
  const code = game.model.newest('CONFIRM', who);
  if (code !== undefined) await openConfirmPage(game, code);
};

export const forgot = async (game: Game, step: StepOf<'forgot'>): Promise<void> => {
  const at = step.who === 'mal' ? step.at : step.who;
  const { model, world } = game;
  const claim = model.claims.get(at);
  // An unconfirmed registration expires a day after its newest email. The model does not know the time of that email,
  // so both results are allowed.
  const isOld = claim?.isConfirmed === false && model.now - claim.since >= dayMs;
  const rule = isOld ? 'MAY' : model.account(at) === undefined ? 'NO' : 'OK';
  const reply = await world.app.ask({ browser: world.elsewhere() }, forgotPassword, { email: addressOf(at) });
  game.settle(rule, reply, `${step.who} has a reset code sent to ${at}`);
  await game.letters();
};

/** Ends in the model every other access to the account, because a reset leaves only the owner's. */
const afterReset = ({ model }: Game, account: Account): void => {
  account.epoch += 1;
  for (const [seat, linked] of model.links)
    if (linked === account && model.joined.has(seat)) {
      model.unjoin(account, seat);
    }
  for (const feed of model.feeds) {
    if (feed.account !== account) continue;
    if (feed.who === account.address) feed.isVague = true;
    else feed.isEnded = true;
  }
};

/** Registers the address again with the code from an email to an unconfirmed address. */
const registerAgain = async (game: Game, who: Person, code: Code): Promise<void> => {
  const { model, world } = game;
  const at = code.to;
  const password = model.newPassword(who);
  const input = { ...names, email: addressOf(at), password, organizationName: 'Ferns and Fossils', code: code.code };
  const isLive = model.now < code.at + 20 * minuteMs && code.usedAt === null;
  const rule = isLive && model.claims.get(at)?.isConfirmed !== true ? 'OK' : 'NO';
  const browser = world.elsewhere(who);
  const reply = await world.app.ask({ browser }, registerCall, input);
  world.browser(who).take(browser);
  if (!game.settle(rule, reply, `${who} registers the address of ${at} anew by an email to it`)) return;
  code.usedAt = model.now;
  finish(game, addPending(game, who, at, { id: reply.data as string, password, future: 'OWN' }));
  await game.letters();
};

const resetRule = ({ model }: Game, { account, at, usedAt, epoch }: Code): Rule => {
  const isLive = model.now < at + 20 * minuteMs && usedAt === null && account?.epoch === epoch;
  return isLive && !account.isEnded && model.claims.get(account.address)?.account === account ? 'OK' : 'NO';
};

export const reset = async (game: Game, { who }: StepOf<'reset'>): Promise<void> => {
  const code = game.model.newest('RESET', who);
  if (code?.isAgain === true) return registerAgain(game, who, code);
  if (code?.account == null) return;
  const { account } = code;
  const newPassword = game.model.newPassword(who);
  const input = { code: code.code, newPassword, passwordConfirmation: newPassword };
  const reply = await game.world.app.ask({ browser: game.world.browser(who) }, resetPassword, input);
  const rule = resetRule(game, code);
  const isAllowed = rule === 'OK' && !isPlaceOpen(game, account) ? 'MAY' : rule;
  if (!game.settle(isAllowed, reply, `${who} resets the password of ${account.address}`)) return;
  code.usedAt = game.model.now;
  finish(game, account);
  account.password = newPassword;
  game.model.learn(who, account.address, newPassword);
  afterReset(game, account);
  await game.letters();
};

export const invite = async (game: Game, { who, pick, seat }: StepOf<'invite'>): Promise<void> => {
  const held = game.heldBy(who, pick);
  if (held?.access == null) return;
  const { model } = game;
  const isAdmin = model.isAdmin(held.session, held.access, seats[seat].org);
  const isOpen = isAdmin && model.isUsable(seat) && !model.isTaken(seat);
  const reply = await game.world.app.ask(game.caller(held), inviteMember, placeOf(seat));
  game.settle(game.rule(held, isOpen), reply, `${who} invites ${seat}`);
  await game.letters({ seat });
};

const isInvitationOpen = ({ model }: Game, code: Code, seat: Seat, account?: Account): boolean => {
  const isLive = code.usedAt === null && model.now < code.at + 7 * dayMs;
  return (
    isLive && model.isUsable(seat) && !model.isTaken(seat, account) && code.round === (model.rounds.get(seat) ?? 0)
  );
};

const acceptAsNew = async (game: Game, who: Person, at: Person, code: Code, seat: Seat): Promise<void> => {
  const { model, world } = game;
  const password = model.newPassword(who);
  const isProven = code.to === at;
  const claim = model.claims.get(at);
  // The invitation proves the address, so it may replace an unconfirmed registration.
  const isFree = model.isFree(at) || (isProven && claim?.isConfirmed === false);
  const rule = isFree && isInvitationOpen(game, code, seat) ? 'OK' : 'NO';
  const input = { ...names, email: addressOf(at), password, memberId: placeOf(seat).memberId, code: code.code };
  const browser = world.elsewhere(who);
  const reply = await world.app.ask({ browser }, registerCall, input);
  world.browser(who).take(browser);
  if (!game.settle(rule, reply, `${who} registers the address of ${at} by the invitation of ${seat}`)) return;
  const account = addPending(game, who, at, { id: reply.data as string, password, future: seat, invitation: code });
  if (isProven) finish(game, account);
  await game.letters();
};

const acceptAsKnown = async (game: Game, step: StepOf<'accept'>, code: Code, seat: Seat): Promise<void> => {
  const held = game.heldBy(step.who, step.pick);
  if (held === undefined) return;
  const { account, confinedTo } = held.session;
  const mine = account.places.get(seats[seat].org)?.seat ?? null;
  const isRepeat = code.usedBy === account;
  const isOpen = isInvitationOpen(game, isRepeat ? { ...code, usedAt: null } : code, seat, account);
  // True if the person opens their own invitation after the account has become that member. The product rejects this.
  const isMine = mine === seat && !isRepeat && account.password !== null;
  const isAllowed = confinedTo === null && isOpen && (mine === null || mine === seat) && !isMine;
  const input = { memberId: placeOf(seat).memberId, code: code.code };
  const reply = await game.world.app.ask(game.caller(held), joinAsMember, input);
  if (!game.settle(game.rule(held, isAllowed), reply, `${step.who} becomes ${seat} by an invitation`)) return;
  Object.assign(code, { usedAt: game.model.now, usedBy: account });
  game.model.seat(account, seat);
};

export const accept = async (game: Game, step: StepOf<'accept'>): Promise<void> => {
  const code = game.model.newest('INVITE', step.who);
  if (code?.seat == null) return;
  const at = step.who === 'mal' ? step.at : step.who;
  if (step.how === 'REGISTER') await acceptAsNew(game, step.who, at, code, code.seat);
  else await acceptAsKnown(game, step, code, code.seat);
};
