import {
  getUserDetails,
  login,
  logout,
  refreshToken,
  switchOrganisation,
} from '#contracts/identity/sessionAndUserDetailsCalls.ts';
import { changePassword } from '#contracts/registration/changePassword.ts';
import type {
  Challenge as ChallengeReply,
  Session as SessionReply,
  UserDetails,
} from '#contracts/identity/sessionAndUserDetailsCalls.ts';
import { orgId as orgIdSchema } from '#contracts/core/idDateAndZoneSchemas.ts';
import { totpBegin, totpConfirm, totpDisable, totpVerify } from '#contracts/identity/secondFactorCalls.ts';
import { teamsSignIn } from '#contracts/microsoftAccounts/microsoftAndTeamsSignIn.ts';
import type { Reply } from './inProcessAppAndBrowser.ts';
import type { Game } from './accountGameOnProductAndModel.ts';
import { minuteMs } from './accountModel.ts';
import type { Account, Challenge, Held, Rule } from './accountModel.ts';
import { addressOf, seats, seatsOf } from './accountPeopleAndSeats.ts';
import type { Person, Seat } from './accountPeopleAndSeats.ts';
import type { FactorCode, StepOf } from './accountScenario.ts';
import { appCode } from './authenticatorCode.ts';
import { identityOf } from './accountRoutesWorld.ts';

// Plays the steps that start, change and end sessions.

/** From this number of failed attempts on, a rate limit may reject even the right secret. */
const fewTries = 5;

const whileFew = (account: Account, rule: Rule): Rule => (rule === 'OK' && account.failures >= fewTries ? 'MAY' : rule);

const signInRule = ({ model }: Game, account: Account | undefined, password: string): Rule => {
  if (account?.password !== password || !account.isConfirmed) return 'NO';
  // The second factor is checked first, so a missing organisation appears only after it.
  if (model.homes(account).length === 0 && account.factor === null) return 'NO';
  return whileFew(account, 'OK');
};

export const tryPassword = async (game: Game, who: Person, at: Person, password: string): Promise<boolean> => {
  const { model, world } = game;
  const account = model.account(at);
  const rule = signInRule(game, account, password);
  const reply = await world.app.ask({ browser: world.browser(who) }, login, { email: addressOf(at), password });
  const isIn = game.settle(rule, reply, `${who} signs in at ${at}'s address with a password`);
  if (account === undefined) return false;
  if (!isIn || account.factor !== null) account.failures += 1;
  if (!isIn) return false;
  const data = reply.data as SessionReply | ChallengeReply;
  if ('challenge' in data) {
    model.challenges.push({
      who,
      account,
      epoch: account.epoch,
      at: model.now,
      token: data.challenge,
      method: 'PASSWORD',
      seat: null,
    });
    return true;
  }
  game.must(account.factor === null, `A password alone opened the account of ${at}, which has a second factor.`);
  account.failures = 0;
  game.open(who, account, reply, { confinedTo: null, method: 'PASSWORD', hasFactor: false });
  return true;
};

export const signIn = async (game: Game, { who, at, isOld }: StepOf<'signIn'>): Promise<void> => {
  const where = who === 'mal' ? at : who;
  const known = game.model.known(who, where);
  const password = (isOld ? known.at(-2) : undefined) ?? known.at(-1) ?? 'lantern-orbit-913-fennel';
  await tryPassword(game, who, where, password);
};

const periodMs = 30_000;

/** Returns a code that the app does not accept within its tolerance around `now`. */
const wrongCode = (secret: string | undefined, now: number): string => {
  const near = secret === undefined ? [] : [-2, -1, 0, 1, 2].map((away) => appCode(secret, now + away * periodMs));
  return ['000000', '111111', '222222', '333333', '444444', '555555'].find((code) => !near.includes(code)) ?? '';
};

interface Typed {
  readonly code: string;
  readonly isRight: boolean;
  /** Records in the model that the code was used, because each code works only once. */
  readonly use: () => void;
}

const knowsApp = ({ model }: Game, who: Person, { factor }: Account): boolean =>
  factor?.by === who || (who === 'mal' && model.loot?.kind === 'TOTP' && model.loot.secret === factor?.secret);

