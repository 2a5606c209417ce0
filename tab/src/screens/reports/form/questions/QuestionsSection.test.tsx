import { screen, waitFor, within } from '@testing-library/react';
import '@testing-library/jest-dom';
import { begin, stepHeading } from '../../../../testing/playReportWizard.ts';
import { renderApp } from '../../../../testing/renderApp.tsx';
import { answerReportForm } from '../../../../testing/fakeReportFormServer.ts';

beforeEach(answerReportForm);

const button = (name: string) => screen.getByRole('button', { name });
const texts = (): string[] =>
  screen.getAllByRole<HTMLInputElement>('textbox', { name: 'Question' }).map(({ value }) => value);
const question = (number: number) => screen.getByRole('listitem', { name: `Question ${number}` });
const statusTexts = () => screen.getAllByRole('status').map((item) => item.textContent);

const toQuestions = async () => {
  const view = renderApp('/reports/create');
  await begin(view.user);
  await view.user.type(await screen.findByRole('textbox', { name: 'Name' }), 'Weekly');
  await view.user.click(button('Next'));
  await stepHeading('Members');
  await view.user.click(button('Next'));
  await stepHeading('Questions');
  return view;
};
const [done, plan, blocked] = ['What did you get done?', 'What do you plan to do?', 'Are you blocked?'];

describe('the order of the questions', () => {
  it('is changed by buttons, which announce the new place and keep the focus', async () => {
    const { user } = await toQuestions();
    expect(texts()).toEqual([done, plan, blocked]);
    await user.click(button('Move question 1 down'));
    expect(texts()).toEqual([plan, done, blocked]);
    expect(statusTexts()).toContain('Question moved to place 2 of 3.');
    expect(button('Move question 2 down')).toHaveFocus();
    await user.keyboard('{Enter}');
    expect(texts()).toEqual([plan, blocked, done]);
    expect(button('Move question 3 down')).toHaveFocus();
    expect(button('Move question 3 down')).toHaveAttribute('aria-disabled', 'true');
    await user.keyboard('{Enter}');
    expect(texts()).toEqual([plan, blocked, done]);
  });

  it('is changed by Alt and the arrow keys from anywhere in a question, also where the types differ', async () => {
    const { user } = await toQuestions();
    const last = within(question(3)).getByRole('textbox', { name: 'Question' });
    await user.click(last);
    await user.keyboard('{Alt>}{ArrowUp}{ArrowUp}{ArrowUp}{/Alt}');
    expect(texts()).toEqual([blocked, done, plan]);
    expect(last).toHaveFocus();
    expect(within(question(1)).getByRole('switch', { name: 'Asks about blockers' })).toBeChecked();
    expect(within(question(1)).getByRole('textbox', { name: 'Option 2' })).toHaveValue('Yes');
    expect(within(question(3)).getByRole('switch', { name: 'Fills the timesheet' })).toBeChecked();
    await user.keyboard('{ArrowDown}');
    expect(texts()).toEqual([blocked, done, plan]);
  });
});

describe('adding and removing', () => {
  it('brings a removed question back to its place with its options', async () => {
    const { user } = await toQuestions();
    await user.click(button('Remove question 3'));
    await user.click(button('Remove question 1'));
    expect(screen.getByText(`Question removed: ${done}`)).toBeVisible();
    await user.click(button('Undo'));
    expect(texts()).toEqual([done, plan]);
    expect(statusTexts()).toContain('Question 1 is back.');
    expect(within(question(1)).getByRole('textbox', { name: 'Question' })).toHaveFocus();
    expect(screen.queryByRole('button', { name: 'Undo' })).not.toBeInTheDocument();
    await user.click(button('Remove question 2'));
    await user.click(button('Undo'));
    expect(texts()).toEqual([done, plan]);
  });

  it('moves the focus to the new question, and to a neighbour of a removed one', async () => {
    const { user } = await toQuestions();
    await user.click(button('Add a question'));
    expect(texts()).toHaveLength(4);
    expect(within(question(4)).getByRole('textbox', { name: 'Question' })).toHaveFocus();
    expect(statusTexts()).toContain('Question 4 added.');
    await user.click(button('Remove question 2'));
    expect(texts()).toEqual([done, blocked, '']);
    expect(within(question(2)).getByRole('textbox', { name: 'Question' })).toHaveFocus();
    expect(statusTexts()).toContain('Question removed. 3 are left.');
  });

  it('keeps the last question, and ends at twenty', async () => {
    const { user } = await toQuestions();
    await user.click(button('Remove question 3'));
    await user.click(button('Remove question 2'));
    await user.click(button('Remove question 1'));
    expect(texts()).toEqual([done]);
    const add = button('Add a question');
    for (let count = 1; count < 20; count += 1) await user.click(add);
    expect(texts()).toHaveLength(20);
    expect(add).toBeDisabled();
  });
});

