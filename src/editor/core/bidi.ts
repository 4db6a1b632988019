/** Characters that change the direction of what follows them: the marks, embeddings, overrides and isolates of Unicode. */
const bidiControls = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/g;

/**
 * A name or message as it may be shown in a row, title or notification of the editor, none of which keeps one text's
 * direction from its neighbours: without the controls that would turn the rest of the line around, or make `gpj.exe`
 * look like `exe.jpg`.
 */
export function withoutBidiControls(text: string): string {
  return text.replace(bidiControls, '');
}
