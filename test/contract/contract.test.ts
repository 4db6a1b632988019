import { accessSuite } from './suites/access.ts';
import { clientSuite } from './suites/client.ts';
import { detectionsSuite } from './suites/detections.ts';
import { createSuite } from './suites/create.ts';
import { documentSuite } from './suites/document.ts';
import { projectListSuite } from './suites/projectList.ts';
import { projectsSuite } from './suites/projects.ts';
import { reportListSuite } from './suites/reportList.ts';
import { reportsSuite } from './suites/reports.ts';
import { repeatsSuite } from './suites/repeats.ts';
import { usageSuite } from './suites/usage.ts';
import { wireSuite } from './suites/wire.ts';
import { startTimeout } from './support/postgres.ts';
import { targets, type Subject, type Target } from './support/targets.ts';
import { closeWebTarget, webTarget } from './support/webTarget.ts';

/** The contract of /api/v1, the same for every way to reach a service and for every store. */
const suites: [name: string, suite: (subject: () => Subject) => void][] = [
  ['access', accessSuite],
  ['scanning', createSuite],
  ['repeated scans', repeatsSuite],
  ['detections', detectionsSuite],
  ['one report', reportsSuite],
  ['the list of reports', reportListSuite],
  ['projects', projectsSuite],
  ['the list of projects', projectListSuite],
  ['the client', clientSuite],
  ['models and usage', usageSuite],
  ['its document', documentSuite],
  ['the wire', wireSuite],
];

after(closeWebTarget);

for (const target of [...targets, webTarget]) {
  describe(`over ${target.name}`, () => {
    for (const [name, suite] of suites) {
      describe(name, () => {
        suite(openBefore(target));
      });
    }
  });
}

/** Opens an empty service for the tests of this `describe`. */
function openBefore(target: Target): () => Subject {
  let subject: Subject | undefined;
  before(async function () {
    this.timeout(startTimeout);
    subject = await target.open();
  });
  after(() => subject?.close());
  return () => {
    if (!subject) throw new Error('The service is not open yet.');
    return subject;
  };
}
