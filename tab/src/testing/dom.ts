// Finds elements without a role or text: shapes and classes that carry a meaning beside the words, which tests read first.
export const select = (within: Element, selector: string): readonly Element[] => [...within.querySelectorAll(selector)];

/** Returns the parent of an element. */
export const boxOf = (element: HTMLElement): HTMLElement => {
  if (element.parentElement === null) throw new Error('the element stands alone');
  return element.parentElement;
};

/** Finds the innermost element with a text of which parts are elements of their own, such as addresses. */
export const saying =
  (text: string | RegExp) =>
  (_: string, element: Element | null): boolean => {
    const says = (item: Element): boolean =>
      typeof text === 'string' ? item.textContent === text : text.test(item.textContent);
    return element !== null && says(element) && ![...element.children].some(says);
  };
