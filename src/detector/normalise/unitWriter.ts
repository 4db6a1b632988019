const space = 32;

interface Columns {
  units: Uint16Array;
  origins: Uint32Array;
}

const columnsOf = (capacity: number): Columns => ({
  units: new Uint16Array(capacity),
  origins: new Uint32Array(capacity),
});

/** A growing line of UTF-16 units, each with the offset of its source character in the original text. */
export class UnitWriter {
  units: Uint16Array;
  origins: Uint32Array;
  length = 0;

  /** @param room columns no longer needed; reused if they have room for `capacity` units. */
  constructor(capacity: number, room: Columns) {
    const { units, origins } = room.units.length < capacity ? columnsOf(capacity) : room;
    this.units = units;
    this.origins = origins;
  }

  /** The last unit; a space if there is none. */
  get last(): number {
    return this.length > 0 ? this.units[this.length - 1]! : space;
  }

  /** The origin of the last unit; 0 if there is none. */
  get lastOrigin(): number {
    return this.length > 0 ? this.origins[this.length - 1]! : 0;
  }

  push(unit: number, origin: number): void {
    if (this.length === this.units.length) this.grow();
    this.units[this.length] = unit;
    this.origins[this.length++] = origin;
  }

  /** Writes a space, except at the start and after another space. */
  space(origin: number): void {
    if (this.last !== space) this.push(space, origin);
  }

  /** Removes a trailing space. */
  dropSpace(): void {
    if (this.length > 1 && this.last === space) this.length--;
  }

  private grow(): void {
    const { units, origins } = columnsOf(this.units.length * 2);
    units.set(this.units);
    origins.set(this.origins);
    this.units = units;
    this.origins = origins;
  }
}
