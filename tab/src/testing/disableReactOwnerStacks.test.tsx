import { render } from '@testing-library/react';
import { captureOwnerStack, createElement } from 'react';
import './disableReactOwnerStacks.ts';

it('lets React warn, although elements have no stack of their owners', () => {
  const warnings: string[] = [];
  console.error = (...parts: unknown[]) => {
    warnings.push(parts.map(String).join(' '));
  };
  const stacks: (string | null)[] = [];
  const Leaf = () => {
    stacks.push(captureOwnerStack());
    return createElement('li');
  };
  const ListWithoutKeys = () => createElement('ul', null, [createElement(Leaf), createElement(Leaf)]);
  render(createElement(ListWithoutKeys));
  expect(warnings).toHaveLength(1);
  expect(warnings[0]).toContain('unique "key" prop');
  expect(warnings[0]).toContain('ListWithoutKeys');
  expect(stacks.length).toBeGreaterThan(0);
  expect(stacks.every((stack) => !stack?.includes('ownerStacks.test'))).toBe(true);
});
