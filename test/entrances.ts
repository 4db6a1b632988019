import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { strToU8, zipSync } from 'fflate';
import { Baseline } from '../src/scan/baseline.ts';
import { hashedBlocksOf, type HashedBlock } from '../src/scan/judged.ts';

/** What a folder, a file or its history may say of a scan: docs/pipelines.md, "What applies where". */
export const rules = [
  'exclusions',
  'ignore comments',
  'baseline',
  'git’s dates',
  'quotes',
  'severity',
] as const;
export type Rule = (typeof rules)[number];

/** A way by which a text comes to be judged. */
interface Entrance {
  /** The tests that call it: inside VS Code, or in processes of the command line. */
  readonly suite: 'host' | 'serve';
  readonly format: 'markdown' | 'notebook' | 'office';
  /** Whether the user names the file, and so is told why it is not scanned. */
  readonly isNamed: boolean;
  /** What does not hold there, and why: docs/pipelines.md has each of these reasons. */
  readonly except?: Partial<Record<Rule, string>>;
}

const noProblems = 'answers and reports have no severity';
const noLines = 'git has no line history of such files';
const ofCells = 'git has the lines of the notebook’s file, not of its cells as they are in the editor';
const noComments = 'such a file has no comments that Inkling reads';

export const entrances = {
  'a file in the editor': { suite: 'host', format: 'markdown', isNamed: true },
  'a selection': { suite: 'host', format: 'markdown', isNamed: true },
  'a folder': { suite: 'host', format: 'markdown', isNamed: false },
  'changed files': { suite: 'host', format: 'markdown', isNamed: false },
  'a notebook': {
    suite: 'host',
    format: 'notebook',
    isNamed: true,
    except: { 'git’s dates': ofCells },
  },
  'an office file': {
    suite: 'host',
    format: 'office',
    isNamed: true,
    except: { 'ignore comments': noComments, 'git’s dates': noLines, severity: noProblems },
  },
  'live mode': { suite: 'host', format: 'markdown', isNamed: false },
  'scan on save': { suite: 'host', format: 'markdown', isNamed: false },
  'VS Code’s tool for assistants': {
    suite: 'host',
    format: 'markdown',
    isNamed: true,
    except: { severity: noProblems },
  },
  'VS Code’s tool, of an office file': {
    suite: 'host',
    format: 'office',
    isNamed: true,
    except: { 'ignore comments': noComments, 'git’s dates': noLines, severity: noProblems },
  },
  'inkling scan': { suite: 'serve', format: 'markdown', isNamed: true },
  'inkling scan, of a notebook': { suite: 'serve', format: 'notebook', isNamed: true },
  'inkling scan, of an office file': {
    suite: 'serve',
    format: 'office',
    isNamed: true,
    except: { 'ignore comments': noComments, 'git’s dates': noLines },
  },
  'inkling lsp': { suite: 'serve', format: 'markdown', isNamed: false },
  'inkling mcp': { suite: 'serve', format: 'markdown', isNamed: true, except: { severity: noProblems } },
  'inkling mcp, of a notebook': {
    suite: 'serve',
    format: 'notebook',
    isNamed: true,
    except: { severity: noProblems },
  },
  'inkling mcp, of an office file': {
    suite: 'serve',
    format: 'office',
    isNamed: true,
    except: { 'ignore comments': noComments, 'git’s dates': noLines, severity: noProblems },
  },
} as const satisfies Record<string, Entrance>;

type EntranceOf<Suite extends Entrance['suite']> = {
  [Name in keyof typeof entrances]: (typeof entrances)[Name]['suite'] extends Suite ? Name : never;
}[keyof typeof entrances];

/** What came of calling an entrance. */
export interface Called {
  /** The text that was judged, or sent to be judged; of an entrance that only marks sentences, these. '' for none. */
  judged: string;
  /** All that the user was told. */
  said: string;
  /** How grave the findings are. */
  severities: readonly string[];
}

/** A document in a folder with rules. */
export interface Place {
  /** Absolute. */
  folder: string;
  /** Its name in the folder. */
  file: string;
  /** The names of the files in the folder that say what holds. */
  ruleFiles: readonly string[];
  /** Whether git's dates are asked for: an option of the command line. */
  asksGit: boolean;
}

/** Calls an entrance for a document, as a user does. */
export type Driver = (place: Place) => Promise<Called>;

