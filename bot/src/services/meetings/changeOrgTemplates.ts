import type { OutputOf, ParsedOf } from '#contracts/core/endpoint.ts';
import { AppError } from '#contracts/core/errorCodesAndAppError.ts';
import { templateId as templateIdSchema } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { OrgId, TemplateId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { limits } from '#contracts/core/limitsAndProductConstants.ts';
import type {
  deleteTemplate as deleteTemplateCall,
  renameTemplate as renameTemplateCall,
  saveTemplate as saveTemplateCall,
} from '#contracts/meetings/templateCalls.ts';
import { createKeyedMutex } from '../../concurrency/keyedMutex.ts';
import { nameKey } from '../../domain/core/matchNamesAndNameKeys.ts';
import { toInstant } from '../../domain/core/zonedTimeAndCalendarDates.ts';
import { inOrg } from '../../store/recordKindsAndAccess.ts';
import type { Records, RecordStep, Stored } from '../../store/recordKindsAndAccess.ts';
import { template } from '../../store/kinds/meetings/meetingTemplate.ts';
import { auditedActionSteps } from '../core/activityLogStepsAndTexts.ts';
import type { ActivityFact } from '../core/activityLogStepsAndTexts.ts';
import type { Actor } from '../core/actor.ts';
import type { Deps } from '../core/deps.ts';
import { retryOnConflict } from '../core/optimisticUpdate.ts';
import { requireMeeting } from '../tenancy/requireTeamOrMeeting.ts';
import { listTemplateRows, settingsOf, withoutIds } from './templateListAndStoredFields.ts';
import type { TemplateRow } from './templateListAndStoredFields.ts';

export type TemplateDeps = Pick<Deps, 'store' | 'clock' | 'newId'>;

const logSteps = (deps: TemplateDeps, actor: Actor, records: Records<OrgId>, fact: ActivityFact): RecordStep[] =>
  auditedActionSteps(records, actor, {
    teamId: null,
    objectId: actor.orgId,
    eventKey: deps.newId(),
    atMs: deps.clock.now(),
    ...fact,
  });

const requireTemplate = async (records: Records<OrgId>, id: TemplateId): Promise<Stored<TemplateRow>> => {
  const found = (await listTemplateRows(records)).find(({ value }) => value.id === id);
  if (found === undefined) throw new AppError('NOT_FOUND');
  return found;
};

const refuseName = (): never => {
  throw new AppError('TEMPLATE_NAME_EXISTS', { path: ['name'] });
};

// On this instance, an organisation saves one template at a time. Otherwise, concurrent saves would count the same
// existing templates and could together exceed the limit.
const saving = createKeyedMutex();

/** Saves the settings of a report as a template. Throws NOT_FOUND, TEMPLATE_NAME_EXISTS or TEMPLATE_LIMIT. */
export const saveTemplate = async (
  deps: TemplateDeps,
  actor: Actor,
  { meetingId, name }: ParsedOf<typeof saveTemplateCall>,
): Promise<OutputOf<typeof saveTemplateCall>> => {
  const { value: meeting } = await requireMeeting(deps, actor, meetingId, 'template.save');
  const records = inOrg(deps.store, actor.orgId);
  const row: TemplateRow = {
    ...settingsOf(meeting),
    id: templateIdSchema.parse(deps.newId()),
    name,
    createdBy: actor.memberId,
    createdOn: toInstant(deps.clock.now()),
    questions: withoutIds(meeting.questions),
  };
  const insert = async (): Promise<void> => {
    if ((await records.get(template, { name })) !== undefined) refuseName();
    if ((await listTemplateRows(records)).length >= limits.templatesPerOrg)
      throw new AppError('TEMPLATE_LIMIT', { values: { count: limits.templatesPerOrg } });
    const fact = { message: 'activity.templateSaved', values: { name, report: meeting.name } } as const;
    await records.transact([records.insertStep(template, { name }, row), ...logSteps(deps, actor, records, fact)]);
  };
  await saving.runExclusive(actor.orgId, () => retryOnConflict(insert));
  return { id: row.id, name };
};

/**
 * Returns the steps that store a template under its new name. The key contains the name, so a new name needs a new row.
 * If another call removed the old row meanwhile, the transaction fails.
 */
const renameSteps = (records: Records<OrgId>, { value, etag }: Stored<TemplateRow>, name: string): RecordStep[] =>
  nameKey(value.name) === nameKey(name)
    ? [records.replaceStep(template, { name }, { ...value, name }, etag)]
    : [records.insertStep(template, { name }, { ...value, name }), records.deleteStep(template, { name: value.name })];

/** Renames a template. Throws NOT_FOUND or TEMPLATE_NAME_EXISTS. Renaming to the present name changes nothing. */
export const renameTemplate = (
  deps: TemplateDeps,
  actor: Actor,
  { templateId, name }: ParsedOf<typeof renameTemplateCall>,
): Promise<OutputOf<typeof renameTemplateCall>> => {
  const records = inOrg(deps.store, actor.orgId);
  return retryOnConflict(async () => {
    const found = await requireTemplate(records, templateId);
    const before = found.value.name;
    if (before === name) return { id: templateId, name };
    const holder = await records.get(template, { name });
    if (holder !== undefined && holder.value.id !== templateId) refuseName();
    const fact = { message: 'activity.templateRenamed', values: { before, after: name } } as const;
    await records.transact([...renameSteps(records, found, name), ...logSteps(deps, actor, records, fact)]);
    return { id: templateId, name };
  });
};

/** Deletes a template. Throws NOT_FOUND if there is no such template, for example because it was already deleted. */
export const deleteTemplate = (
  deps: TemplateDeps,
  actor: Actor,
  { templateId }: ParsedOf<typeof deleteTemplateCall>,
): Promise<OutputOf<typeof deleteTemplateCall>> => {
  const records = inOrg(deps.store, actor.orgId);
  return retryOnConflict(async () => {
    const { name } = (await requireTemplate(records, templateId)).value;
    const fact = { message: 'activity.templateDeleted', values: { name } } as const;
    await records.transact([records.deleteStep(template, { name }), ...logSteps(deps, actor, records, fact)]);
    return { id: templateId };
  });
};
