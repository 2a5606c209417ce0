import { configure } from '@testing-library/react';

// What jsdom lacks and the app uses. Imported by testing/renderApp.tsx.

// A busy machine is slow, not wrong; support/patience.ts gives the test itself as long as it may take.
configure({ asyncUtilTimeout: 45_000 });

/** Media queries that answer true, for one test at a time. */
export const matching = new Set<string>();

window.matchMedia = (media) =>
  Object.assign(new EventTarget(), {
    media,
    get matches() {
      return matching.has(media);
    },
    onchange: null,
    addListener: () => undefined,
    removeListener: () => undefined,
  });

type Resized = ConstructorParameters<typeof ResizeObserver>[0];
const observers = new Set<{ readonly tell: () => void }>();

class FakeResizeObserver implements ResizeObserver {
  readonly #entry: { readonly tell: () => void };
  constructor(callback: Resized) {
    this.#entry = {
      tell: () => {
        callback([], this);
      },
    };
  }
  observe(): void {
    observers.add(this.#entry);
  }
  unobserve(): void {
    observers.delete(this.#entry);
  }
  disconnect(): void {
    observers.delete(this.#entry);
  }
}
window.ResizeObserver = FakeResizeObserver;

/** Every watched element is measured now. */
export const resizeAll = (): void => {
  observers.forEach(({ tell }) => {
    tell();
  });
};

afterEach(() => {
  matching.clear();
});

// adaptivecards writes its texts through innerText, which jsdom does not know.
Object.defineProperty(HTMLElement.prototype, 'innerText', {
  configurable: true,
  get(this: HTMLElement) {
    return this.textContent;
  },
  set(this: HTMLElement, text: string) {
    this.textContent = text;
  },
});