const recoveryOf = ({ model }: Game, who: Person, { factor }: Account): string | undefined => {
  if (factor?.by === who) return factor.recovery[0];
  return who === 'mal' && model.loot?.kind === 'RECOVERY' ? model.loot.secret : undefined;
};

const nothing = (): void => undefined;

/** Returns the code that the person enters, which depends on the secrets that the person knows. */
const typed = (game: Game, who: Person, account: Account, how: FactorCode): Typed => {
  const { factor } = account;
  const { now } = game.model;
  const wrong = { code: wrongCode(factor?.secret, now), isRight: false, use: nothing };
  if (factor === null || how === 'WRONG') return wrong;
  if (how === 'USED') {
    const used = factor.used.at(-1);
    return used === undefined || factor.by !== who ? wrong : { code: used, isRight: false, use: nothing };
  }
  if (how === 'APP') {
    if (!knowsApp(game, who, account)) return wrong;
    const step = Math.floor(now / periodMs);
    const isRight = step > factor.lastStep;
    return { code: appCode(factor.secret, now), isRight, use: () => (factor.lastStep = step) };
  }
  const recovery = recoveryOf(game, who, account);
  if (recovery === undefined) return wrong;
  const use = (): void => {
    factor.recovery = factor.recovery.filter((text) => text !== recovery);
    factor.used.push(recovery);
  };
  return { code: recovery, isRight: factor.recovery.includes(recovery), use };
};

/** Limit of wrong codes in 15 minutes. The product counts them over all calls of an account. */
const maxWrong = 5;

const codeRule = ({ model }: Game, who: Person, account: Account, isRight: boolean): Rule => {
  if (!isRight || model.wrongsOf(account, who) >= maxWrong) return 'NO';
  return model.wrongsOf(account) > 0 ? 'MAY' : whileFew(account, 'OK');
};

const afterCode = (game: Game, who: Person, account: Account, { isRight, use }: Typed, isIn: boolean): void => {
  if (isIn) {
    account.failures = 0;
    use();
    return;
  }
  if (!isRight) account.wrongs.push({ by: who, at: game.model.now });
  account.failures += 1;
};

const isChallengeLive = ({ model }: Game, { account, epoch, at, seat }: Challenge): boolean => {
  if (seat !== null && (!model.joined.has(seat) || model.links.get(seat) !== account)) return false;
  return !account.isEnded && account.epoch === epoch && model.now < at + 10 * minuteMs && account.factor !== null;
};

const answerChallenge = async (game: Game, challenge: Challenge, code: Typed): Promise<void> => {
  const { who, account, token } = challenge;
  const isLive = isChallengeLive(game, challenge) && game.model.homes(account).length > 0;
  const rule = isLive ? codeRule(game, who, account, code.isRight) : 'NO';
  const caller = { browser: game.world.browser(who) };
  const reply = await game.world.app.ask(caller, totpVerify, { challenge: token, code: code.code });
  const isIn = game.settle(rule, reply, `${who} answers the challenge of ${account.address} with a code`);
  // The product rejects an expired challenge before it checks the code, so no wrong code is counted.
  if (!isIn && reply.errorCode !== 'INVALID_INPUT' && reply.errorCode !== 'INVALID_CREDENTIALS') return;
  afterCode(game, who, account, code, isIn);
  if (isIn) game.open(who, account, reply, { confinedTo: null, method: challenge.method, hasFactor: true });
};

export const verify = async (game: Game, step: StepOf<'verify'>): Promise<void> => {
  const challenge = game.model.challenges.findLast((item) => item.who === step.who);
  if (challenge !== undefined)
    await answerChallenge(game, challenge, typed(game, step.who, challenge.account, step.with));
};

const disable = async (game: Game, held: Held, code: Typed): Promise<void> => {
  const { account } = held.session;
  const { who } = held;
  const password = game.model.known(who, account.address).at(-1) ?? 'lantern-orbit-913-fennel';
  const isProven = account.password === password && account.factor !== null && game.model.reaches(held.session);
  const may = game.rule(held, isProven);
  const rule = may === 'OK' ? codeRule(game, who, account, code.isRight) : may;
  const caller = { browser: game.world.browser(who), token: held.access?.token };
  const reply = await game.world.app.ask(caller, totpDisable, { password, code: code.code });
  const isDone = game.settle(rule, reply, `${who} turns off the second factor of ${account.address}`);
  if (isProven && game.isOpen(held)) afterCode(game, who, account, code, isDone);
  else if (account.password !== password) account.failures += 1;
  if (isDone) account.factor = null;
};