/** In the manner of a model: judged in every cell. */
const judgedParts = [
  `Community gardens represent a powerful intersection of environmental stewardship, social connection, and personal well-being. In today's rapidly evolving urban landscape, these shared green spaces play a crucial role in fostering resilience and promoting sustainable living. By transforming vacant lots into vibrant ecosystems, communities can cultivate not only fresh produce but also a profound sense of belonging.`,
  `Moreover, the social benefits of community gardens cannot be overstated. They bring together individuals from diverse backgrounds, encouraging collaboration and mutual understanding. Through shared responsibility and collective effort, participants develop meaningful connections that strengthen the fabric of their neighborhoods. This sense of community is essential in an era where social isolation has become increasingly prevalent.`,
  `In conclusion, community gardens offer a multifaceted approach to addressing some of the most pressing challenges of our time. They enhance food security, promote environmental sustainability, and nurture social cohesion. As cities continue to grow, investing in these spaces will be essential to creating healthier, more equitable, and more resilient communities for generations to come.`,
];

/** The passage that a rule is about, in the same manner. */
const ruledPart = `Furthermore, community gardens serve as invaluable educational platforms. They provide participants with opportunities to learn about nutrition, biodiversity, and the intricate relationships that sustain healthy ecosystems. These experiences underscore the importance of integrating practical learning into everyday life.`;

interface Kind {
  file: string;
  /** @param ruled the passage that a rule is about; `null` for a document without it. */
  write: (paragraphs: readonly string[], ruled?: 'ignored' | 'quoted') => string | Uint8Array;
}

const marked = (paragraph: string, ruled?: 'ignored' | 'quoted'): string => {
  if (paragraph !== ruledPart || ruled === undefined) return paragraph;
  return ruled === 'quoted' ? `> ${paragraph}` : `<!-- inkling-ignore -->\n${paragraph}`;
};

const formats: Record<Entrance['format'], Kind> = {
  markdown: {
    file: 'garden.md',
    write: (paragraphs, ruled) => `${paragraphs.map((each) => marked(each, ruled)).join('\n\n')}\n`,
  },
  notebook: {
    file: 'garden.ipynb',
    // As Jupyter writes it: a line of the file for each line of a cell.
    write: (paragraphs, ruled) =>
      JSON.stringify(
        {
          cells: paragraphs.map((each) => ({
            cell_type: 'markdown',
            metadata: {},
            source: marked(each, ruled).split(/(?<=\n)/),
          })),
          metadata: {},
          nbformat: 4,
          nbformat_minor: 5,
        },
        null,
        1,
      ),
  },
  office: {
    file: 'garden.docx',
    write: (paragraphs, ruled) => {
      const styled = (each: string): string => {
        const style =
          each === ruledPart && ruled === 'quoted' ? '<w:pPr><w:pStyle w:val="Quote"/></w:pPr>' : '';
        const comment = each === ruledPart && ruled === 'ignored' ? 'inkling-ignore' : '';
        return `<w:p><w:r><w:t>${comment}</w:t></w:r></w:p><w:p>${style}<w:r><w:t>${each}</w:t></w:r></w:p>`;
      };
      const relationship = '<Relationship Type="http://x/officeDocument" Target="word/document.xml"/>';
      return zipSync({
        '_rels/.rels': strToU8(`<Relationships>${relationship}</Relationships>`),
        'word/document.xml': strToU8(
          `<w:document><w:body>${paragraphs.map(styled).join('')}</w:body></w:document>`,
        ),
      });
    },
  },
};

const everything = [judgedParts[0]!, ruledPart, ...judgedParts.slice(1)];

/** Each cell of a suite is one test, which calls the entrance. @param newFolder makes a folder that it may read. */
export function everyEntranceObeysEveryRule<Suite extends Entrance['suite']>(
  suite: Suite,
  drivers: Record<EntranceOf<Suite>, Driver>,
  newFolder: () => string,
): void {
  for (const [name, entrance] of Object.entries<Entrance>(entrances)) {
    if (entrance.suite !== suite) continue;
    const driver = drivers[name as EntranceOf<Suite>];
    describe(name, () => {
      for (const rule of rules) {
        const reason = entrance.except?.[rule];
        it(reason === undefined ? `obeys ${rule}` : `does not obey ${rule}: ${reason}`, async () => {
          await cells[rule]({ driver, entrance, newFolder, holds: reason === undefined });
        });
      }
    });
  }
}

