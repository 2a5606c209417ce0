// Finds elements by class or structure, for the few tests about elements that have neither a role nor a text.
export const select = (within: Element, selector: string): readonly Element[] => [...within.querySelectorAll(selector)];

export const boxOf = (element: HTMLElement): HTMLElement => {
  if (element.parentElement === null) throw new Error('the element has no parent');
  return element.parentElement;
};

/**
 * Returns a matcher for the innermost element with this text. It also matches if parts of the text, such as email
 * addresses, are separate elements.
 */
export const named =
  (text: string | RegExp) =>
  (_: string, element: Element | null): boolean => {
    const hasText = (item: Element): boolean =>
      typeof text === 'string' ? item.textContent === text : text.test(item.textContent);
    return element !== null && hasText(element) && ![...element.children].some(hasText);
  };
