import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { Instrumenter } from '@stryker-mutator/instrumenter';

type Instrumented = Awaited<ReturnType<Instrumenter['instrument']>>;
type StrykerMutant = Instrumented['mutants'][number];

/** A possible change in the instrumented source. The change applies while its id is the active one. */
export interface PlacedMutant {
  readonly id: string;
  readonly file: string;
  readonly line: number;
  readonly mutator: string;
  /** Source text before and after the change, with line breaks replaced by blanks. */
  readonly original: string;
  readonly replacement: string;
}

export interface InstrumentedSources {
  readonly mutants: readonly PlacedMutant[];
  /** Instrumented source by absolute path. It contains all changes of the file, of which at most one is active. */
  readonly contents: ReadonlyMap<string, string>;
}

const isDisabled = (): boolean => false;
const ignore = (): void => undefined;
const silent = {
  ...{ isTraceEnabled: isDisabled, isDebugEnabled: isDisabled, isInfoEnabled: isDisabled },
  ...{ isWarnEnabled: isDisabled, isErrorEnabled: isDisabled, isFatalEnabled: isDisabled },
  ...{ trace: ignore, debug: ignore, info: ignore, warn: ignore, error: ignore, fatal: ignore },
};

const onOneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();

const textOf = (source: readonly string[], { start, end }: StrykerMutant['location']): string => {
  const lines = source.slice(start.line, end.line + 1);
  const last = lines.length - 1;
  return lines
    .map((text, index) => text.slice(index === 0 ? start.column : 0, index === last ? end.column : undefined))
    .join('\n');
};

const isWithin = (line: number, lines: string | null): boolean => {
  const [from, to] = (lines ?? '1-1000000').split('-').map(Number);
  return line >= (from ?? 0) && line <= (to ?? 0);
};

export const instrumentFiles = async (files: readonly string[], lines: string | null): Promise<InstrumentedSources> => {
  const sources = files.map((file) => ({ name: file, mutate: true, content: readFileSync(file, 'utf8') }));
  const { files: written, mutants } = await new Instrumenter(silent).instrument(sources, {
    ...{ plugins: null, excludedMutations: [], ignorers: [] },
  });
  const linesOf = new Map(sources.map(({ name, content }) => [name, content.split('\n')]));
  return {
    mutants: mutants
      .filter(({ location }) => isWithin(location.start.line + 1, lines))
      .map(({ id, fileName, location, mutatorName, replacement }) => ({
        ...{ id, file: fileName, line: location.start.line + 1, mutator: mutatorName },
        original: onOneLine(textOf(linesOf.get(fileName) ?? [], location)),
        replacement: onOneLine(replacement),
      })),
    contents: new Map(written.map(({ name, content }) => [resolve(name), content])),
  };
};
