import type { OutgoingMessage } from '../../gateways/messengerPort.ts';
import { digestOf } from '../../domain/core/hashesAndDerivedIds.ts';
import type { JobDeps } from '../core/jobDepsAndSettings.ts';

/** Returns a hash of what the message shows. A sent message with the same hash need not be updated. */
export const contentDigest = ({ presenter }: Pick<JobDeps, 'presenter'>, message: OutgoingMessage): string =>
  digestOf(presenter.content(message));
