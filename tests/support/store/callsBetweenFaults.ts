/**
 * Distance between two calls to the store that a test lets fail. `npm test` lets every seventh call fail; `npm run
 * test:long` sets EVERY_CALL=1, so that each call fails once. Other tests of many similar cases use the same distance.
 */
export const callsBetweenFaults = process.env['EVERY_CALL'] === '1' ? 1 : 7;
