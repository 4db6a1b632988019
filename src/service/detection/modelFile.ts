import { readFileSync } from 'node:fs';
import { loadModel, ModelFileError, type Model } from '../../detector/model/model.ts';
import { StartError } from '../startError.ts';

/**
 * The trained model in this file.
 * @throws StartError that names the file when it is missing or damaged.
 */
export function readModel(modelPath: string): Model {
  try {
    return loadModel(readFileSync(modelPath));
  } catch (cause) {
    const reason =
      cause instanceof ModelFileError ? `is not usable: ${cause.message}` : "is missing or can't be read.";
    throw new StartError(`The model file ${modelPath} ${reason} Install Inkling again.`, { cause });
  }
}
