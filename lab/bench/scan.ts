import { spawnSync } from 'node:child_process';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Parser as CommonMark } from 'commonmark';
import { Parser as Html } from 'htmlparser2';
import { detect } from '../../src/detector/detect.ts';
import { loadModel } from '../../src/detector/model/model.ts';
import { extractProse } from '../../src/prose/extract.ts';
import { root } from '../../test/rig/paths.ts';
import { temporaryFolder } from '../../test/rig/temporaryFolder.ts';
import { ownProse } from './prose.ts';

const rounds = 3;
const megabyte = 1_000_000;

/** A Python program that prints the best processor time, in seconds, of `transform` for each list of texts. */
const transform = `
import json, sys, time
from sklearn.feature_extraction.text import TfidfVectorizer
def best(texts):
    vectorizer = TfidfVectorizer(ngram_range=(1, 3)).fit(texts)
    times = []
    for _ in range(${rounds}):
        started = time.process_time()
        vectorizer.transform(texts)
        times.append(time.process_time() - started)
    return min(times)
print(json.dumps([best(texts) for texts in json.load(sys.stdin)]))
`;

/** UTF-16 units of each generated document. */
const madeUnits = 1_000_000;
/** Minimum units read in each round, because a thread's clock has steps of about 4 ms. */
const roundUnits = 4_000_000;
const scannedFiles = 400;
/** Copies of each file, so that there is enough for a second thread. */
const copies = 10;
/** Runs of a short process, of which the best counts. */
const starts = 7;

/** A paragraph in the markup of each language, with its most frequent constructs. */
const paragraphs: Record<string, (text: string) => string> = {
  mdx: (text) =>
    `## Part\n\n<Note id={1}>\n  ${text} *so* \`it\` [is](https://x.y).\n</Note>\n\n- ${text}\n\n`,
  quarto: (text) => `## Part {#sec-a}\n\n${text} *so* [@marsh2020] $x$.\n\n::: {.note}\n- ${text}\n:::\n\n`,
  html: (text) =>
    `<h2>Part</h2>\n<p>${text} <em>so</em> <a href="x">it is</a>.</p>\n<ul><li>${text}</li></ul>\n`,
  latex: (text) =>
    `\\section{Part}\n${text} \\emph{so} $x$~\\cite{a}.\n\\begin{itemize}\n\\item ${text}\n\\end{itemize}\n\n`,
  restructuredtext: (text) => `Part\n====\n\n${text} *so* \`it <x>\`_ is.\n\n- ${text}\n\n`,
  asciidoc: (text) => `== Part\n\n${text} _so_ https://x.y[it] is.\n\n* ${text}\n\n`,
  org: (text) => `* Part\n\n${text} /so/ [[x][it]] is.\n\n- ${text}\n\n`,
  wikitext: (text) => `== Part ==\n\n${text} ''so''{{x}} [[x|it]] is.\n\n* ${text}\n\n`,
  ipynb: (text) =>
    `{"cells": [{"cell_type": "markdown", "source": [${JSON.stringify(`${text} *so*.\n`)}]}]}\n`,
  typescript: (text) => `/**\n * ${text}\n */\nexport const part = 'a';\n\n`,
};

/**
 * How fast documents are read on one thread, in megabytes (10^6 UTF-16 units) per second of processor time: by our
 * readers and, in the same run, by the fastest parser found; and the cost of `inkling scan` as a whole process. The
 * Markdown comes with this project's dependencies; the rest is made of our own prose.
 */
export function measureScan(): Promise<object> {
  const documents = new Map<string, readonly string[]>([['markdown', dependencies()]]);
  const prose = ownProse().match(/[^.]+\./g) ?? [];
  for (const [language, paragraph] of Object.entries(paragraphs)) {
    let document = '';
    for (let i = 0; document.length < madeUnits; i++) document += paragraph(prose[i % prose.length]!.trim());
    documents.set(language, [document]);
  }
  const markdown = documents.get('markdown')!;
  // Runs first, because the memory of a new process includes that of this one at its start.
  const scan = scans(markdown);
  return Promise.resolve({
    megabytesPerSecond: Object.fromEntries(
      [...documents].map(([language, texts]) => [
        language,
        { ...speed(texts, (text) => extractProse(text, language)), ...alternative(language, texts) },
      ]),
    ),
    besideTfidf: besideTfidf(markdown),
    scan,
  });
}

function alternative(language: string, texts: readonly string[]): Record<string, unknown> {
  if (language === 'markdown') return { commonmark: speed(texts, (text) => new CommonMark().parse(text)) };
  if (language === 'html') {
    return {
      htmlparser2: speed(texts, (text) => {
        new Html({ ontext: () => undefined }).end(text);
      }),
    };
  }
  return {};
}