export const factorOff = async (game: Game, step: StepOf<'factorOff'>): Promise<void> => {
  const held = game.heldBy(step.who, step.pick);
  if (held !== undefined) await disable(game, held, typed(game, step.who, held.session.account, step.with));
};

const secretOf = ({ factor }: Account): string | undefined => factor?.secret;

/** Enters wrong codes in different calls. If that reaches the limit, also enters the right code, which must fail. */
export const guess = async (game: Game, { who, at, paths }: StepOf<'guess'>): Promise<void> => {
  const { model } = game;
  const where = who === 'mal' ? at : who;
  const account = model.account(where);
  if (account?.factor == null) return;
  const wrong = typed(game, who, account, 'WRONG');
  const try_ = async (path: 'VERIFY' | 'DISABLE', code: Typed): Promise<void> => {
    if (path === 'DISABLE') {
      const held = model.held.findLast((item) => item.who === who && item.session.account === account);
      if (held !== undefined) await disable(game, held, code);
      return;
    }
    const password = model.known(who, where).at(-1);
    if (password !== undefined) await tryPassword(game, who, where, password);
    const challenge = model.challenges.findLast((item) => item.who === who && item.account === account);
    if (challenge !== undefined) await answerChallenge(game, challenge, code);
  };
  for (const path of paths) await try_(path, wrong);
  const secret = secretOf(account);
  if (secret === undefined || model.wrongsOf(account, who) < maxWrong) return;
  game.count('guesses');
  model.now = game.world.pass(31_000);
  const right = { code: appCode(secret, model.now), isRight: true, use: nothing };
  await try_(paths[0] ?? 'VERIFY', right);
};

export const factorOn = async (game: Game, { who, pick }: StepOf<'factorOn'>): Promise<void> => {
  const held = game.heldBy(who, pick);
  if (held === undefined) return;
  const { account } = held.session;
  const { app } = game.world;
  const password = game.model.known(who, account.address).at(-1) ?? 'lantern-orbit-913-fennel';
  const caller = { browser: game.world.browser(who), token: held.access?.token };
  const rule = game.rule(
    held,
    account.password === password && account.factor === null && game.model.reaches(held.session),
  );
  const begun = await app.ask(caller, totpBegin, { password });
  if (account.password !== password) account.failures += 1;
  if (!game.settle(whileFew(account, rule), begun, `${who} sets up a second factor of ${account.address}`)) return;
  account.failures = 0;
  const { secret } = begun.data as { secret: string };
  const reply = await app.ask(caller, totpConfirm, { code: appCode(secret, game.model.now) });
  game.settle('OK', reply, `${who} turns on the second factor of ${account.address}`);
  const recovery = [...(reply.data as { recoveryCodes: string[] }).recoveryCodes];
  const lastStep = Math.floor(game.model.now / periodMs);
  account.factor = { by: who, secret, recovery, used: [], lastStep };
  held.session.hasFactor = true;
};

/** Returns the details of the account to which the token in a reply belongs. */
export const readDetails = async (game: Game, reply: Reply): Promise<UserDetails> => {
  const { token } = reply.data as SessionReply;
  const details = await game.world.app.ask({ browser: game.world.elsewhere(), token }, getUserDetails, {});
  return details.data as UserDetails;
};

/**
 * Adds the challenge of a Microsoft sign-in to the model. A linked identity can open every organisation of the account,
 * so it needs the second factor, as a password does.
 */
const challengeBy = (game: Game, who: Person, seat: Seat, token: string): void => {
  const account = game.model.links.get(seat);
  if (account?.factor == null || !game.model.joined.has(seat))
    throw new Error(`Microsoft sign-in of ${seat} asks for a second factor that the account has not.`);
  game.model.challenges.push({
    ...{ who, account, epoch: account.epoch, at: game.model.now, token, method: 'MICROSOFT', seat },
  });
};

