// Answers that contain several options. Clients join the chosen values of a card by commas. An option may itself
// contain a comma, so the card uses a hash as the value of each option.

/** Separates the options of a stored answer. An option never contains a line break. */
const separator = '\n';

/**
 * Returns a 53-bit hash (cyrb53) of an option. Unlike a list index, the hash still identifies the option if the order
 * of the options changes before the answer arrives.
 */
const hashOf = (text: string): string => {
  let high = 0xdeadbeef;
  let low = 0x41c6ce57;
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    high = Math.imul(high ^ unit, 2_654_435_761);
    low = Math.imul(low ^ unit, 1_597_334_677);
  }
  high = Math.imul(high ^ (high >>> 16), 2_246_822_507) ^ Math.imul(low ^ (low >>> 13), 3_266_489_909);
  low = Math.imul(low ^ (low >>> 16), 2_246_822_507) ^ Math.imul(high ^ (high >>> 13), 3_266_489_909);
  return (4_294_967_296 * (2_097_151 & low) + (high >>> 0)).toString(36);
};

export const cardChoice = (option: string): string => `o:${hashOf(option)}`;

export const joinOptions = (options: readonly string[]): string => options.join(separator);

export const chosenOptions = (value: string): readonly string[] => value.split(separator);

/**
 * Returns the options that a client sent, either as texts on separate lines or as values of the card. Undefined if an
 * option is unknown or repeated.
 */
export const readOptions = (options: readonly string[], sent: string): readonly string[] | undefined => {
  const names = sent.split(separator).map((name) => name.trim());
  const byChoice = new Map(options.map((option) => [cardChoice(option), option]));
  const chosen = names.every((name) => options.includes(name))
    ? names
    : sent.split(',').map((choice) => byChoice.get(choice.trim()));
  const isValid = new Set(chosen).size === chosen.length && !chosen.includes(undefined);
  return isValid ? options.filter((option) => chosen.includes(option)) : undefined;
};
