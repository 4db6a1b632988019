import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { judgedLanguages } from '../../api/report.ts';
import { type Model, modelIn, modelMemory, ModelFileError } from '../../detector/model/model.ts';
import { StartError } from '../service.ts';

/**
 * The trained model in this file, with the models of other languages beside it, in memory that threads share
 * without copies.
 * @throws StartError that names a missing or damaged file.
 */
export function readModels(modelPath: string): Model {
  const model = readModel(modelPath);
  const others = judgedLanguages
    .filter((language) => language !== model.language)
    .map(
      (language) => [language, readModel(join(dirname(modelPath), `inkling-${language}.inkmodel`))] as const,
    );
  return { ...model, others: Object.fromEntries(others) };
}

function readModel(modelPath: string): Model {
  try {
    const file = openSync(modelPath, 'r');
    try {
      const { size } = fstatSync(file);
      const memory = modelMemory(size);
      readSync(file, new Uint8Array(memory.buffer, 0, size));
      return modelIn(memory, size);
    } finally {
      closeSync(file);
    }
  } catch (cause) {
    const reason =
      cause instanceof ModelFileError ? `is not usable: ${cause.message}` : "is missing or can't be read.";
    throw new StartError(`The model file ${modelPath} ${reason} Install Inkling again.`, { cause });
  }
}
