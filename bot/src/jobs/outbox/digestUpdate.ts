import type { DigestModel } from '../../domain/digests/digestModel.ts';
import type { OutgoingMessage } from '../../gateways/messengerPort.ts';
import { digestLink } from '../../services/core/webLinks.ts';
import type { Reader } from '../../services/core/cardPresenter.ts';
import type { JobDeps } from '../core/jobDeps.ts';
import type { SenderState } from '../delivery/runSender.ts';
import type { DigestContext } from './digestContext.ts';
import type { ClaimedMaintenance } from './rescheduleMaintenanceRow.ts';

/** The update of one sending. `model` reads the content once for all chat messages. */
export interface DigestUpdate {
  readonly deps: JobDeps;
  readonly state: SenderState;
  readonly claimed: ClaimedMaintenance;
  readonly context: DigestContext;
  readonly model: () => Promise<DigestModel>;
}

export const drawDigest = ({ deps, context }: DigestUpdate, model: DigestModel, reader: Reader): OutgoingMessage =>
  deps.presenter.digest(model, reader, digestLink(deps.publicUrl, context.digest.id));
