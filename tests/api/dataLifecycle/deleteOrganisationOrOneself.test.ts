import { login, refreshToken } from '#contracts/identity/sessionAndUserDetailsCalls.ts';
import { deleteOrg, eraseUser, undeleteOrg } from '#contracts/dataLifecycle/deletionAndErasureCalls.ts';
import { getMeetingList, saveMeeting } from '#contracts/meetings/meetingSchemasAndCalls.ts';
import { getOrg, listOrgs, orgAudit } from '#contracts/organisations/organisationCalls.ts';
import { getReport } from '#contracts/reports/dailyReport.ts';
import { listMembers } from '#contracts/organisations/teamAndMemberCalls.ts';
import { setRole } from '#contracts/people/userAndProfileCalls.ts';
import { cardAction } from '../../../bot/src/services/answers/cardActions/runCardActions.ts';
import { handleInstalled } from '../../../bot/src/services/teamsSync/handleInstallAndTeamEvents.ts';
import { helpCommand } from '../../../bot/src/services/chatCommands/helpCommand.ts';
import { syncSender } from '../../../bot/src/services/teamsSync/senderSyncAndPersonalInstall.ts';
import { inOrg, outside } from '../../../bot/src/store/recordKindsAndAccess.ts';
import { tenantOrg } from '../../../bot/src/store/kinds/organisations/organisationLookups.ts';
import { answer } from '../../../bot/src/store/kinds/answers/answerAndHistory.ts';
import {
  aDate,
  aMeetingDraft,
  aMemberId,
  anOrgId,
  aTeamId,
  aUserId,
} from '../../support/data/idDateAndRecordBuilders.ts';
import { appPerTest } from '../../support/apps/appPerTest.ts';
import { aSender, aThread, fakeChat } from '../../support/fakes/fakeChatWithRostersAndSenders.ts';
import { withoutSignInRows } from '../../support/apps/withoutSignInRows.ts';
import { bearer } from '../../support/http/rawHttpClient.ts';
import { asSession } from '../../support/worlds/signInSessionAndToken.ts';
import { emailOf, passwordOf, requestOf } from '../../support/apps/testApp.ts';
import type { Person, Reply, TestApp } from '../../support/apps/testApp.ts';
import { readable } from '../../support/data/messagesWithReadableCards.ts';

const start = appPerTest();

const outcomeOf = ({ envelope, status }: Reply) => ({ status, code: envelope.errorCode, message: envelope.message });
const prompts = (app: TestApp): number => app.connector.of('send', 'create').length;
const saveDaily = (app: TestApp) =>
  app.get('ann', saveMeeting, aMeetingDraft({ members: [aMemberId('ann'), aMemberId('bob')] }));

/** Returns the text of the demo's mailbox page with decoded apostrophes. */
const letters = async (app: TestApp): Promise<string> =>
  (await app.send({ target: '/mail' })).text.replaceAll('&#39;', "'");
const codeFor = async (app: TestApp, who: string): Promise<string> => {
  const mails = (await letters(app)).split('<article>').filter((part) => part.includes(emailOf(who)));
  const code = /organization\/restore\/([\w-]{43})/.exec(mails.join())?.[1];
  if (code === undefined) throw new Error(`${who} got no email`);
  return code;
};
const signIn = (app: TestApp, who: Person): Promise<Reply> =>
  app.send(requestOf(login, { email: emailOf(who), password: passwordOf(who) }));
const until = '27 November 2026 at 08:00 UTC';