describe('the error of a question', () => {
  it('is shown by Next, at the question', async () => {
    const { user } = await toQuestions();
    const first = within(question(1)).getByRole('textbox', { name: 'Question' });
    await user.clear(first);
    await user.click(button('Next'));
    expect(await within(question(1)).findByText('Question is required')).toBeVisible();
    expect(first).toHaveFocus();
    await user.type(first, 'What now?');
    await waitFor(() => {
      expect(screen.queryByText('Question is required')).not.toBeInTheDocument();
    });
    await user.click(button('Next'));
    expect(await stepHeading('Settings')).toBeVisible();
  });

  it('moves along with it', async () => {
    const { user } = await toQuestions();
    await user.clear(within(question(1)).getByRole('textbox', { name: 'Question' }));
    await user.click(button('Next'));
    await screen.findByText('Question is required');
    await user.click(button('Move question 1 down'));
    expect(await within(question(2)).findByText('Question is required')).toBeVisible();
    await waitFor(() => {
      expect(within(question(1)).queryByText('Question is required')).not.toBeInTheDocument();
    });
  });

  it('is shown of options: two at least, each different, each with a text', async () => {
    const { user } = await toQuestions();
    await user.selectOptions(within(question(1)).getByRole('combobox', { name: 'Answer' }), 'Options');
    const options = within(question(1));
    await user.click(button('Next'));
    expect(await options.findAllByText('Please fill in this option.')).toHaveLength(2);
    await user.type(options.getByRole('textbox', { name: 'Option 1' }), 'Good');
    await user.type(options.getByRole('textbox', { name: 'Option 2' }), 'good');
    await user.click(button('Next'));
    expect(await options.findByText('Each option must be different.')).toBeVisible();
    await user.click(options.getByRole('button', { name: 'Remove option 2' }));
    expect(await options.findByText('Please give at least two options.')).toBeVisible();
    await user.type(options.getByRole('textbox', { name: 'Option 1' }), '{Enter}');
    const second = await options.findByRole('textbox', { name: 'Option 2' });
    await waitFor(() => {
      expect(second).toHaveFocus();
    });
    await user.type(second, 'Bad');
    await user.click(options.getByRole('switch', { name: 'Asks about blockers' }));
    await user.click(button('Next'));
    expect(await options.findByText('Please choose the options that mean blocked.')).toBeVisible();
    await user.click(options.getByRole('checkbox', { name: 'Option 2 means blocked' }));
    await user.click(button('Next'));
    expect(await stepHeading('Settings')).toBeVisible();
  });
});

