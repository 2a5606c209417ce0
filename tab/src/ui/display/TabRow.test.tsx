import { FluentProvider, Tab, webLightTheme } from '@fluentui/react-components';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import '../../testing/browserStubsAndLibrarySetup.ts';
import { PlainStyles } from '../../testing/PlainStyles.tsx';
import { TabRow } from './TabRow.tsx';

const Tabs = () => {
  const [selected, setSelected] = useState('first');
  return (
    <FluentProvider theme={webLightTheme}>
      <TabRow selected={selected} onSelect={setSelected}>
        {['first', 'last'].map((name) => (
          <Tab key={name} value={name}>
            {name}
          </Tab>
        ))}
      </TabRow>
    </FluentProvider>
  );
};

it('scrolls to the tab that is selected, at first and after each choice', async () => {
  const scrolled: string[] = [];
  jest.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(function (this: Element) {
    scrolled.push((this as HTMLButtonElement).value);
  });
  render(<Tabs />, { wrapper: PlainStyles });
  expect(scrolled).toEqual(['first']);
  await userEvent.click(screen.getByRole('tab', { name: 'last' }));
  expect(scrolled).toEqual(['first', 'last']);
});
