import { Secret, TOTP } from 'otpauth';
import { login } from '../../../bot/src/services/identity/passwordLoginAndUserDetails.ts';
import {
  beginSecondFactor,
  confirmSecondFactor,
} from '../../../bot/src/services/identity/setUpAndVerifySecondFactor.ts';
import { authenticate } from '../../../bot/src/services/identity/authenticateRequestAndRequireProof.ts';
import { emailOf, home, passwordOf, sessionWorld } from './passwordSignInWorld.ts';

// Creates a world with a signed-in person, with or without a second factor of sign-in.

export const codeAt = (secret: string, index: number): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: index });
export const credentials = { email: emailOf('ann'), password: passwordOf('ann') };
export const wrongCode = { code: 'INVALID_INPUT', details: { message: 'secondFactor.codeWrong' } };

export const worldWithoutFactor = async () => {
  const world = await sessionWorld();
  const session = await world.signIn('ann');
  const actorOf = async (token = session.token) => {
    const actor = await authenticate(world.deps, token);
    if (actor === undefined) throw new Error('signed in');
    return actor;
  };
  const asker = { ...home, actor: () => actorOf() };
  return { ...world, session, actorOf, asker, code: (secret: string) => codeAt(secret, world.clock.now()) };
};

export const worldWithFactor = async () => {
  const world = await worldWithoutFactor();
  const { secret } = await beginSecondFactor(world.deps, { password: credentials.password }, world.asker);
  const { recoveryCodes } = await confirmSecondFactor(world.deps, { code: world.code(secret) }, world.asker);
  // Each code can be used once, so the clock moves to the next code.
  world.clock.advance({ seconds: 30 });
  const challenge = async (origin = home): Promise<string> => {
    const answer = await login(world.deps, credentials, origin);
    if (!('challenge' in answer)) throw new Error('A second factor was expected.');
    return answer.challenge;
  };
  return { ...world, secret, recoveryCodes, challenge };
};
