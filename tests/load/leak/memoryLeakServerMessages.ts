import type { MeetingId, MemberId, TeamId } from '#contracts/core/idDateAndZoneSchemas.ts';

// Messages between the leak test and the server process whose memory it measures.

export interface Browser {
  refreshToken: string;
  readonly memberId: MemberId;
  readonly teamId: TeamId;
  readonly meetingId: MeetingId;
}

/** Memory of the server after a forced garbage collection, in bytes. */
export interface Memory {
  /** Bytes of JavaScript objects, and of the buffers that they keep outside V8's heap. */
  readonly kept: number;
  readonly rss: number;
  /** Number of open connections of browsers. */
  readonly connections: number;
}

export type ToServer =
  /** Moves the clock to the instant in small steps, with a heartbeat after each. */
  { readonly kind: 'pass'; readonly until: string } | { readonly kind: 'measure' };

export type FromServer =
  | { readonly kind: 'ready'; readonly port: number; readonly browsers: readonly Browser[] }
  | { readonly kind: 'passed' }
  | ({ readonly kind: 'memory' } & Memory)
  | { readonly kind: 'failed'; readonly message: string };
