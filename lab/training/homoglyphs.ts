/**
 * What an attacker writes instead of Latin letters, one set per source alphabet. Chosen by eye from characters that
 * look alike in common fonts, independently of the detector's own table.
 */

const cyrillic = 'aа cс eе iі jј oо pр sѕ xх yу hһ dԁ qԛ wԝ lӏ AА BВ CС EЕ HН IІ JЈ KК MМ OО PР SЅ TТ XХ YҮ';
const greek = 'oο aα vν uυ iι kκ pρ yγ AΑ BΒ EΕ ZΖ HΗ IΙ KΚ MΜ NΝ OΟ PΡ TΤ YΥ XΧ';
const otherAlphabets =
  'oօ nո uս hհ gց qզ AᎪ BᏴ CᏟ DᎠ EᎬ GᏀ HᎻ JᎫ KᏦ LᏞ MᎷ PᏢ RᎡ SᏚ TᎢ VᏙ WᎳ ZᏃ bᏏ dꓒ oⲟ cⲥ pⲣ sꮪ vꮩ wꮃ zꮓ';
const latin = 'aɑ gɡ iı lꓲ cᴄ oᴏ vᴠ wᴡ zᴢ yʏ uᴜ';
const fullWidth = lettersFrom(0xff21, 0xff41);
const bold = lettersFrom(0x1d400, 0x1d41a);
const sansSerif = lettersFrom(0x1d5a0, 0x1d5ba);

/** 26 capitals from one code point on, and 26 small letters from another. */
function lettersFrom(capitals: number, smalls: number): string {
  const pair = (latinStart: number, start: number) => (_: unknown, i: number) =>
    String.fromCodePoint(latinStart + i) + String.fromCodePoint(start + i);
  return [
    ...Array.from({ length: 26 }, pair(65, capitals)),
    ...Array.from({ length: 26 }, pair(97, smalls)),
  ].join(' ');
}

export type Repertoire = ReadonlyMap<string, readonly string[]>;

function repertoire(...lists: string[]): Repertoire {
  const pairs = lists.flatMap((list) => list.split(' ')).map((pair) => Array.from(pair) as [string, string]);
  return new Map(
    [...Map.groupBy(pairs, ([letter]) => letter)].map(([letter, own]) => [
      letter,
      own.map(([, alike]) => alike),
    ]),
  );
}

/** The imitations of each Latin letter: one set per alphabet, then all together. */
export const repertoires: readonly Repertoire[] = [
  repertoire(cyrillic),
  repertoire(greek),
  repertoire(fullWidth),
  repertoire(bold, sansSerif),
  repertoire(cyrillic, greek, otherAlphabets, latin, fullWidth, bold, sansSerif),
];
