import { AzureNamedKeyCredential, TableClient } from '@azure/data-tables';
import type { TableServiceClientOptions } from '@azure/data-tables';
import { StoreError, tables } from '../tableStorePort.ts';
import type { Table } from '../tableStorePort.ts';

export type TablesCredential =
  /** The identity of the process in Azure. `clientId` selects a user-assigned identity. */
  | { readonly kind: 'managedIdentity'; readonly clientId?: string }
  /** The user who is signed in on a developer's machine, or the identity of the environment. */
  | { readonly kind: 'default' }
  /** Account and key, only for an emulator on this machine. */
  | { readonly kind: 'emulator'; readonly account: string; readonly key: string };

export type HttpClient = NonNullable<TableServiceClientOptions['httpClient']>;

export interface TableAccount {
  readonly url: string;
  readonly credential: TablesCredential;
  readonly httpClient?: HttpClient;
}

export type Clients = Readonly<Record<Table, TableClient>>;

const loopback = new Set(['127.0.0.1', 'localhost', '[::1]']);

const checkUrl = (url: string, credential: TablesCredential): void => {
  const { hostname, protocol } = new URL(url);
  if (credential.kind === 'emulator') {
    if (!loopback.has(hostname)) throw new StoreError('INVALID', 'an account key is for an emulator on this machine');
  } else if (protocol !== 'https:') {
    throw new StoreError('INVALID', 'the table service is reached by https');
  }
};

/** Loads the identity library only if it is needed, because it is large and an emulator does not use it. */
const tokenCredential = async (credential: Exclude<TablesCredential, { kind: 'emulator' }>) => {
  const { DefaultAzureCredential, ManagedIdentityCredential } = await import('@azure/identity');
  if (credential.kind === 'default') return new DefaultAzureCredential();
  return credential.clientId === undefined
    ? new ManagedIdentityCredential()
    : new ManagedIdentityCredential({ clientId: credential.clientId });
};

const clientMaker = async ({ url, credential, httpClient }: TableAccount): Promise<(table: Table) => TableClient> => {
  const withoutRetries = { retryOptions: { maxRetries: 0 }, ...(httpClient !== undefined && { httpClient }) };
  if (credential.kind === 'emulator') {
    const key = new AzureNamedKeyCredential(credential.account, credential.key);
    return (table) => new TableClient(url, table, key, { ...withoutRetries, allowInsecureConnection: true });
  }
  const token = await tokenCredential(credential);
  return (table) => new TableClient(url, table, token, withoutRetries);
};

/** Creates one client for each table. `onDate` receives the Date header of every response in epoch ms. */
export const createClients = async (
  account: TableAccount,
  onDate: (milliseconds: number) => void,
): Promise<Clients> => {
  checkUrl(account.url, account.credential);
  const make = await clientMaker(account);
  const watched = (table: Table): TableClient => {
    const client = make(table);
    client.pipeline.addPolicy({
      name: 'readDate',
      sendRequest: async (request, next) => {
        const response = await next(request);
        const date = Date.parse(response.headers.get('date') ?? '');
        if (!Number.isNaN(date)) onDate(date);
        return response;
      },
    });
    return client;
  };
  return Object.fromEntries(tables.map((table) => [table, watched(table)])) as Record<Table, TableClient>;
};
