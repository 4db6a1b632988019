import type { FileSource, WebWorkerStart } from '../api/local.ts';
import { detectInSteps, type Detected } from '../detector/detect.ts';
import { loadModel, type Model } from '../detector/model/model.ts';
import { localApiKey } from './account/apiKey.ts';
import { Problem } from './api/problem.ts';
import { createService } from './createService.ts';
import { analyseInSteps, detectingEdits, runInSteps, today } from './detection/analysis.ts';
import { describeModels } from './detection/describeModels.ts';
import { bytesOf, serveAsWebWorker } from './startWebWorker.ts';

// The bundled service in a browser's worker.

serveAsWebWorker((store, { baseUrl, maxContentBytes, models: sources }) => {
  const { english, all } = loadModels(sources);
  const service = createService({
    store,
    models: async () => describeModels(await all()),
    detect: (text, signal) => withModels(async () => runInSteps(analyseInSteps(text, await english), signal)),
    baseUrl,
    maxContentBytes,
    now: Date.now,
    log: (requestId, error) => {
      console.error(`[${requestId}]`, error);
    },
    local: {
      detectEdited: detectingEdits<Detected>((text, previous, signal) =>
        withModels(async () => runInSteps(detectInSteps(text, await english, previous, today()), signal)),
      ),
      pages: {
        open: () => Promise.reject(new Problem(404, 'Report pages are not available in the browser.')),
      },
    },
  });
  return { service, keyOf: (saved) => localApiKey(store, saved) };
});

/** A text needs the model of a language that is not loaded yet. */
class NotLoaded extends Error {
  readonly load: () => Promise<unknown>;

  constructor(load: () => Promise<unknown>) {
    super('This model is not loaded yet.');
    this.load = load;
  }
}

/**
 * Loads the English model at once, and each other model when a text needs it.
 * @returns `english`, a model with `others`, of which one that is not loaded throws `NotLoaded`; `all` loads the rest.
 */
function loadModels({ en, ...sources }: WebWorkerStart['models']): {
  english: Promise<Model>;
  all: () => Promise<Model>;
} {
  const load = async (source: FileSource): Promise<Model> => loadModel(new Uint8Array(await bytesOf(source)));
  const others: Record<string, Model> = {};
  const loads = Object.entries(sources).map(([language, source]) => {
    let loading: Promise<unknown> | undefined;
    const loadOnce = () =>
      (loading ??= load(source).then((value) => Object.defineProperty(others, language, { value })));
    const get = (): never => {
      throw new NotLoaded(loadOnce);
    };
    Object.defineProperty(others, language, { get, enumerable: true, configurable: true });
    return loadOnce;
  });
  const english = load(en).then((model) => ({ ...model, others }));
  english.catch(() => undefined); // each analysis reports the failure
  return { english, all: () => Promise.all(loads.map((loadOnce) => loadOnce())).then(() => english) };
}

/** Starts the work again after loading a model that it lacks. */
async function withModels<Result>(work: () => Promise<Result>): Promise<Result> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof NotLoaded)) throw error;
      await error.load();
    }
  }
}
