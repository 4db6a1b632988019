/**
 * A text in which case no longer matters, for searching and sorting. JavaScript has no case folding of Unicode's
 * own; lower, upper and lower again folds alike all but the dotless `ı`, which here equals `i`. The final sigma is
 * undone last, since lower case puts it where a word ends and a search may cut words anywhere.
 */
export function foldCase(text: string): string {
  return text.toLowerCase().toUpperCase().toLowerCase().replaceAll('ς', 'σ');
}