function dependencies(): string[] {
  return globSync('node_modules/{*,@*/*}/*.md', { cwd: root })
    .sort()
    .map((path) => readFileSync(join(root, path), 'utf8'));
}

/** The first time, as in a scan of few files, and the best of several rounds. */
function speed(texts: readonly string[], read: (text: string) => unknown): { first: number; best: number } {
  const secondsOf = (times: number): number => {
    const before = process.threadCpuUsage();
    for (let time = 0; time < times; time++) for (const text of texts) read(text);
    const { user, system } = process.threadCpuUsage(before);
    return (user + system) / 1e6 / times;
  };
  const first = secondsOf(1);
  const times = Math.ceil(roundUnits / unitsOf(texts));
  const best = Math.min(...Array.from({ length: rounds }, () => secondsOf(times)));
  return { first: perSecond(texts, first), best: perSecond(texts, best) };
}

function perSecond(texts: readonly string[], seconds: number): number {
  return Number((unitsOf(texts) / megabyte / seconds).toFixed(2));
}

function unitsOf(texts: readonly string[]): number {
  return texts.reduce((sum, text) => sum + text.length, 0);
}

/**
 * The time to find and judge the prose of documents, beside `TfidfVectorizer` of words 1 to 3 (scikit-learn) on the
 * same texts in the same run. Skipped if python3 has no scikit-learn.
 */
function besideTfidf(documents: readonly string[]): object | string {
  const proses = documents.map((document) => extractProse(document, 'markdown')?.text ?? '');
  const { status, stdout } = spawnSync('python3', ['-c', transform], {
    input: JSON.stringify([proses, documents]),
    encoding: 'utf8',
  });
  if (status !== 0) return 'left out: python3 has no scikit-learn here';
  const [ofProse = NaN, ofDocuments = NaN] = JSON.parse(stdout) as number[];
  const tfidf = { prose: perSecond(proses, ofProse), documents: perSecond(documents, ofDocuments) };
  const model = loadModel(readFileSync(join(root, 'media/inkling-en.inkmodel')));
  const detector = speed(proses, (prose) => detect(prose, model));
  const scan = speed(documents, (document) => detect(extractProse(document, 'markdown')?.text ?? '', model));
  return {
    tfidf,
    detector: { ...detector, share: Number((detector.best / tfidf.prose).toFixed(2)) },
    scan: { ...scan, share: Number((scan.best / tfidf.documents).toFixed(2)) },
  };
}

/** Whole processes: start-up, and folders of files with one and two threads. */
function scans(texts: readonly string[]): object {
  const folder = temporaryFolder('scan');
  const written = texts.slice(0, scannedFiles);
  written.forEach((text, i) => {
    for (let copy = 0; copy < copies; copy++) writeFileSync(join(folder, `${i}-${copy}.md`), text);
  });
  // About 500 words.
  writeFileSync(join(folder, 'small.md'), readFileSync(join(root, 'README.md'), 'utf8').slice(0, 3000));
  const units = written.reduce((sum, text) => sum + text.length, 0);
  return {
    help: bestOf(['--help']),
    small: bestOf(['scan', join(folder, 'small.md')]),
    files: written.length * copies,
    megabytes: (units * copies) / megabyte,
    oneCore: runCommand(['scan', folder, '--jobs', '1']),
    twoCores: runCommand(['scan', folder, '--jobs', '2']),
  };
}

/** A module that prints a program's resource usage when it exits. */
const usage =
  'data:text/javascript,process.on("exit",()=>{const u=process.resourceUsage();' +
  'process.stderr.write("\\nused "+JSON.stringify([u.userCPUTime+u.systemCPUTime,u.maxRSS,performance.now()]))})';

interface Use {
  processorMs: number;
  wallMs: number;
  memoryMegabytes: number;
}

function bestOf(args: readonly string[]): Use {
  const uses = Array.from({ length: starts }, () => runCommand(args));
  return uses.reduce((best, use) => (use.processorMs < best.processorMs ? use : best));
}

/** @throws {Error} if the command prints no usage. */
function runCommand(args: readonly string[]): Use {
  const { stderr } = spawnSync(process.execPath, ['--import', usage, 'dist/cli.js', ...args], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  });
  const used = /used (\[.*\])/.exec(stderr)?.[1];
  if (used === undefined) throw new Error(`inkling ${args[0]} failed (npm run build first): ${stderr}`);
  const [processor = 0, kilobytes = 0, wall = 0] = JSON.parse(used) as number[];
  return {
    processorMs: Math.round(processor / 1000),
    wallMs: Math.round(wall),
    memoryMegabytes: Math.round((kilobytes * 1024) / megabyte),
  };
}
