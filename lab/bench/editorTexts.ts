/** Texts made up for the benchmarks of the editor, in which sentences are flagged. */

const flagged = [
  'Community gardens play a crucial role in fostering sustainable urban development.',
  'Moreover, these gardens serve as a testament to the power of collective action and shared responsibility.',
  'They provide valuable opportunities for education, social interaction, and personal growth.',
  'It is important to recognize that their success depends on ongoing collaboration between residents.',
];
const plain = [
  'I drew the short straw again and went down to read the gauge.',
  'My uncle said it was the pier, hung up and put the kettle on.',
];

/** Paragraphs of six sentences, until there are this many words. */
export function essayOf(words: number): string {
  const paragraph = [...flagged, ...plain];
  let text = '# What the gardens are for\n\n';
  for (let written = 0, i = 0; written < words; i++) {
    const sentence = paragraph[i % paragraph.length]!;
    written += sentence.split(' ').length;
    text += sentence + (i % paragraph.length === paragraph.length - 1 ? '\n\n' : ' ');
  }
  return text;
}

/** Short sentences that all differ, ten per paragraph. */
export function sentencesOf(count: number): string {
  let text = '';
  for (let i = 0; i < count; i++) {
    text += `Note ${i} shows a vital and crucial role.${i % 10 === 9 ? '\n\n' : ' '}`;
  }
  return text;
}

const shortest = [
  ...['Key role.', 'Vital.', 'It is key.', 'So vital.', 'A pivot.'],
  ...['Be bold.', 'Grow it.', 'We adapt.', 'Align it.', 'It fits.'],
];

/** The shortest sentences, ten per paragraph; all are marked as uncertain. */
export function shortSentencesOf(count: number): string {
  let text = '';
  for (let i = 0; i < count; i++)
    text += shortest[(i * 7 + Math.floor(i / 10)) % 10]! + (i % 10 === 9 ? '\n\n' : ' ');
  return text;
}
