import type * as argon2 from '@node-rs/argon2';

// Hashes and verifies passwords at a low cost, because the cost of production would add a quarter of a second to each
// app. Only passwordSignIn.test.ts tests the real cost. `__esModule` lets `jest.spyOn` replace the functions.
jest.mock('@node-rs/argon2', () => {
  const real = jest.requireActual<typeof argon2>('@node-rs/argon2');
  const cheap = { memoryCost: 64, timeCost: 1 };
  const cheapForm = real.hashSync('the password of nobody', cheap);
  const verify: typeof argon2.verify = (kept, password, ...rest) =>
    // For an unknown address, the product verifies a fixed hash that has the cost of production.
    real.verify(kept.toString().includes('$m=19456,') ? cheapForm : kept, password, ...rest);
  return {
    ...real,
    __esModule: true,
    hash: (password: string, options: argon2.Options) => real.hash(password, { ...options, ...cheap }),
    verify,
  };
});
