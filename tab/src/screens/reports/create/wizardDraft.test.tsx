import { act, screen, waitFor, within } from '@testing-library/react';
import '@testing-library/jest-dom';
import { ulid } from '../../../testing/testDataBuildersAndClock.ts';
import { renderApp, signedInStorage } from '../../../testing/renderApp.tsx';
import { answerReportForm } from '../../../testing/fakeReportFormServer.ts';
import { begin, button, fillIn, heading, stepHeading, nameField, open } from '../../../testing/playReportWizard.ts';

beforeEach(answerReportForm);

describe('the draft', () => {
  const settled = (storage: ReturnType<typeof signedInStorage>, text: string): Promise<void> =>
    waitFor(() => {
      expect(storage.get(`reportDraft.${ulid('alex')}.${ulid('Platform Team')}`)).toContain(text);
    });

  it('survives a reload, step and all, until it is started over', async () => {
    const storage = signedInStorage();
    const first = await open('/reports/create', { storage });
    await first.user.type(first.name, 'Weekly');
    await first.user.click(button('Next'));
    await stepHeading('Members');
    await first.user.click(await screen.findByRole('checkbox', { name: /^Bob/ }));
    await settled(storage, ulid('Bob Lee'));
    first.unmount();

    const { user } = renderApp('/reports/create', { storage });
    expect(await screen.findByText('Your earlier entries are restored.')).toBeVisible();
    expect(await screen.findByRole('checkbox', { name: /^Bob/ })).toBeChecked();
    await user.click(button('Details done'));
    expect(await nameField()).toHaveValue('Weekly');
    await user.click(button('Start over'));
    expect(await heading('How would you like to begin?')).toHaveFocus();
    await waitFor(() => {
      expect(storage.get(`reportDraft.${ulid('alex')}.${ulid('Platform Team')}`)).toBeNull();
    });
    await begin(user);
    expect(await nameField()).toHaveValue('');
  });

  it.each([
    ['SCALE', 'Scale from 1 to 5', 'Label of 5', 'Very good'],
    ['NUMBER', 'Number', 'Unit', 'hours'],
    ['MULTIPLE', 'Several options', 'Option 2', 'Cake'],
    ['DATE', 'Date', 'Question', 'When?'],
    ['OPTIONS', 'Options', 'Option 1', 'Tea'],
  ])('keeps a question of the type %s over a reload', async (type, title, field, text) => {
    const storage = signedInStorage();
    const first = await open('/reports/create', { storage });
    await first.user.type(first.name, 'Weekly');
    await first.user.click(button('Next'));
    await stepHeading('Members');
    await first.user.click(button('Next'));
    await stepHeading('Questions');
    const question = () => within(screen.getByRole('listitem', { name: 'Question 1' }));
    await first.user.selectOptions(question().getByRole('combobox', { name: 'Answer' }), title);
    const input = question().getByRole('textbox', { name: field });
    await first.user.clear(input);
    await first.user.type(input, text);
    await settled(storage, text);
    first.unmount();

    renderApp('/reports/create', { storage });
    await stepHeading('Questions');
    expect(question().getByRole('combobox', { name: 'Answer' })).toHaveValue(type);
    expect(question().getByRole('textbox', { name: field })).toHaveValue(text);
  });

  it('the draft of an earlier version, and of one with types that are unknown here, comes back', async () => {
    const storage = signedInStorage();
    const first = await open('/reports/create', { storage });
    await first.user.type(first.name, 'Weekly');
    await settled(storage, 'Weekly');
    first.unmount();
    const key = `reportDraft.${ulid('alex')}.${ulid('Platform Team')}`;
    const kept = storage.get(key) ?? '';
    const others = [
      kept.replaceAll(',"lowLabel":"","highLabel":"","unit":""', ''),
      kept.replace('"type":"OPTIONS"', '"type":"RANKING"'),
    ];
    for (const other of others) {
      expect(other).not.toBe(kept);
      storage.set(key, other);
      const again = await open('/reports/create', { storage });
      expect(again.name).toHaveValue('Weekly');
      again.unmount();
    }
  });

  it('is deleted once it is saved or discarded', async () => {
    const storage = signedInStorage();
    const app = await open('/reports/create', { storage });
    await fillIn(app);
    await settled(storage, 'Weekly');
    await app.user.click(button('Done'));
    await waitFor(() => {
      expect(app.address()).toBe('/reports');
    });
    expect(storage.get(`reportDraft.${ulid('alex')}.${ulid('Platform Team')}`)).toBeNull();
  });

  it('stores the draft when the session ends between two steps', async () => {
    const storage = signedInStorage();
    const { user, name, services, address } = await open('/reports/create', { storage });
    await user.type(name, 'Weekly');
    act(() => {
      services.api.session.expire();
    });
    await waitFor(() => {
      expect(address()).toContain('/login');
    });
    expect(storage.get(`reportDraft.${ulid('alex')}.${ulid('Platform Team')}`)).toContain('Weekly');
  });

  it('is not restored for another team, another person, another age or a tampered store', async () => {
    const storage = signedInStorage();
    const first = await open('/reports/create', { storage });
    await first.user.type(first.name, 'Weekly');
    await settled(storage, 'Weekly');
    first.unmount();
    const key = `reportDraft.${ulid('alex')}.${ulid('Platform Team')}`;
    const kept = storage.get(key) ?? '';
    const broken = [
      '',
      'null',
      '{',
      kept.replace('"v":2', '"v":1'),
      kept.replace('"draftId":"', '"draftId":1,"x":"'),
      kept.replace('"weekdays":[', '"weekdays":[{},'),
      kept.replace('"savedAt":1', '"savedAt":0'),
    ];
    for (const value of broken) {
      storage.set(key, value);
      const again = await open('/reports/create', { storage });
      expect(again.name).toHaveValue('');
      again.unmount();
    }
    storage.remove(key);
    storage.set(`reportDraft.${ulid('bob')}.${ulid('Platform Team')}`, kept);
    storage.set(`reportDraft.${ulid('alex')}.${ulid('Sales')}`, kept);
    const { name } = await open('/reports/create', { storage });
    expect(name).toHaveValue('');
  });
});
