import * as React from 'react';

// React's development build writes a stack trace for each element until a counter reaches its limit. This file makes
// the counter infinite, so React writes no traces. They would take a fifteenth of the processor time of the web suites,
// and only React's developer tools show them.

const internals: unknown = Reflect.get(React, '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE');
if (typeof internals !== 'object' || internals === null || !('recentlyCreatedOwnerStacks' in internals))
  throw new Error(
    'This version of React counts owner stacks in another way: adapt or remove disableReactOwnerStacks.ts.',
  );

Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', { get: () => Infinity, set: () => undefined });
