/**
 * Attributes of a span: only ids, counts, kinds and states, as in the log. They never contain user-written text, names,
 * addresses or tokens.
 */
export type SpanFacts = Readonly<Record<string, string | number | boolean>>;

export interface Span {
  set(facts: SpanFacts): void;
}

/**
 * SERVER: a request. JOB: background work for which a person may be waiting. CLIENT: a call to another service. CLIENT
 * spans are created only within SERVER and JOB spans, so that a poll that finds no work creates no span.
 */
export type SpanKind = 'SERVER' | 'JOB' | 'CLIENT';

export interface Tracer {
  readonly span: <T>(kind: SpanKind, name: string, facts: SpanFacts, work: (span: Span) => Promise<T>) => Promise<T>;
}

const noSpan: Span = { set: () => undefined };

export const noTracer: Tracer = { span: (_kind, _name, _facts, work) => work(noSpan) };