interface Cell {
  driver: Driver;
  entrance: Entrance;
  newFolder: () => string;
  /** Whether the rule holds there, or is one of its exceptions. */
  holds: boolean;
}

const cells: Record<Rule, (cell: Cell) => Promise<void>> = {
  exclusions: async (cell) => {
    const { file } = formats[cell.entrance.format];
    for (const [ruleFile, text] of [
      ['.inklingignore', `${file}\n`],
      ['inkling.jsonc', JSON.stringify({ exclude: [file] })],
    ] as const) {
      const { judged, said } = await called(cell, { [ruleFile]: text });
      assert.equal(judged, '', `judged, though ${ruleFile} excludes it`);
      const names = [`excluded by ${ruleFile}`, `${ruleFile} excludes it`];
      if (cell.entrance.isNamed)
        assert.ok(
          names.some((one) => said.includes(one)),
          said,
        );
    }
  },
  'ignore comments': async (cell) => {
    leavesOut(cell, await called(cell, {}, { ruled: 'ignored' }));
  },
  baseline: async (cell) => {
    const [{ hash }] = hashedBlocksOf(ruledPart) as [HashedBlock];
    const baseline = new Baseline().withHuman('garden', hash, 'I wrote it').toText();
    leavesOut(
      cell,
      await called(cell, { 'inkling.jsonc': '{"baseline": "known.json"}', 'known.json': baseline }),
    );
  },
  'git’s dates': async (cell) => {
    leavesOut(cell, await called(cell, {}, { isOld: true }));
  },
  quotes: async (cell) => {
    const standard = await called(cell, {}, { ruled: 'quoted' });
    assert.ok(
      !ownWords(standard.judged).includes(ruledPart),
      'a quotation is no one’s own words unless that is asked',
    );
    const scored = await called(cell, { 'inkling.jsonc': '{"quotes": "score"}' }, { ruled: 'quoted' });
    assertWords(scored.judged, [...everything]);
  },
  severity: async (cell) => {
    const { judged, severities } = await called(cell, { 'inkling.jsonc': '{"severity": "error"}' });
    assertWords(judged, judgedParts);
    assert.deepEqual([...new Set(severities)], cell.holds ? ['error'] : []);
  },
};

function leavesOut({ holds }: Cell, { judged }: Called): void {
  assertWords(judged, judgedParts);
  assert.equal(ownWords(judged).includes(ruledPart), !holds);
}

/** That sentences of each of these paragraphs were judged as the author's own. */
function assertWords(judged: string, paragraphs: readonly string[]): void {
  for (const paragraph of paragraphs) {
    const [, second] = paragraph.split(/(?<=\.) /) as [string, string];
    assert.ok(ownWords(judged).includes(second), `not judged: ${second}\nbut: ${judged}`);
  }
}

/** Without quotations, which stand in lines that begin with a mark: the detector leaves them out. */
function ownWords(text: string): string {
  const own = text.split('\n').filter((line) => !line.startsWith('>'));
  return own.join(' ').replace(/\s+/g, ' ');
}

async function called(
  { driver, entrance, newFolder }: Cell,
  ruleFiles: Readonly<Record<string, string>>,
  { ruled, isOld = false }: { ruled?: 'ignored' | 'quoted'; isOld?: boolean } = {},
): Promise<Called> {
  const folder = newFolder();
  mkdirSync(folder, { recursive: true });
  const { file, write } = formats[entrance.format];
  const git = (...args: string[]): void => {
    const env = { ...process.env, GIT_COMMITTER_DATE: '2019-06-01T12:00:00Z' };
    const user = ['-c', 'user.name=Ann', '-c', 'user.email=ann@example.org'];
    execFileSync('git', ['-C', folder, ...user, ...args], { env, stdio: 'pipe' });
  };
  git('init', '--quiet');
  if (isOld) {
    writeFileSync(join(folder, file), write([ruledPart]));
    git('add', '.');
  }
  git('commit', '--quiet', '--allow-empty', '-m', 'Begin');
  writeFileSync(join(folder, file), write(everything, ruled));
  for (const [name, text] of Object.entries(ruleFiles)) writeFileSync(join(folder, name), text);
  return driver({ folder, file, ruleFiles: Object.keys(ruleFiles), asksGit: isOld });
}
