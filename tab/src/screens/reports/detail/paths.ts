import { useSurface } from '../../../ui/surface.ts';

/** Where the list of reports is for the reader: inside the chat tool that is its home. */
export const useReportsPath = (): string => (useSurface().embedded ? '/teams/home' : '/reports');
