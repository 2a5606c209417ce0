import { configure, getConfig } from '@testing-library/react';
import './disableReactOwnerStacks.ts';

// Adds the browser functions that the app uses but jsdom lacks. renderApp.tsx imports this file; a test that renders a
// single component must import it itself.

// The limit is long, so that a busy machine fails no test. tests/support/setup/testTimeLimit.ts limits the time of the
// whole test.
configure({ asyncUtilTimeout: 45_000 });

// For half a second, the text of a toast is in the page twice, because a second element exists for screen readers.
// Queries by text ignore this element, so that tests need not wait until it is empty.
configure({ defaultIgnore: 'script, style, .fui-AriaLive__assertive, .fui-AriaLive__polite' });

// A failing query writes the whole page into its error, which takes time. `waitFor` discards the errors of all tries
// but the last one, so the text of an error is created only when it is read.
const { getElementError } = getConfig();
const isTry = (): boolean => {
  const config: object = getConfig();
  return '_disableExpensiveErrorDiagnostics' in config && config._disableExpensiveErrorDiagnostics === true;
};
configure({
  getElementError: (message, container) => {
    if (!isTry()) return getElementError(message, container);
    const error = Object.assign(new Error(), { name: 'TestingLibraryElementError' });
    return Object.defineProperty(error, 'message', {
      configurable: true,
      get: () => getElementError(message, container).message,
    });
  },
});

Element.prototype.scrollIntoView = () => undefined;

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
const observers = new Set<{ readonly notify: () => void }>();

class FakeResizeObserver implements ResizeObserver {
  readonly #entry: { readonly notify: () => void };
  constructor(callback: Resized) {
    this.#entry = {
      notify: () => {
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
Object.defineProperty(window, 'ResizeObserver', {
  get: () => FakeResizeObserver,
  // In tests, Fluent would replace the observer by one that does nothing. This setter ignores the replacement.
  set: () => undefined,
});

export const resizeAll = (): void => {
  observers.forEach(({ notify }) => {
    notify();
  });
};

afterEach(() => {
  matching.clear();
});

// The library `adaptivecards` writes its texts to `innerText`, which jsdom lacks.
Object.defineProperty(HTMLElement.prototype, 'innerText', {
  configurable: true,
  get(this: HTMLElement) {
    return this.textContent;
  },
  set(this: HTMLElement, text: string) {
    this.textContent = text;
  },
});
