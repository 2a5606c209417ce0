import '@testing-library/jest-dom';
import { render } from '@testing-library/react';
import { select } from '../../testing/domQueries.ts';
import { EmailAddressText } from './EmailAddressText.tsx';

describe('EmailAddressText', () => {
  it.each([
    ['ann_b.long-name+x@contoso.test', ['ann_', 'b.', 'long-', 'name+', 'x@', 'contoso.', 'test']],
    ['Write to ann@contoso.test. A well-known text, no. 7', ['ann@', 'contoso.', 'test.']],
    ['At @, ann@', ['@', ',', 'ann@']],
    ['no-address. at all', []],
  ])('%j may break behind the parts of an address, and is copied as it is', (text, parts) => {
    const { container } = render(<EmailAddressText text={text} />);
    expect(container.textContent).toBe(text);
    expect(select(container, '.part').map((part) => part.textContent)).toEqual(parts);
  });
});
