import type * as argon2 from '@node-rs/argon2';

// Hashes passwords at a low cost, because the cost of production would add a quarter of a second to each app. Only
// passwordSignIn.test.ts tests the real cost and restores it.
jest.mock('@node-rs/argon2', () => {
  const real = jest.requireActual<typeof argon2>('@node-rs/argon2');
  const cheap = { memoryCost: 64, timeCost: 1 };
  return {
    ...real,
    hash: (password: string, options: argon2.Options) => real.hash(password, { ...options, ...cheap }),
  };
});
