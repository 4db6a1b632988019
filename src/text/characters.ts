/** Tests of single UTF-16 units. */

export function isAsciiLetter(unit: number): boolean {
  const lower = unit | 32;
  return lower >= 97 && lower <= 122;
}

export function isAsciiDigit(unit: number): boolean {
  return unit >= 48 && unit <= 57;
}

/** A line feed or a carriage return. */
export function isLineEnd(unit: number): boolean {
  return unit === 10 || unit === 13;
}

export function isSpaceOrTab(unit: number): boolean {
  return unit === 32 || unit === 9;
}

/** White space of ASCII: a space, tabs, line ends, a form feed. */
export function isAsciiSpace(unit: number): boolean {
  return unit === 32 || (unit >= 9 && unit <= 13);
}

/** White space: ASCII's, and Unicode's other spaces. */
export function isSpace(unit: number): boolean {
  return (
    isAsciiSpace(unit) ||
    unit === 0x85 ||
    unit === 0xa0 ||
    unit === 0x1680 ||
    (unit >= 0x2000 && unit <= 0x200a) ||
    unit === 0x2028 ||
    unit === 0x2029 ||
    unit === 0x202f ||
    unit === 0x205f ||
    unit === 0x2800 ||
    unit === 0x3000
  );
}

/** The source of a regular expression, with or without the flag `u`, that matches exactly this text. */
export function escapeForRegExp(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
}
