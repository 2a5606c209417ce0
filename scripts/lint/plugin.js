import { catalogueOnly } from './catalogueOnly.js';
import { restrictedSyntax } from './restrictedSyntax.js';

const plugin = {
  meta: { name: 'rollcall' },
  rules: { 'catalogue-only': catalogueOnly, 'restricted-syntax': restrictedSyntax },
};
export default plugin;
