/** Changes that hide an AI text from a detector and leave it readable: by name, each from text and chance to text. */
export const attacks: Readonly<Record<string, (text: string, random: () => number) => string>> = {
  case: (text, random) =>
    text.replace(/\b\p{L}/gu, (letter) => (random() < 0.1 ? letter.toUpperCase() : letter)),
  whitespace: (text, random) => text.replace(/ /g, (space) => (random() < 0.1 ? '  ' : space)),
};
