import type { Analysis } from './analysis.ts';

/** The messages between the pool and its threads. Each thread has one text at a time. */
export type ToDetector = { kind: 'detect'; text: string } | { kind: 'abort' };

export type FromDetector =
  | { kind: 'ready' }
  | { kind: 'detected'; analysis: Analysis }
  /** The detector threw. Also what an abort ends with. */
  | { kind: 'threw'; error: unknown };

/** A thread's side of its port. */
export interface DetectorPort {
  postMessage(message: FromDetector, transfer?: ArrayBuffer[]): void;
  on(event: 'message', listener: (message: ToDetector) => void): unknown;
}

/** Analyses the texts that come over a port, and says `ready` for the first. */
export function serveDetector(
  port: DetectorPort,
  detect: (text: string, signal: AbortSignal) => Promise<Analysis>,
): void {
  let controller = new AbortController();

  async function answer(text: string, signal: AbortSignal): Promise<void> {
    try {
      const analysis = await detect(text, signal);
      port.postMessage({ kind: 'detected', analysis }, [analysis.details.buffer]);
    } catch (error) {
      port.postMessage({ kind: 'threw', error });
    }
  }

  port.on('message', (message) => {
    switch (message.kind) {
      case 'detect':
        controller = new AbortController();
        void answer(message.text, controller.signal);
        return;
      case 'abort':
        controller.abort();
        return;
    }
  });
  port.postMessage({ kind: 'ready' });
}
