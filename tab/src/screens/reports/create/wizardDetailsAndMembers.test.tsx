import { screen, waitFor, within } from '@testing-library/react';
import '@testing-library/jest-dom';
import { answerReportForm, aPerson } from '../../../testing/fakeReportFormServer.ts';
import { answering, refusal, server } from '../../../testing/mockServer.ts';
import { button, fillIn, stepHeading, nameField, open, pressed } from '../../../testing/playReportWizard.ts';
import type { Opened } from '../../../testing/playReportWizard.ts';

beforeEach(answerReportForm);

describe('Next on the details', () => {
  it('requires a name, and moves the focus there', async () => {
    const { user, name } = await open();
    await user.click(button('Next'));
    expect(await screen.findByText('Please provide name.')).toBeVisible();
    expect(name).toHaveFocus();
    expect(screen.getByRole('heading', { level: 2, name: 'Details' })).toBeVisible();
    await user.type(name, 'W');
    await waitFor(() => {
      expect(screen.queryByText('Please provide name.')).not.toBeInTheDocument();
    });
  });

  it('requires a time, which may be typed', async () => {
    const { user, name } = await open();
    await user.type(name, 'Weekly');
    const time = screen.getByRole('combobox', { name: 'Time' });
    await user.clear(time);
    await user.click(button('Next'));
    expect(await screen.findByText('Please select time.')).toBeVisible();
    expect(time).toHaveFocus();
    await user.type(time, '1:45 pm');
    await user.tab();
    expect(time).toHaveValue('13:45');
    await user.click(button('Next'));
    expect(await stepHeading('Members')).toHaveFocus();
  });

  it('keeps a typed time that is no quarter of an hour for correction, and counts it as none', async () => {
    const { user, name } = await open();
    await user.type(name, 'Weekly');
    const time = screen.getByRole('combobox', { name: 'Time' });
    await user.clear(time);
    await user.type(time, '10:20');
    await user.click(button('Next'));
    const quarters = 'Please use quarters of an hour between 00:00 and 23:45, for example 09:30.';
    expect(await screen.findByText(quarters)).toBeVisible();
    expect(screen.queryByText('Please select time.')).not.toBeInTheDocument();
    expect(time).toHaveValue('10:20');
  });

  it('shows that the name exists while it is typed, and stays on the step', async () => {
    const requested: string[] = [];
    server.use(
      answering('get', '/api/meeting/IsMeetingNameExists/:teamId/:name/:meetingId', ({ params }) => {
        requested.push(String(params['name']));
        return { isExists: true };
      }),
    );
    const { user, name } = await open();
    // The name is pasted as a whole: on a slow machine, the check could run between two typed keys.
    await user.click(name);
    await user.paste('Q4 50%/#?');
    expect(await screen.findByText('Meeting name already exists.')).toBeVisible();
    expect(requested).toEqual(['Q4 50%/#?']);
    await user.click(button('Next'));
    await waitFor(() => {
      expect(name).toHaveFocus();
    });
    expect(screen.getByRole('heading', { level: 2, name: 'Details' })).toBeVisible();
  });

  it('shows that the check failed, not that the name exists, and lets the name pass', async () => {
    server.use(
      answering('get', '/api/meeting/IsMeetingNameExists/:teamId/:name/:meetingId', () =>
        refusal(503, 'UNAVAILABLE', 'Busy.'),
      ),
    );
    const { user, name } = await open();
    await user.type(name, 'Weekly');
    const failed =
      'Could not check if another report has this name. You can continue: it is checked again when you save.';
    expect(await screen.findByText(failed)).toBeVisible();
    expect(screen.queryByText('Meeting name already exists.')).not.toBeInTheDocument();
    expect(name).not.toBeInvalid();
    await user.click(button('Next'));
    expect(await stepHeading('Members')).toBeVisible();
  });

  it('checks only name and time: Done checks days and zone', async () => {
    const { user, name } = await open();
    for (const day of pressed()) await user.click(button(day));
    await user.clear(screen.getByRole('combobox', { name: 'Timezone' }));
    await fillIn({ user, name });
    await user.click(button('Done'));
    expect(await stepHeading('Details')).toBeVisible();
    expect(screen.getByText('Please select Days')).toBeVisible();
    expect(screen.getByText('Please provide timezone.')).toBeVisible();
    expect(button('Monday')).toHaveFocus();
  });
});

