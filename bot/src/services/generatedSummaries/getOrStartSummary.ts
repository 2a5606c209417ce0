import type { ParsedOf } from '#contracts/core/endpoint.ts';
import type {
  GeneratedSummary,
  getGeneratedSummary as getGeneratedSummaryCall,
  writeGeneratedSummary as writeGeneratedSummaryCall,
} from '#contracts/generatedSummaries/generatedSummaryCalls.ts';
import type { OrgId } from '#contracts/core/idDateAndZoneSchemas.ts';
import { inOrg } from '../../store/recordKindsAndAccess.ts';
import type { Records } from '../../store/recordKindsAndAccess.ts';
import type { Actor } from '../core/actor.ts';
import { requireMeetingOfTeam } from '../tenancy/requireMeetingOfTeam.ts';
import { requireTeam } from '../tenancy/requireTeamOrMeeting.ts';
import { readSummary, shownSummary, summaryLanguage, summaryOff } from './readSummary.ts';
import type { SummaryKey } from './readSummary.ts';
import type { TextModelDeps } from './textModelTargetAndKey.ts';
import { claimSummary, writeSummary } from './writeSummary.ts';

const readableRun = async (deps: TextModelDeps, actor: Actor, key: SummaryKey): Promise<Records<OrgId>> => {
  await requireTeam(deps, actor, key.teamId, 'report.read');
  const records = inOrg(deps.store, actor.orgId);
  await requireMeetingOfTeam(records, key.teamId, key.meetingId);
  return records;
};

/**
 * Returns the state of a run's summary in the reader's language, with its sentences if there are any. Starts no work.
 */
export const getGeneratedSummary = async (
  deps: TextModelDeps,
  actor: Actor,
  key: ParsedOf<typeof getGeneratedSummaryCall>,
): Promise<GeneratedSummary> => {
  const records = await readableRun(deps, actor, key);
  const reading = await readSummary(deps, records, key, summaryLanguage(actor.locale));
  return reading === undefined ? summaryOff : shownSummary(deps, reading, { date: key.date, locale: actor.locale });
};

/**
 * If the run needs a summary, starts to write it and returns the state WRITING without waiting for the summary. Only
 * one request at a time writes the summaries of a run; the others only get the state WRITING meanwhile.
 */
export const writeGeneratedSummary = async (
  deps: TextModelDeps,
  actor: Actor,
  key: ParsedOf<typeof writeGeneratedSummaryCall>,
): Promise<GeneratedSummary> => {
  const records = await readableRun(deps, actor, key);
  const language = summaryLanguage(actor.locale);
  const reading = await readSummary(deps, records, key, language);
  if (reading === undefined) return summaryOff;
  const shown = { date: key.date, locale: actor.locale };
  if (reading.decision.state !== 'NEEDED') return shownSummary(deps, reading, shown);
  const claim = await claimSummary(deps, records, key, reading);
  // If too much work already waits on this instance, nothing is started. The claim then expires (after three minutes),
  // and a later request starts the work.
  if (claim !== undefined) deps.summaryWork.start(() => writeSummary(deps, records, key, { claim, language }));
  return shownSummary(deps, { ...reading, decision: { state: 'WRITING' } }, shown);
};
