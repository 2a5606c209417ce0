/** Attributes of a span: only ids, counts, kinds and states, as in the log; never a text, a name, an address or a token. */
export type SpanFacts = Readonly<Record<string, string | number | boolean>>;

export interface Span {
  set(facts: SpanFacts): void;
}

/**
 * SERVER: a request. JOB: the service's own work that a person may wait for. CLIENT: a call to another service. CLIENT spans
 * exist only inside SERVER and JOB spans, so that an idle poll makes no spans.
 */
export type SpanKind = 'SERVER' | 'JOB' | 'CLIENT';

export interface Tracer {
  readonly span: <T>(kind: SpanKind, name: string, facts: SpanFacts, work: (span: Span) => Promise<T>) => Promise<T>;
}

const noSpan: Span = { set: () => undefined };

export const noTracer: Tracer = { span: (_kind, _name, _facts, work) => work(noSpan) };
