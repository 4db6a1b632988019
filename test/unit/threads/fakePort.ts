import { EventEmitter } from 'node:events';
import type { FromThread, ToThread, WorkerPort } from '../../../src/threads/thread.ts';

/** A worker that does what the test says. */
export class FakePort<Question, Answer, Ready = undefined>
  extends EventEmitter
  implements WorkerPort<Question, Answer, Ready>
{
  readonly heard: ToThread<Question>[] = [];
  /** What came with each message, to be handed over rather than copied. */
  readonly handedOver: ArrayBuffer[][] = [];

  postMessage(message: ToThread<Question>, transfer: ArrayBuffer[]): void {
    this.heard.push(message);
    this.handedOver.push(transfer);
  }

  terminate(): Promise<void> {
    this.emit('exit');
    return Promise.resolve();
  }

  say(message: FromThread<Answer, Ready>): void {
    this.emit('message', message);
  }

  /** The questions that it was asked, in their order. */
  get asked(): { id: number; question: Question }[] {
    return this.heard.filter((message) => message.kind === 'ask');
  }

  /** Answers the question that was asked at this place. */
  answer(index: number, answer: Answer): void {
    this.say({ kind: 'answer', id: this.asked[index]!.id, answer });
  }
}

/** Lets promises settle. */
export const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