describe('the lists of times and zones', () => {
  it('change nothing when the Tab key leaves them open', async () => {
    const { user } = await open();
    const time = screen.getByRole('combobox', { name: 'Time' });
    const zone = await screen.findByRole('combobox', { name: 'Timezone', expanded: false });
    await user.click(time);
    expect(screen.getByRole('listbox', { name: 'Time' })).toBeVisible();
    await user.tab();
    expect(zone).toHaveFocus();
    await user.click(zone);
    expect(screen.getByRole('listbox', { name: 'Timezone' })).toBeVisible();
    await user.tab();
    expect(zone).not.toHaveFocus();
    expect(screen.queryByRole('listbox')).not.toBeInTheDocument();
    expect(time).toHaveValue('10:00');
    expect(zone).toHaveValue('Europe/Berlin (UTC+00:00)');
  });

  it('change nothing when the Tab key leaves an entry that the arrow keys reached', async () => {
    const { user } = await open();
    const time = screen.getByRole('combobox', { name: 'Time' });
    await user.click(time);
    await user.keyboard('{ArrowDown}{ArrowDown}');
    expect(time).toHaveAttribute('aria-activedescendant', screen.getByRole('option', { name: '10:30' }).id);
    await user.tab();
    expect(time).toHaveValue('10:00');
  });

  it('take the entry that Enter picks, and begin at the chosen one', async () => {
    const { user } = await open();
    const time = screen.getByRole('combobox', { name: 'Time' });
    await user.click(time);
    expect(time).toHaveAttribute(
      'aria-activedescendant',
      within(screen.getByRole('listbox')).getByRole('option', { selected: true }).id,
    );
    await user.keyboard('{ArrowDown}{Enter}');
    expect(time).toHaveValue('10:15');
    expect(screen.getByRole('heading', { level: 2, name: 'Details' })).toBeVisible();
  });

  it('show at once that an emptied time is missing', async () => {
    const { user } = await open();
    const time = screen.getByRole('combobox', { name: 'Time' });
    await user.clear(time);
    await user.tab();
    expect(await screen.findByText('Please select time.')).toBeVisible();
    expect(time).toHaveValue('');
  });

  it('replace the whole text when a person clicks and types', async () => {
    const { user } = await open();
    const time = screen.getByRole('combobox', { name: 'Time' });
    await user.click(time);
    await user.keyboard('0930');
    await user.tab();
    expect(time).toHaveValue('09:30');
  });

  it('return to the chosen value on Escape', async () => {
    const { user } = await open();
    const zone = await screen.findByRole('combobox', { name: 'Timezone', expanded: false });
    await user.clear(zone);
    await user.type(zone, 'nowhere');
    expect(screen.getByText(/We do not know this timezone/)).toBeVisible();
    await user.keyboard('{Escape}');
    expect(zone).toHaveValue('Europe/Berlin (UTC+00:00)');
  });

  it('are one stop of the Tab key each', async () => {
    const { user } = await open();
    const time = screen.getByRole('combobox', { name: 'Time' });
    const zone = await screen.findByRole('combobox', { name: 'Timezone', expanded: false });
    time.focus();
    await user.tab();
    expect(zone).toHaveFocus();
    await user.tab();
    expect(screen.getByRole('combobox', { name: 'Time basis' })).toHaveFocus();
  });
});

describe('the type', () => {
  it('retro runs on Fridays with different questions, and standup gets its own questions back', async () => {
    const { user } = await open();
    await user.click(button('Monday'));
    await user.selectOptions(screen.getByRole('combobox', { name: 'Type' }), 'Sprint Retrospective');
    expect(pressed()).toEqual(['Friday']);
    await user.selectOptions(screen.getByRole('combobox', { name: 'Repeats' }), 'Every other week');
    await user.type(await nameField(), 'Retro');
    await user.click(button('Next'));
    await stepHeading('Members');
    await user.click(button('Next'));
    await stepHeading('Questions');
    expect(screen.getByRole('textbox', { name: 'Question' })).toHaveValue('What went well?');
    await user.click(button('Details done'));
    await user.selectOptions(await screen.findByRole('combobox', { name: 'Type' }), 'Standup');
    expect(pressed()).toEqual(['Tuesday', 'Wednesday', 'Thursday', 'Friday']);
    expect(screen.queryByRole('combobox', { name: 'Repeats' })).not.toBeInTheDocument();
  });
});

