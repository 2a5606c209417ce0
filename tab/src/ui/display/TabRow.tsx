import { useEffect, useRef } from 'react';
import type { ReactNode } from 'react';
import { TabList } from '@fluentui/react-components';
import css from './TabRow.module.css';

interface TabRowProps {
  readonly selected: string;
  readonly onSelect: (tab: string) => void;
  readonly children: ReactNode;
}

/**
 * Shows tabs on one line. If the line is wider than the page, it can be scrolled, and the selected tab is scrolled into
 * view.
 */
export const TabRow = ({ selected, onSelect, children }: TabRowProps) => {
  const row = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // Finds the tab by its value, because Fluent marks the selected tab only after this effect has run.
    const tabs = row.current?.querySelectorAll<HTMLButtonElement>('[role="tab"]') ?? [];
    const tab = [...tabs].find(({ value }) => value === selected);
    tab?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [selected]);
  return (
    <div ref={row} className={css.row}>
      <TabList
        className={css.tabs}
        selectedValue={selected}
        onTabSelect={(_, { value }) => {
          onSelect(String(value));
        }}
      >
        {children}
      </TabList>
    </div>
  );
};