describe('deleting an organisation', () => {
  it('is refused without the right, and after a sign-in of five minutes ago; nothing is written', async () => {
    const app = await start();
    for (const who of ['ann', 'bob'] as const) await app.token(who);
    const before = withoutSignInRows(await app.dump());
    const foreign = { orgId: anOrgId('fabrikam') };
    expect(outcomeOf(await app.ask(null, deleteOrg, {}))).toMatchObject({ status: 401 });
    expect(outcomeOf(await app.ask('bob', deleteOrg, {}))).toMatchObject({ status: 403, code: 'FORBIDDEN' });
    expect(outcomeOf(await app.ask('ann', deleteOrg, foreign))).toMatchObject({ status: 404, code: 'NOT_FOUND' });
    expect(outcomeOf(await app.ask('ann', deleteOrg, { orgId: 'x' }))).toMatchObject({ status: 400 });
    app.clock.advance({ minutes: 5 });
    expect(outcomeOf(await app.ask('ann', deleteOrg, {}))).toMatchObject({ status: 403, code: 'REAUTH' });
    expect(withoutSignInRows(await app.dump())).toEqual(before);
  });

  it('signs everyone out at once, shows the reason and the last day to restore it, and asks no member again', async () => {
    const app = await start();
    const { id } = await saveDaily(app);
    await app.beatAt('2026-11-20T09:00:00Z');
    expect(prompts(app)).toBeGreaterThan(0);
    const session = asSession(login.output.parse((await signIn(app, 'bob')).envelope.data));
    await app.token('bob');
    const reply = await app.ask('ann', deleteOrg, {});
    expect(reply.envelope.data).toEqual({ id: anOrgId(), restorableUntil: '2026-11-27T09:00:00.000Z' });
    expect(outcomeOf(await app.ask('bob', getOrg, {}))).toMatchObject({ status: 401 });
    const why = `Contoso is being deleted. Until ${until.replace('08', '09')} an admin can restore it with the link in the email they received.`;
    expect(outcomeOf(await signIn(app, 'bob'))).toEqual({ status: 403, code: 'FORBIDDEN', message: why });
    const refreshed = await app.send(requestOf(refreshToken, { refreshtoken: session.refreshToken }));
    expect(outcomeOf(refreshed)).toEqual({ status: 403, code: 'FORBIDDEN', message: why });
    expect(outcomeOf(await signIn(app, 'zoe'))).toMatchObject({ status: 200 });
    app.connector.forget();
    for (const at of ['2026-11-20T12:30:00Z', '2026-11-23T10:30:00Z']) await app.beatAt(at);
    expect(prompts(app)).toBe(0);
    const run = { teamId: aTeamId(), meetingId: id, date: aDate('2026-11-20') };
    const memberId = aMemberId('bob');
    const card = app.services.signer.sign({ O: anOrgId(), T: aTeamId(), meetingId: id, date: run.date, memberId });
    const answered = await cardAction(app.services, aSender('bob'), {
      verb: 'submit',
      data: { ...card, 'q:done': 'Late' },
      pressed: null,
    });
    expect(answered).toMatchObject({ replacesCard: false });
    expect(readable(answered).summary).toContain('Contoso is being deleted');
    expect(await inOrg(app.services.store, anOrgId()).get(answer, { ...run, memberId })).toBeUndefined();
  });

  it('writes to every admin once, with a link that restores everything', async () => {
    const app = await start();
    await saveDaily(app);
    app.clock.advance({ ms: 1 });
    await app.get('ann', deleteOrg, {});
    await app.beat();
    const mails = await letters(app);
    expect(mails.match(/Your organization is being deleted/g)).toHaveLength(3);
    for (const who of ['ann', 'eve', 'gus']) expect(await codeFor(app, who)).toHaveLength(43);
    expect(mails).toContain(`Ann deleted Contoso. Its reports send no more questions, and nobody can sign in.`);
    expect(mails).toContain(until);
    const wrong = { code: 'A'.repeat(43) };
    expect(outcomeOf(await app.ask(null, undeleteOrg, wrong))).toMatchObject({ status: 400, code: 'CODE_INVALID' });
    expect(outcomeOf(await app.ask(null, undeleteOrg, { code: 'short' }))).toMatchObject({
      status: 400,
      code: 'CODE_INVALID',
    });
    expect(outcomeOf(await app.ask(null, undeleteOrg, {}))).toMatchObject({ status: 400, code: 'CODE_INVALID' });
    const code = await codeFor(app, 'gus');
    app.clock.set('2026-11-22T08:00:00Z');
    // Calls the endpoint twice, because people press a button more than once.
    for (let time = 0; time < 2; time += 1)
      expect((await app.ask(null, undeleteOrg, { code })).envelope.data).toEqual({ name: 'Contoso' });
    const texts = (await app.get('ann', orgAudit, {})).items.map((item) => item.text);
    expect(texts.slice(0, 2)).toEqual([
      'Restored the organization.',
      'Deleted the organization. Its data is removed after seven days.',
    ]);
    app.connector.forget();
    await app.beatAt('2026-11-23T09:00:00Z');
    expect(prompts(app)).toBeGreaterThan(1);
    await app.beatAt('2026-11-30T12:00:00Z');
    expect((await app.get('ann', getMeetingList, { teamId: aTeamId() })).length).toBe(1);
    // A link from the email about the first deletion must not undo the second deletion.
    await app.get('ann', deleteOrg, {});
    expect(outcomeOf(await app.ask(null, undeleteOrg, { code }))).toMatchObject({ code: 'CODE_INVALID' });
  });

  it('restores no session from before the deletion', async () => {
    const app = await start();
    const sessions = await Promise.all(
      (['ann', 'bob'] as const).map(async (who) =>
        asSession(login.output.parse((await signIn(app, who)).envelope.data)),
      ),
    );
    const asks = (token: string): Promise<Reply> => app.send({ ...requestOf(getOrg, {}), headers: bearer(token) });
    const refreshes = (refreshtoken: string): Promise<Reply> => app.send(requestOf(refreshToken, { refreshtoken }));
    for (const { token } of sessions) expect((await asks(token)).status).toBe(200);
    await app.get('ann', deleteOrg, {});
    await app.beat();
    const code = await codeFor(app, 'gus');
    expect((await app.ask(null, undeleteOrg, { code })).status).toBe(200);
    for (const { token, refreshToken: old } of sessions) {
      expect((await asks(token)).status).toBe(401);
      expect((await refreshes(old)).status).toBe(401);
    }
    const again = asSession(login.output.parse((await signIn(app, 'bob')).envelope.data));
    expect((await asks(again.token)).status).toBe(200);
    // A second use of the link must not end sessions that started after the first use.
    expect((await app.ask(null, undeleteOrg, { code })).status).toBe(200);
    expect((await asks(again.token)).status).toBe(200);
  });

  it('accepts the right code from a network that has used up its wrong tries', async () => {
    const app = await start();
    await app.get('ann', deleteOrg, {});
    await app.beat();
    const code = await codeFor(app, 'gus');
    const wrong = { code: 'A'.repeat(43) };
    for (let index = 0; index < 5; index += 1) await app.ask(null, undeleteOrg, wrong);
    expect(outcomeOf(await app.ask(null, undeleteOrg, wrong))).toMatchObject({
      status: 429,
      code: 'TOO_MANY_REQUESTS',
    });
    expect((await app.ask(null, undeleteOrg, { code })).envelope.data).toEqual({ name: 'Contoso' });
  });

  it('frees the tenant after a week, and its link then leads nowhere', async () => {
    const app = await start();
    await app.get('ann', deleteOrg, {});
    await app.beat();
    const code = await codeFor(app, 'ann');
    const chat = fakeChat();
    const teams = { ...app.services, messenger: chat.messenger };
    const thread = aThread('anew', { tid: 'tenant-contoso' });
    const before = withoutSignInRows(await app.dump());
    await expect(handleInstalled(teams, thread, null)).rejects.toMatchObject({
      details: { message: 'install.orgDeleting', values: { organisation: 'Contoso', until } },
    });
    expect(withoutSignInRows(await app.dump())).toEqual(before);
    for (const day of [21, 22, 23, 24, 25, 26, 27]) await app.beatAt(`2026-11-${day}T08:00:00Z`);
    expect(outcomeOf(await app.ask(null, undeleteOrg, { code }))).toMatchObject({ status: 400, code: 'CODE_INVALID' });
    expect(outcomeOf(await signIn(app, 'bob'))).toMatchObject({ status: 401, code: 'INVALID_CREDENTIALS' });
    expect(await outside(app.services.store).get(tenantOrg, { tid: 'tenant-contoso' })).toBeUndefined();
    expect((await handleInstalled(teams, thread, null)).orgId).not.toBe(anOrgId());
  });

  it('makes the bot reply that the organisation is being deleted', async () => {
    const app = await start();
    const sender = aSender('bob', { tid: 'tenant-contoso' });
    const helpText = async () =>
      JSON.stringify(readable(await helpCommand(app.services, await syncSender(app.services, sender))).card);
    expect(await helpText()).not.toContain('is being deleted');
    await app.get('ann', deleteOrg, {});
    expect(await helpText()).toContain('Contoso is being deleted');
    expect(await helpText()).toContain('27 November 2026 at 08:00 UTC');
  });

  it('can be done and undone by a superadmin for any organisation', async () => {
    const app = await start(undefined, { SUPERADMINS: emailOf('zoe') });
    const foreign = { orgId: anOrgId('contoso') };
    expect(await app.get('zoe', deleteOrg, foreign)).toMatchObject({ id: anOrgId() });
    expect(outcomeOf(await app.ask('zoe', deleteOrg, foreign))).toMatchObject({ status: 404 });
    const stateOf = async () =>
      (await app.get('zoe', listOrgs, {})).items.find((item) => item.id === foreign.orgId)?.state;
    expect(await stateOf()).toBe('DELETING');
    expect(outcomeOf(await app.ask(null, undeleteOrg, foreign))).toMatchObject({ status: 401 });
    expect(outcomeOf(await app.ask('wim', undeleteOrg, foreign))).toMatchObject({ status: 404 });
    expect((await app.ask('zoe', undeleteOrg, foreign)).envelope.data).toEqual({ name: 'Contoso' });
    expect(await stateOf()).toBe('ACTIVE');
    expect(outcomeOf(await signIn(app, 'bob'))).toMatchObject({ status: 200 });
  });
});

