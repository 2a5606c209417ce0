import { routeCalls } from '../../support/apps/permissionCallOfEachRoute.ts';
import { largestInputs } from '../../load/worstCase/largestInputs.ts';
import { routesWithoutLargestInput } from '../../load/worstCase/routesWithoutLargestInput.ts';

it('gives every route its largest input, or lists it as a route whose usual call is its worst', () => {
  const names = [...Object.keys(largestInputs), ...routesWithoutLargestInput];
  expect(names.sort()).toEqual(routeCalls.map((routeCall) => routeCall.name).sort());
});
