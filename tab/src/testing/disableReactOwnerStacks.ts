import * as React from 'react';

// React's development build records a stack trace for each element until a counter reaches its limit. Here the counter
// is always infinite, so React records none. Only React's developer tools show these traces, and they take a fifteenth
// of the processor time of the web tests.

const internals: unknown = Reflect.get(React, '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE');
if (typeof internals !== 'object' || internals === null || !('recentlyCreatedOwnerStacks' in internals))
  throw new Error(
    'This version of React counts owner stacks in another way: adapt or remove disableReactOwnerStacks.ts.',
  );

Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', { get: () => Infinity, set: () => undefined });
