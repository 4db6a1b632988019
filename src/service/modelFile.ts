import { readFileSync } from 'node:fs';
import { loadModel, type Model } from '../detector/model.ts';
import { StartError } from './startWorker.ts';

/**
 * The trained model in this file.
 * @throws StartError that names the file when it is missing or damaged.
 */
export function readModel(modelPath: string): Model {
  try {
    return loadModel(readFileSync(modelPath));
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new StartError(`The model file ${modelPath} can't be used: ${reason} Install Inkling again.`, {
      cause,
    });
  }
}