const enterBy = async (game: Game, who: Person, seat: Seat, reply: Reply, confines: boolean): Promise<void> => {
  const data = reply.data as SessionReply | ChallengeReply;
  if ('challenge' in data) {
    challengeBy(game, who, seat, data.challenge);
    return;
  }
  const { id } = await readDetails(game, reply);
  const linked = game.model.links.get(seat);
  if (linked !== undefined)
    game.must(linked.id === id, `Microsoft sign-in of ${seat} opened an account that is not theirs.`);
  else
    game.must(
      game.model.accounts.every((item) => item.id !== id),
      `Microsoft sign-in of ${seat} opened the account of somebody else.`,
    );
  const account = linked ?? game.strangerOf(seat, id);
  const isFactorOpen = account.factor === null || confines || !game.model.joined.has(seat);
  game.must(isFactorOpen, `The identity ${seat} alone opened all of an account with a second factor.`);
  const confinedTo = confines || !game.model.joined.has(seat) ? seats[seat].org : null;
  if (linked === undefined) account.firstName = seat;
  game.open(who, account, reply, { confinedTo, method: 'MICROSOFT', hasFactor: false });
};

const seatAt = (who: Person, place: number): Seat | undefined => {
  const own = seatsOf(who);
  return own[place % Math.max(1, own.length)];
};

export const microsoft = async (game: Game, step: StepOf<'microsoft' | 'teams'>): Promise<void> => {
  const { who } = step;
  const seat = seatAt(who, step.place);
  if (seat === undefined) return;
  const { app } = game.world;
  const reply =
    step.do === 'microsoft'
      ? await game.world.microsoft(who, seat)
      : await app.ask({ browser: game.world.elsewhere() }, teamsSignIn, { ssoToken: identityOf(seat) });
  const rule = game.model.isUsable(seat) ? 'OK' : 'NO';
  if (game.settle(rule, reply, `${seat} signs in with Microsoft`))
    await enterBy(game, who, seat, reply, step.do === 'teams');
};

/**
 * Returns the rule for linking an identity: the account must have signed in during the last minutes, with its second
 * factor if it has one.
 */
const joinRule = (game: Game, held: Held, seat: Seat): Rule => {
  const { session } = held;
  const { account } = session;
  const isWhole = session.confinedTo === null && game.model.isRecent(session);
  if (!isWhole || !game.model.isUsable(seat) || game.model.isTaken(seat, account)) return 'NO';
  return account.factor !== null && !session.hasFactor ? 'NO' : 'OK';
};

export const join = async (game: Game, { who, pick, place }: StepOf<'join'>): Promise<void> => {
  const held = game.heldBy(who, pick);
  const seat = seatAt(who, place);
  if (held?.access == null || seat === undefined) return;
  const { account } = held.session;
  const mine = account.places.get(seats[seat].org)?.seat ?? seat;
  // The model does not cover an account that belongs to two members of one organisation.
  if (mine !== seat) return;
  const allowed = joinRule(game, held, seat);
  const rule = game.rule(held, allowed === 'OK');
  const reply = await game.world.microsoft(who, seat, { token: held.access.token });
  const what = `${who} joins the Microsoft identity ${seat} to the account of ${account.address}`;
  if (!game.settle(rule, reply, what)) return;
  game.model.join(account, seat);
  game.open(who, account, reply, { confinedTo: null, method: 'MICROSOFT', hasFactor: held.session.hasFactor });
};

const refreshRule = (game: Game, { session, refresh }: Held): Rule => {
  if (!game.model.isLive(session)) return 'NO';
  const isCurrent = refresh === session.refresh;
  const isJustBefore = refresh === session.previous && game.model.now - session.rotatedAt <= 20_000;
  if (!isCurrent && !isJustBefore) return 'NO';
  return game.model.homes(session.account, session.confinedTo).length > 0 ? 'OK' : 'NO';
};

