// For what has no role and no text: the shapes and classes that carry a meaning beside the words the tests read first.
export const select = (within: Element, selector: string): readonly Element[] => [...within.querySelectorAll(selector)];

/** The text of the box around an element. */
export const boxOf = (element: HTMLElement): HTMLElement => {
  if (element.parentElement === null) throw new Error('the element stands alone');
  return element.parentElement;
};

/** Finds by a text of which parts are elements of their own, as those of addresses are: the innermost element that says it. */
export const saying =
  (text: string | RegExp) =>
  (_: string, element: Element | null): boolean => {
    const says = (one: Element): boolean =>
      typeof text === 'string' ? one.textContent === text : text.test(one.textContent);
    return element !== null && says(element) && ![...element.children].some(says);
  };