describe('erasing oneself', () => {
  it('is refused without a session, to the last admin, to a superadmin, and after an old sign-in; nothing is written', async () => {
    const app = await start(undefined, { SUPERADMINS: emailOf('gus') });
    await app.get('ann', setRole, { memberId: aMemberId('eve'), role: 'user' });
    for (const who of ['ann', 'bob', 'gus'] as const) await app.token(who);
    const before = withoutSignInRows(await app.dump());
    expect(outcomeOf(await app.ask(null, eraseUser, {}))).toMatchObject({ status: 401 });
    expect(outcomeOf(await app.ask('gus', eraseUser, {}))).toMatchObject({ status: 403, code: 'FORBIDDEN' });
    app.clock.advance({ minutes: 5 });
    expect(outcomeOf(await app.ask('bob', eraseUser, {}))).toMatchObject({ status: 403, code: 'REAUTH' });
    expect(withoutSignInRows(await app.dump())).toEqual(before);
  });

  it('names the organisation that would be without an admin', async () => {
    const app = await start();
    await app.get('ann', setRole, { memberId: aMemberId('eve'), role: 'user' });
    await app.get('ann', setRole, { userId: aUserId('gus'), role: 'user' });
    const before = withoutSignInRows(await app.dump());
    expect(outcomeOf(await app.ask('ann', eraseUser, {}))).toEqual({
      ...{ status: 409, code: 'LAST_ADMIN' },
      message: 'You are the last admin of Contoso. Make another person an admin first, or delete the organization.',
    });
    expect(withoutSignInRows(await app.dump())).toEqual(before);
  });

  it('signs out at once, keeps the counts without the name, and frees the address', async () => {
    const app = await start();
    await saveDaily(app);
    await app.beatAt('2026-11-20T09:00:00Z');
    await app.get('bob', eraseUser, {});
    expect(outcomeOf(await app.ask('bob', getOrg, {}))).toMatchObject({ status: 401 });
    await app.beatAt('2026-11-20T09:02:00Z');
    expect(outcomeOf(await signIn(app, 'bob'))).toMatchObject({ status: 401, code: 'INVALID_CREDENTIALS' });
    const members = await app.get('ann', listMembers, { teamId: aTeamId() });
    expect(members.map((member) => member.name).sort()).toEqual(['Ann', 'Cy']);
    const report = await app.get('ann', getReport, { teamId: aTeamId(), date: aDate('2026-11-20') });
    expect(JSON.stringify(report)).not.toMatch(/Bob|bob@/);
    expect(JSON.stringify((await app.get('ann', orgAudit, {})).items)).toContain(
      'Former member had their data erased.',
    );
    const account = (await app.dump()).filter((row) => row.includes(`u:${aUserId('bob')} `));
    expect(account).toEqual([]);
  });
});
