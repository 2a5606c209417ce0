import { createEvent, fireEvent, render, screen } from '@testing-library/react';
import '@testing-library/jest-dom';
import { Form } from './Form.tsx';

const submitted = (isRunning: boolean) => {
  const onSubmit = jest.fn();
  render(
    <Form aria-label="Names" isRunning={isRunning} onSubmit={onSubmit}>
      <input name="name" />
    </Form>,
  );
  const form = screen.getByRole('form', { name: 'Names' });
  const event = createEvent.submit(form);
  fireEvent(form, event);
  return { calls: onSubmit.mock.calls, form, isPrevented: event.defaultPrevented };
};

it('hands a submit to the screen and keeps it from the browser', () => {
  const { calls, form, isPrevented } = submitted(false);
  expect(calls).toEqual([[form]]);
  expect(isPrevented).toBe(true);
});

it('keeps a submit from the browser also while an action is running, and starts no second action', () => {
  const { calls, isPrevented } = submitted(true);
  expect(calls).toEqual([]);
  expect(isPrevented).toBe(true);
});
