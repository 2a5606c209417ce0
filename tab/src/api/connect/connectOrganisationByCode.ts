import type { Connection, connectOrg } from '#contracts/connect/connectOrgByCode.ts';
import type { Api } from '../client/apiContextAndSessionHooks.ts';

const route = { method: 'POST', path: '/api/org/connect' } as const;

/** Returns the organisation and the tenant that a connect code would connect, without connecting them. */
export const checkConnectCode = ({ call }: Api, code: string): Promise<Connection> =>
  call<typeof connectOrg>(route, { code });

export const connectByCode = ({ call }: Api, code: string, password: string | undefined): Promise<Connection> =>
  call<typeof connectOrg>(route, { code, confirm: true, ...(password === undefined ? {} : { password }) });
