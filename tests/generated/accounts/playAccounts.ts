import { refreshToken } from '#contracts/identity/sessionAndUserDetailsCalls.ts';
import type { Figures } from '../playSeedsAndKeptScenarios.ts';
import { Game } from './accountGameOnProductAndModel.ts';
import { people } from './accountPeopleAndSeats.ts';
import * as registration from './playRegistrationAndRecoverySteps.ts';
import * as orgs from './playOrganisationStepsAndThefts.ts';
import * as sessions from './playSessionSteps.ts';
import type { Scenario, Step } from './accountScenario.ts';

// Plays a scenario on the product and the model. After each step, some sessions must have the same effect in both; at
// the end, so must the remaining sessions, ended secrets and calendar addresses.

const act = async (game: Game, step: Step): Promise<void> => {
  switch (step.do) {
    case 'wait':
      game.model.now = game.world.pass(step.minutes * 60_000);
      await game.letters();
      await orgs.removeWhatIsDue(game);
      return;
    case 'register':
      return registration.register(game, step);
    case 'forgot':
      return registration.forgot(game, step);
    case 'confirm':
      return registration.confirm(game, step);
    case 'openLink':
      return registration.openLink(game, step);
    case 'reset':
      return registration.reset(game, step);
    case 'undelete':
      return orgs.undelete(game, step);
    case 'invite':
      return registration.invite(game, step);
    case 'accept':
      return registration.accept(game, step);
    case 'signIn':
      return sessions.signIn(game, step);
    case 'verify':
      return sessions.verify(game, step);
    case 'microsoft':
    case 'teams':
      return sessions.microsoft(game, step);
    case 'join':
      return sessions.join(game, step);
    case 'refresh':
      return sessions.refresh(game, step);
    case 'signOut':
      return sessions.signOut(game, step);
    case 'factorOn':
      return sessions.factorOn(game, step);
    case 'factorOff':
      return sessions.factorOff(game, step);
    case 'feed':
      return orgs.feed(game, step);
    case 'erase':
      return orgs.erase(game, step);
    case 'deleteOrg':
      return orgs.removeOrg(game, step);
    case 'rename':
    case 'language':
      return orgs.rename(game, step);
    case 'switch':
      return sessions.switchTo(game, step);
    case 'password':
      return sessions.password(game, step);
    case 'guess':
      return sessions.guess(game, step);
    case 'role':
      return orgs.role(game, step);
    case 'enable':
      return orgs.enable(game, step);
    case 'steal':
      orgs.steal(game, step);
  }
};

/** A token that failed in this many checks is not checked again, to save time. */
const maxFailedChecks = 2;
const maxQueries = 12;
const fewChecks = 2;
/** Steps that may end the sessions of other people or change their permissions. */
const farReaching: ReadonlySet<Step['do']> = new Set([
  ...(['password', 'reset', 'enable', 'role', 'erase', 'deleteOrg', 'undelete', 'signOut', 'join', 'accept'] as const),
  ...(['factorOff', 'rename', 'openLink', 'refresh'] as const),
]);

const checkSessions = async (game: Game, most: number): Promise<void> => {
  const checked = game.model.held.filter((item) => item.failedChecks < maxFailedChecks).slice(-most);
  for (const held of checked) await orgs.checkSession(game, held);
};

/**
 * Tries the refresh tokens of ended sessions and the last replaced passwords, which must fail, and the newest calendar
 * addresses, which must work or fail as in the model.
 */
const tryWhatEnded = async (game: Game): Promise<void> => {
  const { model, world } = game;
  for (const feed of model.feeds.slice(-4)) await orgs.checkFeed(game, feed);
  for (const held of model.held) {
    if (held.refresh === null || model.isLive(held.session)) continue;
    const reply = await world.app.ask({ browser: world.elsewhere() }, refreshToken, { refreshtoken: held.refresh });
    game.settle('NO', reply, `${held.who} refreshes an ended session of ${held.session.account.address}`);
  }
  for (const at of people)
    for (const password of new Set(model.everKnown(at).slice(-3)))
      if (model.account(at)?.password !== password) await sessions.tryPassword(game, 'mal', at, password);
};

export const playAccounts = async ({ steps }: Scenario): Promise<Figures> => {
  const game = new Game();
  try {
    await game.world.open();
    for (const step of steps) {
      // An app code works once and changes every 30 seconds, so 31 seconds pass before each step.
      game.model.now = game.world.pass(31_000);
      await act(game, step);
      await checkSessions(game, farReaching.has(step.do) ? maxQueries : fewChecks);
    }
    await checkSessions(game, Infinity);
    await tryWhatEnded(game);
    return { ...game.figures, steps: steps.length };
  } finally {
    await game.world.close();
  }
};
