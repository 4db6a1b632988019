/**
 * The beginning of a text, at most so many UTF-16 code units long, and never with half a character at its end: a
 * service would store U+FFFD in its place.
 */
export function cutOff(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  const endsInHalf = /[\uD800-\uDBFF]/.test(text.charAt(maxLength - 1));
  return text.slice(0, endsInHalf ? maxLength - 1 : maxLength);
}
