import type { Run } from '#contracts/runs/runSchema.ts';
import type { OutgoingMessage } from '../../gateways/messengerPort.ts';
import { reportLink } from '../../services/core/webLinks.ts';
import { teamLanguage } from '../../services/tenancy/teamLanguage.ts';
import type { JobDeps } from '../core/jobDepsAndSettings.ts';
import type { RunContext } from './readAndCacheRunContext.ts';

/**
 * Returns the announcement of a run for its channel. The announcement of a cancelled run contains the reason instead of
 * the closing time.
 */
export const buildAnnouncement = (
  deps: Pick<JobDeps, 'presenter' | 'publicUrl'>,
  team: RunContext['team'],
  run: Run,
): OutgoingMessage => {
  const { meetingId, meetingName, type, date, opensAt, closesAt, publicBroadcastMessage, timezone } = run;
  const { state, reason } = run;
  const model = {
    ...{ meetingId, meetingName, type, date, opensAt, closesAt },
    message: publicBroadcastMessage,
    url: reportLink(deps.publicUrl, meetingId, date),
    cancelled: state === 'CANCELLED' ? { reason } : null,
  };
  return deps.presenter.announcement(model, { locale: teamLanguage(team), timezone });
};
