const isEveryCall = process.env['EVERY_CALL'] === '1';

/**
 * Distance between two calls to the store that a test lets fail. `npm test` lets every fifth call fail; `npm run
 * test:long` sets EVERY_CALL=1, so that each call fails once.
 */
export const faultStep = isEveryCall ? 1 : 5;

/** Declares a test that uses `faultStep`. With EVERY_CALL=1, Jest skips the other tests, which are the same in `npm test`. */
export const faultTest = isEveryCall ? it.only : it;
