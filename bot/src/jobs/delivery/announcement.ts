import type { Occurrence } from '#contracts/meetings/occurrence.ts';
import type { OutgoingMessage } from '../../gateways/messenger.ts';
import { reportLink } from '../../services/core/webLinks.ts';
import { languageIn } from '../../services/tenancy/teamLanguage.ts';
import type { JobDeps } from '../core/jobDeps.ts';
import type { RunContext } from './runContext.ts';

/** The announcement of a run to its channel; for a cancelled run it gives the reason instead of the closing time. */
export const announcementOf = (
  deps: Pick<JobDeps, 'presenter' | 'publicUrl'>,
  team: RunContext['team'],
  occurrence: Occurrence,
): OutgoingMessage => {
  const { meetingId, meetingName, type, date, opensAt, closesAt, publicBroadcastMessage, timezone } = occurrence;
  const { state, reason } = occurrence;
  const model = {
    ...{ meetingId, meetingName, type, date, opensAt, closesAt },
    message: publicBroadcastMessage,
    url: reportLink(deps.publicUrl, meetingId, date),
    cancelled: state === 'CANCELLED' ? { reason } : null,
  };
  return deps.presenter.broadcast(model, { locale: languageIn(team), timezone });
};
