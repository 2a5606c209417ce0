import { z } from 'zod';
import { instant, memberId, templateId } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { OrgId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { templateSettings } from '#contracts/meetings/templateCalls.ts';
import { hashKey } from '../../../domain/core/hashesAndDerivedIds.ts';
import { nameKey } from '../../../domain/core/matchNamesAndNameKeys.ts';
import { listedKind } from '../../recordKindsAndAccess.ts';

/**
 * A report that an admin saved as a template of the organisation. The key contains the hash of the name, so that a name exists
 * once in an organisation.
 */
export const template = listedKind({
  name: 'template',
  table: 'Org',
  version: 1,
  schema: templateSettings.extend({
    id: templateId,
    name: z.string(),
    /** The admin who saved the template; null after the person's data was erased. */
    createdBy: memberId.nullable(),
    createdOn: instant,
    /**
     * The questions without ids. Types and fields are checked when the template is read, because a version that does not know a
     * type must keep the question and offer the rest of the template.
     */
    questions: z.array(z.looseObject({ type: z.string(), text: z.string() })),
  }),
  partition: (scope: OrgId) => scope,
  rowKey: (key: { readonly name: string }) => `tpl|${hashKey(nameKey(key.name))}`,
});
