import type { WebWorkerStart } from '../api/local.ts';
import { detectInSteps, type Detected } from '../detector/detect.ts';
import { loadModel, type Model } from '../detector/model/model.ts';
import { localApiKey } from './account/apiKey.ts';
import { Problem } from './api/problem.ts';
import { createService } from './createService.ts';
import { analyseInSteps, detectingEdits, runInSteps } from './detection/analysis.ts';
import { describeModels } from './detection/describeModels.ts';
import { bytesOf, serveAsWebWorker } from './startWebWorker.ts';

// The bundled service in a browser's worker.

serveAsWebWorker((store, { baseUrl, maxContentBytes, models: sources }) => {
  const models = loadModels(sources);
  models.catch(() => undefined); // each analysis reports it
  const service = createService({
    store,
    models: async () => describeModels(await models),
    detect: async (text, signal) => runInSteps(analyseInSteps(text, await models), signal),
    baseUrl,
    limits: { maxContentBytes },
    now: Date.now,
    log: (requestId, error) => {
      console.error(`[${requestId}]`, error);
    },
    local: {
      detectEdited: detectingEdits<Detected>(async (text, previous, signal) =>
        runInSteps(detectInSteps(text, await models, previous), signal),
      ),
      pages: {
        open: () => Promise.reject(new Problem(404, 'Report pages are not available in the browser.')),
      },
    },
  });
  return { service, keyOf: (saved) => localApiKey(store, saved) };
});

/** English with the models of the other languages beside it. */
async function loadModels(sources: WebWorkerStart['models']): Promise<Model> {
  const { en, ...rest } = Object.fromEntries(
    await Promise.all(
      Object.entries(sources).map(
        async ([language, source]) => [language, loadModel(new Uint8Array(await bytesOf(source)))] as const,
      ),
    ),
  );
  if (!en) throw new Error('There is no English model.');
  return { ...en, others: rest };
}
