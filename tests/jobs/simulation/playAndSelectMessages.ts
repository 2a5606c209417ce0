import { aScenario, localTime, play } from '../../support/worlds/buildAndPlayScenarios.ts';
import type { Played, ScenarioPart } from '../../support/worlds/buildAndPlayScenarios.ts';

// Plays scenarios and selects messages from their output.

export const playing = (part: ScenarioPart): Promise<Played> => play(aScenario(part));
export const prompts = ({ lines }: Played) => lines.filter((line) => line.kind === 'prompt');
export const kinds = ({ lines }: Played, kind: string) => lines.filter((line) => line.kind === kind);

export const promptTimes = (played: Played, memberId: string, zone: string): string[] =>
  prompts(played)
    .filter((line) => line.memberId === memberId)
    .map((line) => localTime(line.at, zone));
