/** A PDF whose pages show lines, one below the other from the top; an empty one is a gap. Without any, it is blank. */
export function pdfOf(pages: readonly (readonly string[])[]): Uint8Array {
  const content = (lines: readonly string[]): string => {
    const shown = lines.map((line, i) =>
      // The last one stands at the foot, as a page number does.
      i > 0 && i === lines.length - 1
        ? `1 0 0 1 300 40 Tm (${line}) Tj`
        : `1 0 0 1 72 ${760 - 14 * i} Tm (${line}) Tj`,
    );
    return `BT /F 12 Tf ${shown.join(' ')} ET`;
  };
  const kids = pages.map((_, i) => `${4 + 2 * i} 0 R`);
  return assemble([
    '<</Type/Catalog/Pages 2 0 R>>',
    `<</Type/Pages/Count ${pages.length}/Kids[${kids.join(' ')}]>>`,
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
    ...pages.flatMap((lines, i) => [
      `<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Resources<</Font<</F 3 0 R>>>>/Contents ${5 + 2 * i} 0 R>>`,
      `<</Length ${content(lines).length}>>stream\n${content(lines)}\nendstream`,
    ]),
  ]);
}

/** One that asks for a password: its keys fit none. */
export function encryptedPdf(): Uint8Array {
  const key = '00'.repeat(32);
  return assemble(
    ['<</Type/Catalog/Pages 2 0 R>>', '<</Type/Pages/Count 0/Kids[]>>'],
    `/Encrypt<</Filter/Standard/V 1/R 2/O<${key}>/U<${key}>/P -4>>/ID[<00><00>]`,
  );
}

function assemble(objects: readonly string[], trailer = ''): Uint8Array {
  let text = '%PDF-1.7\n';
  const offsets = objects.map((object, i) => {
    const offset = text.length;
    text += `${i + 1} 0 obj ${object} endobj\n`;
    return offset;
  });
  const table = text.length;
  text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n`;
  for (const offset of offsets) text += `${String(offset).padStart(10, '0')} 00000 n \n`;
  text += `trailer<</Size ${objects.length + 1}/Root 1 0 R${trailer}>>\nstartxref\n${table}\n%%EOF`;
  return new TextEncoder().encode(text);
}
