import type { getInstallation, Installation } from '#contracts/installation.ts';
import type { Call } from './client.ts';

export type { Installation };

/** Who runs this installation, and what it does with data. */
export const readInstallation = (call: Call): Promise<Installation> =>
  call<typeof getInstallation>({ method: 'GET', path: '/api/installation', open: true }, {});
