/**
 * A random stretch of a text, so that length says nothing and short texts are learnt too: one in five stays whole
 * (up to `longest` words), the others are cut to 40 to `longest` words, shorter ones as likely as longer ones.
 */
export function randomWindow(text: string, random: () => number, longest = 350): string {
  const words = text.split(/(?<=\s)(?=\S)/);
  const shortest = 40;
  const whole = random() < 0.2;
  if (words.length <= shortest) return text;
  const wanted = whole ? longest : Math.round(shortest * (longest / shortest) ** Math.sqrt(random()));
  const size = Math.min(words.length, wanted);
  const first = Math.floor(random() * (words.length - size + 1));
  return words.slice(first, first + size).join('');
}
