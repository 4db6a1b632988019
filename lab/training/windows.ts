/**
 * A random excerpt of a text, so that length is no sign of the class and short texts are learnt too. One in five
 * stays whole (up to `maxWords` words). The others are cut to 40 to `maxWords` words, with short and long ones
 * equally likely.
 */
export function randomWindow(text: string, random: () => number, maxWords = 350): string {
  const words = text.split(/(?<=\s)(?=\S)/);
  const minWords = 40;
  const whole = random() < 0.2;
  if (words.length <= minWords) return text;
  const wanted = whole ? maxWords : Math.round(minWords * (maxWords / minWords) ** Math.sqrt(random()));
  const size = Math.min(words.length, wanted);
  const first = Math.floor(random() * (words.length - size + 1));
  return words.slice(first, first + size).join('');
}
