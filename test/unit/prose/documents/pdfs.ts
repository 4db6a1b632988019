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

/** One whose font gives widths to two thousand million characters, which pdf.js keeps one by one. */
export function vastPdf(): Uint8Array {
  return assemble([
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Count 1/Kids[4 0 R]>>',
    '<</Type/Font/Subtype/Type0/BaseFont/A/Encoding/Identity-H/DescendantFonts[6 0 R]>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Resources<</Font<</F 3 0 R>>>>/Contents 5 0 R>>',
    '<</Length 29>>stream\nBT /F 12 Tf (It rained.) Tj ET\nendstream',
    '<</Type/Font/Subtype/CIDFontType2/BaseFont/A/FontDescriptor 7 0 R/W[0 2000000000 500]>>',
    '<</Type/FontDescriptor/FontName/A/Flags 4/FontBBox[0 0 1 1]>>',
  ]);
}

/** One whose page shows a form that shows another one twice, and so on: it has an end, but nobody will see it. */
export function endlessPdf(): Uint8Array {
  const first = 5;
  const forms = Array.from({ length: 60 }, (_, i) => {
    const next = `${first + i + 1} 0 R`;
    return `<</Type/XObject/Subtype/Form/BBox[0 0 9 9]/Resources<</XObject<</X ${next}>>>>/Length 11>>stream\n/X Do /X Do\nendstream`;
  });
  return assemble([
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Count 1/Kids[3 0 R]>>',
    `<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]/Resources<</XObject<</X ${first} 0 R>>>>/Contents 4 0 R>>`,
    '<</Length 5>>stream\n/X Do\nendstream',
    ...forms,
    '<</Type/XObject/Subtype/Form/BBox[0 0 9 9]/Resources<</Font<</F<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>>>/Length 23>>stream\nBT /F 12 Tf (So) Tj ET \nendstream',
  ]);
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