describe('the type of a question', () => {
  const choose = async (
    user: Awaited<ReturnType<typeof toQuestions>>['user'],
    number: number,
    title: string,
  ): Promise<void> => {
    await user.selectOptions(within(question(number)).getByRole('combobox', { name: 'Answer' }), title);
  };

  it('is Text for a new question, and each type explains itself', async () => {
    const { user } = await toQuestions();
    await user.click(button('Add a question'));
    const type = within(question(4)).getByRole('combobox', { name: 'Answer' });
    expect(type).toHaveDisplayValue('Text');
    expect(within(type).getAllByRole('option')).toHaveLength(6);
    expect(type).toHaveAccessibleDescription('Members answer in their own words.');
    await choose(user, 4, 'Date');
    expect(type).toHaveAccessibleDescription('Members choose a date.');
  });

  it('keeps the text and the options, and shows no marks for blockers where several options can be chosen', async () => {
    const { user } = await toQuestions();
    await choose(user, 3, 'Several options');
    const fields = within(question(3));
    expect(fields.getByRole('textbox', { name: 'Question' })).toHaveValue(blocked);
    expect(fields.getByRole('textbox', { name: 'Option 2' })).toHaveValue('Yes');
    expect(fields.queryByRole('switch')).not.toBeInTheDocument();
    expect(fields.queryByRole('checkbox')).not.toBeInTheDocument();
    await choose(user, 3, 'Options');
    expect(fields.getByRole('switch', { name: 'Asks about blockers' })).toBeChecked();
    expect(fields.getByRole('checkbox', { name: 'Option 2 means blocked' })).toBeChecked();
  });

  it('shows at once that the new type allows fewer options', async () => {
    const { user } = await toQuestions();
    await choose(user, 1, 'Options');
    const fields = within(question(1));
    for (let number = 1; number <= 11; number += 1) {
      await user.click(fields.getByRole('textbox', { name: `Option ${number}` }));
      await user.paste(`Choice ${number}`);
      if (number > 1 && number < 11) await user.keyboard('{Enter}');
    }
    await choose(user, 1, 'Several options');
    expect(await fields.findByText('Please offer at most 10 options.')).toBeVisible();
    expect(fields.getByRole('button', { name: 'Add an option' })).toBeDisabled();
    await user.click(fields.getByRole('button', { name: 'Remove option 11' }));
    await waitFor(() => {
      expect(fields.queryByText('Please offer at most 10 options.')).not.toBeInTheDocument();
    });
    await user.click(button('Next'));
    expect(await stepHeading('Settings')).toBeVisible();
  });

  it('Scale has two labels, both of which are required', async () => {
    const { user } = await toQuestions();
    await choose(user, 1, 'Scale from 1 to 5');
    const fields = within(question(1));
    const low = fields.getByRole('textbox', { name: 'Label of 1' });
    expect(low).toHaveValue('Very bad');
    expect(fields.getByRole('textbox', { name: 'Label of 5' })).toHaveValue('Very good');
    await user.clear(low);
    await user.click(button('Next'));
    expect(await fields.findByText('Please fill in this label.')).toBeVisible();
    expect(low).toHaveFocus();
    await user.type(low, 'Tired');
    await waitFor(() => {
      expect(fields.queryByText('Please fill in this label.')).not.toBeInTheDocument();
    });
  });

  it('Number has a unit, which may stay empty', async () => {
    const { user } = await toQuestions();
    await choose(user, 1, 'Number');
    const fields = within(question(1));
    expect(fields.getByRole('textbox', { name: 'Unit' })).toHaveValue('');
    await user.click(button('Next'));
    expect(await stepHeading('Settings')).toBeVisible();
  });

  it('removes the errors of the previous type', async () => {
    const { user } = await toQuestions();
    await choose(user, 1, 'Options');
    const fields = within(question(1));
    await user.click(button('Next'));
    expect(await fields.findAllByText('Please fill in this option.')).toHaveLength(2);
    await choose(user, 1, 'Several options');
    expect(fields.queryByText('Please fill in this option.')).not.toBeInTheDocument();
  });
});

describe('the timesheet', () => {
  it('is filled by one question at most', async () => {
    const { user } = await toQuestions();
    const fills = (number: number) => within(question(number)).getByRole('switch', { name: 'Fills the timesheet' });
    expect(fills(2)).toBeChecked();
    await user.click(fills(1));
    expect(fills(1)).toBeChecked();
    expect(fills(2)).not.toBeChecked();
    expect(statusTexts()).toContain('This question now fills the timesheet instead of the other one.');
    await user.click(fills(1));
    expect(fills(1)).not.toBeChecked();
  });
});
