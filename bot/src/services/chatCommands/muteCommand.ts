import type { OutgoingMessage } from '../../gateways/messengerPort.ts';
import type { Actor } from '../core/actor.ts';
import type { NoticeModel, Presenter, Reader } from '../core/cardPresenterPort.ts';
import { setPreferences } from '../people/setPreferences.ts';
import type { PreferenceDeps } from '../people/setPreferences.ts';

// Handles the bot commands `mute` and `unmute`. They apply to reminders, and to messages about blockers, weeks and
// digests. Prompts cannot be muted, because asking questions is the purpose of the bot.

export type MuteDeps = PreferenceDeps & { readonly presenter: Presenter };

const notices: Readonly<Record<'muted' | 'unmuted', NoticeModel>> = {
  muted: {
    title: { key: 'mute.mutedTitle' },
    lines: [{ key: 'mute.mutedLine' }],
    buttons: [{ kind: 'COMMAND', title: 'mute.unmuteButton', command: 'unmute' }],
  },
  unmuted: {
    title: { key: 'mute.unmutedTitle' },
    lines: [{ key: 'mute.unmutedLine' }],
    buttons: [{ kind: 'COMMAND', title: 'mute.muteButton', command: 'mute' }],
  },
};

/**
 * Mutes or unmutes the caller in all their teams. `syncSender` returns no actor for a person without a team, so there
 * is at least one team to change.
 */
export const muteCommand = async (
  deps: MuteDeps,
  actor: Actor,
  reader: Reader,
  isMuted: boolean,
): Promise<OutgoingMessage> => {
  await setPreferences(deps, actor, { mute: isMuted });
  return deps.presenter.notice(notices[isMuted ? 'muted' : 'unmuted'], reader);
};
