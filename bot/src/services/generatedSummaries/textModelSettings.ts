import { isDeepStrictEqual } from 'node:util';
import type { OutputOf, ParsedOf } from '#contracts/core/endpoint.ts';
import { AppError } from '#contracts/core/errorCodesAndAppError.ts';
import type { OrgId } from '#contracts/core/idDateAndZoneSchemas.ts';
import type {
  getTextModel as getTextModelCall,
  saveTextModel as saveTextModelCall,
  TextModelSettings,
  testTextModel as testTextModelCall,
} from '#contracts/generatedSummaries/textModelSettings.ts';
import type { MessageKey } from '#contracts/text/translateAndMessageKeyTypes.ts';
import { msOf } from '../../domain/core/zonedTimeAndCalendarDates.ts';
import { testRequest } from '../../domain/generatedSummaries/modelRequest.ts';
import type { Records } from '../../store/recordKindsAndAccess.ts';
import { textModel as textModelKind } from '../../store/kinds/generatedSummaries/textModel.ts';
import { auditedActionSteps } from '../core/activityLogStepsAndTexts.ts';
import type { Actor } from '../core/actor.ts';
import { hashKey } from '../../domain/core/hashesAndDerivedIds.ts';
import { retryOnConflict } from '../core/optimisticUpdate.ts';
import { ownOrNamedOrganisation } from '../tenancy/ownOrNamedOrganisation.ts';
import { findKey, hostOf, sealKey, targetOf } from './textModelTargetAndKey.ts';
import type { TextModelDeps, TextModelRow } from './textModelTargetAndKey.ts';
import { callTextModel, readMonth, usageOf } from './cappedModelCallsAndUsage.ts';

/**
 * Returns a hash of the settings and of the encrypted key. A save compares it, to detect that another admin has changed
 * the settings meanwhile.
 */
const versionOf = (row: TextModelRow | undefined): string => (row === undefined ? '' : hashKey(JSON.stringify(row)));

const settingsIn = async (deps: TextModelDeps, records: Records<OrgId>): Promise<TextModelSettings> => {
  const now = deps.clock.now();
  const row = (await records.get(textModelKind, undefined))?.value;
  const month = await readMonth(records, now);
  const usage = usageOf(month, now);
  if (row === undefined) return { settings: null, version: '', key: 'NONE', usage };
  const { sealedKey, ...settings } = row;
  const { pausedUntil } = month;
  return {
    settings,
    version: versionOf(row),
    key: findKey(deps, records.scope, { endpoint: row.endpoint, sealedKey }).source,
    usage,
    ...(pausedUntil !== null && msOf(pausedUntil) > now ? { pausedUntil } : {}),
  };
};

export const getTextModel = async (
  deps: TextModelDeps,
  actor: Actor,
  { orgId }: ParsedOf<typeof getTextModelCall>,
): Promise<TextModelSettings> => settingsIn(deps, (await ownOrNamedOrganisation(deps, actor, orgId)).records);

const refused = (message: MessageKey, field: string): AppError =>
  new AppError('INVALID_INPUT', { message, path: [field] });

/**
 * Returns the encrypted key to store. Without a new key, the stored key is kept only if the endpoint has the same host,
 * so that it is never sent to another host.
 */
const sealedKeyOf = (
  deps: TextModelDeps,
  orgId: OrgId,
  before: TextModelRow | undefined,
  { key, endpoint }: Pick<ParsedOf<typeof saveTextModelCall>, 'key' | 'endpoint'>,
): string | null => {
  if (key !== undefined) return key === '' ? null : sealKey(deps, orgId, endpoint, key);
  return before !== undefined && hostOf(before.endpoint) === hostOf(endpoint) ? before.sealedKey : null;
};

/**
 * True if the stored settings and the stored key already are those of the call, which may be a repetition after a lost
 * reply. The decrypted keys are compared, because the encrypted form of the same key differs each time.
 */
const isStored = (deps: TextModelDeps, orgId: OrgId, before: TextModelRow, row: TextModelRow): boolean =>
  isDeepStrictEqual({ ...before, sealedKey: null }, { ...row, sealedKey: null }) &&
  findKey(deps, orgId, before).key === findKey(deps, orgId, row).key;

const lineOf = (row: TextModelRow | undefined): string | null =>
  row === undefined ? null : `${hostOf(row.endpoint)} · ${row.model}`;

/**
 * Stores the text model of the organisation. The key is stored encrypted, and neither a reply nor the log contains it.
 * Throws ORG_CHANGED if another admin changed the settings since they were read.
 */
export const saveTextModel = async (
  deps: TextModelDeps,
  actor: Actor,
  { orgId: named, key, version, ...fields }: ParsedOf<typeof saveTextModelCall>,
): Promise<TextModelSettings> => {
  const { records } = await ownOrNamedOrganisation(deps, actor, named);
  const orgId = records.scope;
  if (!deps.textModel.isAllowed(fields.endpoint)) throw refused('textModel.endpointRefused', 'endpoint');
  await retryOnConflict(async () => {
    const before = await records.get(textModelKind, undefined);
    const sealedKey = sealedKeyOf(deps, orgId, before?.value, { key, endpoint: fields.endpoint });
    const row: TextModelRow = { ...fields, sealedKey };
    const isAsRead = version === undefined || version === versionOf(before?.value);
    if (!isAsRead && !(before !== undefined && isStored(deps, orgId, before.value, row)))
      throw new AppError('ORG_CHANGED', { data: { textModel: await settingsIn(deps, records) } });
    if (row.isOn && targetOf(deps, orgId, row) === undefined) throw refused('textModel.keyMissing', 'key');
    const fact = {
      message: 'activity.orgTextModel',
      values: { isOn: String(row.isOn) },
      before: lineOf(before?.value),
      after: lineOf(row),
    } as const;
    const about = { teamId: null, objectId: orgId, eventKey: deps.newId(), atMs: deps.clock.now() };
    await records.transact([
      before === undefined
        ? records.insertStep(textModelKind, undefined, row)
        : records.replaceStep(textModelKind, undefined, row, before.etag),
      ...auditedActionSteps(records, actor, { ...about, ...fact }),
    ]);
  });
  return settingsIn(deps, records);
};

/**
 * Sends a request that contains no answers, so that an admin sees whether the endpoint, the model and the key work. It
 * counts towards the cap like every call.
 */
export const testTextModel = async (
  deps: TextModelDeps,
  actor: Actor,
  { orgId: named }: ParsedOf<typeof testTextModelCall>,
): Promise<OutputOf<typeof testTextModelCall>> => {
  const { records } = await ownOrNamedOrganisation(deps, actor, named);
  const row = (await records.get(textModelKind, undefined))?.value;
  if (row === undefined) throw new AppError('NOT_FOUND');
  const target = targetOf(deps, records.scope, row);
  const outcome =
    target === undefined
      ? { fault: 'KEY' as const }
      : await callTextModel(deps, records, { row, target, request: testRequest });
  const now = deps.clock.now();
  return { fault: 'fault' in outcome ? outcome.fault : null, usage: usageOf(await readMonth(records, now), now) };
};
