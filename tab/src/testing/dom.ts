// For what has no role and no text: the shapes and classes that carry a meaning beside the words the tests read first.
export const select = (within: Element, selector: string): readonly Element[] => [...within.querySelectorAll(selector)];

/** The text of the box around an element. */
export const boxOf = (element: HTMLElement): HTMLElement => {
  if (element.parentElement === null) throw new Error('the element stands alone');
  return element.parentElement;
};
