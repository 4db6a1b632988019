import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Model } from '../detector/model/model.ts';
import { readModel } from '../service/detection/analysis.ts';

/** The package's media/ as seen from src/cli/, and from dist/ where the program is one bundle. */
const places = ['../../media/inkling-en.inkmodel', '../media/inkling-en.inkmodel'].map((place) =>
  resolve(import.meta.dirname, place),
);

/** The file of the model that ships with the program. */
export function shippedModelPath(): string {
  return places.find((place) => existsSync(place)) ?? places[0]!;
}

/**
 * The model that ships with the program.
 * @throws StartError that names the file when it is missing or damaged.
 */
export function readShippedModel(): Model {
  return readModel(shippedModelPath());
}