describe('the members', () => {
  const toMembers = async (): Promise<Opened> => {
    const app = await open();
    await app.user.type(app.name, 'Weekly');
    await app.user.click(button('Next'));
    await stepHeading('Members');
    return app;
  };

  const finishWithoutMembers = async (user: Opened['user']): Promise<void> => {
    await user.click(button('Next'));
    await stepHeading('Questions');
    await user.click(button('Next'));
    await stepHeading('Settings');
    await user.click(button('Done'));
  };

  it('are found by name or address, and chosen all at once', async () => {
    const { user } = await toMembers();
    await user.type(await screen.findByRole('searchbox', { name: 'Search members' }), 'bob.l{Enter}');
    expect(screen.getAllByRole('listitem').filter((item) => item.textContent.includes('rollcall.test'))).toHaveLength(
      1,
    );
    await user.click(screen.getByRole('checkbox', { name: 'Select all found' }));
    expect(screen.getByText('1 of 3 selected')).toBeVisible();
    await user.clear(screen.getByRole('searchbox'));
    const all = screen.getByRole('checkbox', { name: 'Select all' });
    expect(all).toBePartiallyChecked();
    await user.click(all);
    expect(screen.getByText('3 of 3 selected')).toBeVisible();
    await user.click(all);
    expect(screen.getByText('0 of 3 selected')).toBeVisible();
    await user.type(screen.getByRole('searchbox'), 'nobody');
    expect(screen.getByText('No member has this name.')).toBeVisible();
  });

  it('are one stop of the Tab key, with arrows inside', async () => {
    const { user } = await toMembers();
    const ann = await screen.findByRole('checkbox', { name: /^Ann/ });
    screen.getByRole('checkbox', { name: 'Select all' }).focus();
    await user.tab();
    expect(ann).toHaveFocus();
    await user.keyboard('{ArrowDown}{ArrowDown} ');
    const cy = screen.getByRole('checkbox', { name: /^Cy/ });
    expect(cy).toHaveFocus();
    expect(cy).toBeChecked();
    await user.keyboard('{Home}');
    expect(ann).toHaveFocus();
    await user.tab();
    expect(screen.getByText('Observers')).toHaveFocus();
    await user.tab();
    expect(button('Next')).toHaveFocus();
  });

  it('are required by Done, which returns to them', async () => {
    const { user } = await toMembers();
    await finishWithoutMembers(user);
    expect(await screen.findByText('Please add at least one member to schedule a report.')).toBeVisible();
    expect(screen.getByRole('checkbox', { name: 'Select all' })).toHaveFocus();
    expect(screen.getByRole('heading', { level: 2, name: 'Members' })).toBeVisible();
  });

  it('get the focus from Done once they have loaded', async () => {
    let give: (() => void) | undefined;
    const fetched = new Promise<void>((resolve) => (give = resolve));
    server.use(
      answering('get', '/api/member/list/:teamId', async () => {
        await fetched;
        return [aPerson('Ann Moreau')];
      }),
    );
    const { user } = await toMembers();
    await finishWithoutMembers(user);
    expect(await stepHeading('Members')).toHaveFocus();
    give?.();
    const all = await screen.findByRole('checkbox', { name: 'Select all' });
    await waitFor(() => {
      expect(all).toHaveFocus();
    });
  });

  it('the members that cannot be loaded show the reason and a retry', async () => {
    server.use(answering('get', '/api/member/list/:teamId', () => refusal(503, 'UNAVAILABLE', 'Busy.')));
    const { user } = await toMembers();
    expect(await screen.findByRole('alert')).toHaveTextContent('Busy.');
    server.use(answering('get', '/api/member/list/:teamId', () => []));
    await user.click(button('Try again'));
    expect(await screen.findByText('This team has no members yet.')).toBeVisible();
  });
});
