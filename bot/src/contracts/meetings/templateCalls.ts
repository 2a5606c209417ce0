import { z } from 'zod';
import { endpoint } from '../core/endpoint.ts';
import { instant, meetingId, teamId, templateId } from '../core/idDateAndZoneSchemas.ts';
import { limits } from '../core/limitsAndProductConstants.ts';
import { text } from '../core/textAndEmailSchemas.ts';
import { meeting } from './meetingSchemasAndCalls.ts';
import { question } from './questionAndAnswerFormatSchemas.ts';

/**
 * Sources of a template. PRODUCT: the product contains the template, in the language of the reader. ORGANISATION: an
 * admin saved the template.
 */
export const templateSources = ['PRODUCT', 'ORGANISATION'] as const;

/**
 * The fields of a report that a template contains in addition to its questions. Members, channel, time zone and email
 * addresses differ from report to report, so a template has none of them.
 */
export const templateSettings = meeting.pick({
  time: true,
  sunday: true,
  monday: true,
  tuesday: true,
  wednesday: true,
  thursday: true,
  friday: true,
  saturday: true,
  type: true,
  interval: true,
  timeBasis: true,
  firstReminderMessage: true,
  secondReminderMessage: true,
  publicBroadcastMessage: true,
  isReminderEnabled: true,
  reportSummaryTime: true,
  isReportSummaryInChat: true,
});
export type TemplateSettings = z.output<typeof templateSettings>;

export const reportTemplate = templateSettings.extend({
  /** Id of the template; for a template of the product, a fixed name such as `dailyStandup`. */
  id: z.string(),
  source: z.enum(templateSources),
  name: z.string(),
  /** Sentence that explains when to use the template; empty for a template of the organisation. */
  about: z.string(),
  /**
   * Name of the admin who saved the template. Null for a template of the product, and if the name is unknown because
   * the admin has left.
   */
  savedBy: z.string().nullable(),
  savedOn: instant.nullable(),
  /** False if this installation no longer offers the template's report type. The template can then not be used. */
  isOffered: z.boolean(),
  questions: z.array(question),
  /** Sequence numbers of the questions that became text questions because their type no longer exists. */
  replacedQuestions: z.array(z.int()),
});
export type ReportTemplate = z.output<typeof reportTemplate>;

const templateName = text({ max: limits.nameLength, required: 'meeting.nameMissing' });

/**
 * Lists the templates for a new report of a team: first those of the product, then those of the organisation, sorted by
 * name.
 */
export const listTemplates = endpoint({
  method: 'GET',
  path: '/api/template/list/{teamId}',
  access: 'meeting.write',
  input: z.object({ teamId }),
  output: z.array(reportTemplate),
});

/** Saves a report as a template of the organisation. Names must be unique, ignoring case, spaces and hyphens. */
export const saveTemplate = endpoint({
  method: 'POST',
  path: '/api/template/save',
  isNew: true,
  access: 'template.save',
  input: z.object({ meetingId, name: templateName }),
  output: z.object({ id: templateId, name: z.string() }),
});

export const renameTemplate = endpoint({
  method: 'POST',
  path: '/api/template/rename/{templateId}',
  access: 'template.manage',
  input: z.object({ templateId, name: templateName }),
  output: z.object({ id: templateId, name: z.string() }),
});

/** Deletes a template of the organisation. Reports that were created from the template do not change. */
export const deleteTemplate = endpoint({
  method: 'DELETE',
  path: '/api/template/delete/{templateId}',
  access: 'template.manage',
  input: z.object({ templateId }),
  output: z.object({ id: templateId }),
});
