/**
 * Characters of scripts that are written from right to left. A PDF file draws lines with them in visual order, which
 * differs from the reading order.
 */
export const rightToLeftCharacters = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;
