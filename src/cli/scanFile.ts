import { detect } from '../detector/detect.ts';
import type { Model } from '../detector/model/model.ts';
import { regionsIn, type ScannedFile } from './formats/format.ts';
import { FileProblem, readProse, type ReadDocument } from './readProse.ts';

/** What became of a file: a result, or why there is none. */
export type Outcome =
  | { kind: 'scanned'; scanned: ScannedFile }
  | {
      kind: 'problem';
      /** Why and what to do, to follow the file's name. */
      problem: string;
      /** Whether there is just nothing to scan in it. */
      isNothing: boolean;
    };

/** Reads and analyses a file. Nothing of it is stored or sent. */
export async function scanFile(file: string, model: Model): Promise<Outcome> {
  return outcomeOf(file, readProse(file), model);
}

/** Analyses what is read. */
export async function outcomeOf(
  file: string,
  reading: Promise<ReadDocument>,
  model: Model,
): Promise<Outcome> {
  try {
    const { document, prose } = await reading;
    const detection = detect(prose.text, model);
    const regionOf = regionsIn(document, prose);
    const { segments, evidence } = detection.result;
    const scanned = {
      file,
      content: prose.text,
      detection,
      segments: segments.map(regionOf),
      evidence: evidence.map(({ spans }) => spans.map(regionOf)),
    };
    return { kind: 'scanned', scanned };
  } catch (error) {
    if (!(error instanceof FileProblem)) throw error;
    return { kind: 'problem', problem: error.message, isNothing: error.isNothing };
  }
}
