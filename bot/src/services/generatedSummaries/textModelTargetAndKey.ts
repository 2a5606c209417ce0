import type { OrgId } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { TextModelSettings } from '#contracts/generatedSummaries/textModelSettings.ts';
import type { TextModel, TextModelTarget } from '../../gateways/textModelPort.ts';
import type { ValueOf } from '../../store/recordKindsAndAccess.ts';
import type { textModel as textModelKind } from '../../store/kinds/generatedSummaries/textModel.ts';
import type { Deps } from '../core/deps.ts';
import { decryptSecret, encryptSecret } from '../identity/secretEncryption.ts';
import type { SessionKeys } from '../identity/sessionKeys.ts';
import type { SummaryWork } from './summaryBackgroundWork.ts';
import type { Metrics } from '../../domain/observability/metricsPort.ts';

export type TextModelRow = ValueOf<typeof textModelKind>;

export interface TextModelDeps extends Pick<Deps, 'store' | 'clock' | 'newId' | 'log' | 'translateFor'> {
  readonly textModel: TextModel;
  /** Keys that the operator of the installation keeps in the environment or in a vault, by `textModelKeyName`. */
  readonly textModelKeys: ReadonlyMap<string, string>;
  readonly sessionKeys: Pick<SessionKeys, 'textModel'>;
  readonly summaryWork: SummaryWork;
  readonly metrics: Metrics;
}

type KeyDeps = Pick<TextModelDeps, 'textModelKeys' | 'sessionKeys'>;

export const hostOf = (endpoint: string): string => (URL.canParse(endpoint) ? new URL(endpoint).host : '');

/**
 * Returns the name of a key of the operator. It contains one organisation and one host, so that no other organisation
 * can use the key, and the key is sent to no other host.
 */
export const textModelKeyName = (orgId: string, host: string): string => `${orgId}@${host}`.toLowerCase();

/**
 * Returns the text to which an encrypted key is bound. A key can be decrypted only for the same organisation and host.
 */
const boundTo = (orgId: OrgId, endpoint: string): string => `textModel|${orgId}|${hostOf(endpoint)}`;

export const sealKey = ({ sessionKeys }: KeyDeps, orgId: OrgId, endpoint: string, key: string): string =>
  encryptSecret(sessionKeys.textModel, Buffer.from(key, 'utf8'), boundTo(orgId, endpoint));

interface FoundKey {
  readonly source: TextModelSettings['key'];
  readonly key: string | undefined;
}

/** Returns the key for the calls of an organisation: the key that an admin entered, otherwise the operator's key. */
export const findKey = (
  { sessionKeys, textModelKeys }: KeyDeps,
  orgId: OrgId,
  { endpoint, sealedKey }: Pick<TextModelRow, 'endpoint' | 'sealedKey'>,
): FoundKey => {
  const stored =
    sealedKey === null ? undefined : decryptSecret(sessionKeys.textModel, sealedKey, boundTo(orgId, endpoint));
  if (stored !== undefined) return { source: 'STORED', key: stored.toString('utf8') };
  const key = textModelKeys.get(textModelKeyName(orgId, hostOf(endpoint)));
  return { source: key === undefined ? 'NONE' : 'OPERATOR', key };
};

/** Returns the target of the calls; undefined if the endpoint needs a key and none is usable. */
export const targetOf = (deps: TextModelDeps, orgId: OrgId, row: TextModelRow): TextModelTarget | undefined => {
  const { key } = findKey(deps, orgId, row);
  if (key === undefined && deps.textModel.needsKey(row.endpoint)) return undefined;
  const { provider, endpoint, model, apiVersion } = row;
  return { provider, endpoint, model, apiVersion, key };
};
