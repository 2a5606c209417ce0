import type { OrgId } from '#contracts/core/idDateAndZoneSchemas.ts';
import type { OutgoingMessage } from '../../gateways/messengerPort.ts';
import { outside } from '../../store/recordKindsAndAccess.ts';
import { teamsUser } from '../../store/kinds/microsoftAccounts/teamsUser.ts';
import type { Sender } from '../tenancy/chatEventTypesAndTextRepair.ts';
import { issueConnectCode, offerFor } from './connectCode.ts';
import { sendQuietly } from './connectNotices.ts';
import type { NoticeDeps } from './connectNotices.ts';
import type { NoticeModel, Reader } from '../core/cardPresenterPort.ts';

// Shows the code only to the installer, in the installer's own chat with the bot: never in a channel and never as a
// link.

const codeNotice = (code: string): NoticeModel => ({
  title: { key: 'bot.connectTitle' },
  lines: [{ key: 'bot.connectLine', values: { code } }, { key: 'bot.connectHow' }],
  buttons: [],
});
const nothingToConnect: NoticeModel = {
  title: { key: 'bot.connectNot' },
  lines: [{ key: 'bot.connectNotLine' }],
  buttons: [],
};
const notHere: NoticeModel = {
  title: { key: 'bot.connectPrivate' },
  lines: [{ key: 'bot.connectPrivateLine' }],
  buttons: [],
};

/** Returns the notice with a new code if this person may connect the organisation; otherwise undefined. */
const noticeFor = async (deps: NoticeDeps, { tid, oid }: Sender, orgId?: OrgId): Promise<NoticeModel | undefined> => {
  const pointer = await outside(deps.store).get(teamsUser, { tid, oid });
  if (pointer === undefined || (orgId !== undefined && pointer.value.orgId !== orgId)) return undefined;
  const offer = await offerFor(deps, pointer.value.orgId, pointer.value.memberId);
  return offer === undefined ? undefined : codeNotice(await issueConnectCode(deps, offer));
};

/**
 * Sends a code to the installer after the first install, with instructions for connecting the tenant to an existing
 * organisation.
 */
export const offerConnection = async (
  deps: NoticeDeps,
  installer: Sender,
  reader: Reader,
  orgId: OrgId,
): Promise<void> => {
  const notice = await noticeFor(deps, installer, orgId);
  if (notice === undefined) return;
  await sendQuietly(deps, installer.address, deps.presenter.notice(notice, reader));
};

/** Handles the bot command `connect`: returns a new code, but only in the person's own chat with the bot. */
export const answerConnect = async (deps: NoticeDeps, sender: Sender, reader: Reader): Promise<OutgoingMessage> => {
  if (!sender.isInOwnChat) return deps.presenter.notice(notHere, reader);
  return deps.presenter.notice((await noticeFor(deps, sender)) ?? nothingToConnect, reader);
};
