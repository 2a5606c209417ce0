import type { ContainerClient, RestError } from '@azure/storage-blob';
import { once } from '../../concurrency/once.ts';
import type { BlobContainer } from '../blobContainerPort.ts';
import { BlobError } from '../blobContainerPort.ts';

export interface AzureBlobsOptions {
  /** URL of the container. It uses https, or points to an emulator on this machine. */
  readonly url: string;
  /** Key of an emulator's storage account; null = sign in with the identity of the process (DefaultAzureCredential). */
  readonly key: string | null;
}

const emulatorAccount = 'devstoreaccount1';
const callMs = 60_000;

const sentence = (status: number | undefined): string => {
  switch (status) {
    case undefined:
      return 'The backup container cannot be reached. Check BACKUP_URL and the network.';
    case 401:
    case 403:
      return 'The backup container refuses this server. Its identity needs the role Storage Blob Data Contributor there.';
    case 404:
      return 'There is no container at BACKUP_URL.';
    default:
      return `The backup container answered ${status}.`;
  }
};

/** The error is recognised by its name, because importing its class would load the large library at start-up. */
const isRestError = (error: unknown): error is RestError => error instanceof Error && error.name === 'RestError';

const asBlobError = (error: unknown): unknown => {
  if (isRestError(error)) return new BlobError(sentence(error.statusCode), { cause: error });
  const isUnanswered = error instanceof Error && /Abort|Timeout|Authentication|CredentialUnavailable/.test(error.name);
  return isUnanswered ? new BlobError(sentence(undefined), { cause: error }) : error;
};

const translated = async <T>(work: () => Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    throw asBlobError(error);
  }
};

const options = { retryOptions: { maxTries: 4, tryTimeoutInMs: callMs, maxRetryDelayInMs: 8_000 } };

const clientOf = async ({ url, key }: AzureBlobsOptions): Promise<ContainerClient> => {
  const { ContainerClient, StorageSharedKeyCredential } = await import('@azure/storage-blob');
  if (key !== null) return new ContainerClient(url, new StorageSharedKeyCredential(emulatorAccount, key), options);
  const { DefaultAzureCredential } = await import('@azure/identity');
  return new ContainerClient(url, new DefaultAzureCredential(), options);
};

/** Opens the container of Azure Blob Storage at `where.url`. The container must exist. */
export const createAzureBlobs = (where: AzureBlobsOptions): BlobContainer => {
  const container = once(() => clientOf(where));
  return {
    put: (name, bytes) =>
      translated(async () => {
        const blob = (await container()).getBlockBlobClient(name);
        await blob.uploadData(bytes, { conditions: { ifNoneMatch: '*' } });
      }),
    get: (name) =>
      translated(async () => {
        try {
          return await (await container()).getBlobClient(name).downloadToBuffer();
        } catch (error) {
          if (isRestError(error) && error.statusCode === 404 && error.code !== 'ContainerNotFound') return undefined;
          throw error;
        }
      }),
    list: (prefix) =>
      translated(async () => {
        const names: string[] = [];
        for await (const blob of (await container()).listBlobsFlat({ prefix })) names.push(blob.name);
        return names;
      }),
  };
};
