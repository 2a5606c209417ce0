import { reportVitals } from '#contracts/operations/webVitalsReport.ts';
import * as vitals from '../../../services/operations/recordWebVitals.ts';
import { bindOpen } from '../../server/bindEndpointsAndRawRoutes.ts';
import type { Route } from '../../server/bindEndpointsAndRawRoutes.ts';

export const webVitalsRoute = (deps: vitals.VitalsDeps): Route =>
  bindOpen(reportVitals, (input, call) => vitals.reportVitals(deps, input, call));