const refreshOnce = async (game: Game, held: Held): Promise<void> => {
  const { session, who } = held;
  const token = held.refresh ?? '';
  const rule = refreshRule(game, held);
  const isReplaced = token !== session.refresh;
  const isLive = game.model.isLive(session);
  const reply = await game.world.app.ask({ browser: game.world.elsewhere() }, refreshToken, { refreshtoken: token });
  const isDone = game.settle(rule, reply, `${who} refreshes a session of ${session.account.address}`);
  if (reply.errorCode === 'TOO_MANY_REQUESTS') return;
  // A replaced token that is used again has been copied, so the session ends for both holders.
  if (isLive && isReplaced && rule === 'NO') session.isEnded = true;
  if (!isDone) {
    // The product replaced the token before it noticed that no organisation admits the person, so the old token is used
    // up.
    if (isLive && !isReplaced && reply.errorCode === 'FORBIDDEN') session.isEnded = true;
    return;
  }
  const data = reply.data as SessionReply;
  session.org = game.orgOpened(session.account, data.orgId);
  if (!isReplaced) Object.assign(session, { previous: token, refresh: data.refreshToken, rotatedAt: game.model.now });
  game.must(session.refresh === data.refreshToken, 'A token that was replaced a moment ago got another one.');
  held.access = game.access(data.token, session.org);
  held.refresh = data.refreshToken;
  if (session.confinedTo === null) game.sameLanguage(session.account, data.language);
};

export const refresh = async (game: Game, { who, pick, how }: StepOf<'refresh'>): Promise<void> => {
  const held = game.model.held.filter((item) => item.who === who && item.refresh !== null).at(-1 - pick);
  if (held === undefined) return;
  const before = held.refresh;
  await refreshOnce(game, held);
  if (how === 'ONCE' || held.refresh === before) return;
  if (how === 'LATE') game.model.now = game.world.pass(25_000);
  held.refresh = before;
  await refreshOnce(game, held);
};

export const signOut = async (game: Game, { who, pick }: StepOf<'signOut'>): Promise<void> => {
  const held = game.heldBy(who, pick);
  if (held?.refresh == null) return;
  const reply = await game.world.app.ask({ browser: game.world.elsewhere() }, logout, { refreshToken: held.refresh });
  game.settle('OK', reply, `${who} signs out`);
  held.session.isEnded = true;
};

export const switchTo = async (game: Game, { who, pick, to }: StepOf<'switch'>): Promise<void> => {
  const held = game.heldBy(who, pick);
  if (held === undefined) return;
  const { session } = held;
  const known = [...game.model.orgs].filter(([, organisation]) => organisation.id !== null);
  const [org, found] = known[to % known.length] ?? [];
  if (org === undefined || found === undefined) return;
  const mayEnter = session.account.places.has(org) && game.model.isAlive(org);
  const isAllowed = mayEnter && (session.confinedTo === null || session.confinedTo === org);
  const reply = await game.world.app.ask(game.caller(held), switchOrganisation, { orgId: orgIdSchema.parse(found.id) });
  if (!game.settle(game.rule(held, isAllowed), reply, `${who} switches to ${org}`)) return;
  session.org = org;
  held.access = game.access((reply.data as SessionReply).token, org);
};

export const password = async (game: Game, { who, pick, isRight }: StepOf<'password'>): Promise<void> => {
  const held = game.heldBy(who, pick);
  if (held === undefined) return;
  const { session } = held;
  const { account } = session;
  const oldPassword =
    (isRight ? game.model.known(who, account.address).at(-1) : undefined) ?? 'lantern-orbit-913-fennel';
  const newPassword = game.model.newPassword(who);
  const rule = game.rule(held, account.password === oldPassword && game.model.reaches(session));
  const input = { oldPassword, newPassword, passwordConfirmation: newPassword };
  const caller = { browser: game.world.browser(who), token: held.access?.token };
  const reply = await game.world.app.ask(caller, changePassword, input);
  if (account.password !== oldPassword) account.failures += 1;
  const isAllowed = session.confinedTo === null ? whileFew(account, rule) : rule === 'NO' ? 'NO' : 'MAY';
  if (!game.settle(isAllowed, reply, `${who} changes the password of ${account.address}`)) return;
  account.failures = 0;
  account.password = newPassword;
  account.epoch += 1;
  game.model.learn(who, account.address, newPassword);
  const { confinedTo, method, hasFactor } = session;
  game.open(who, account, reply, { confinedTo, method, hasFactor });
};
