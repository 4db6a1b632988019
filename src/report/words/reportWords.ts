import type { Band } from '../../api/bands.ts';
import type { Confidence, Privacy, Verdict } from '../../api/report.ts';
import type { ReportAction, StateAction } from '../view/actions.ts';
import type { Strength } from '../model/sentenceMarks.ts';
import type { NoVerdict } from '../model/noVerdict.ts';

/** A sentence for each plural that the language has, by CLDR's names; `{count}` stands for the number. */
export type PluralForms = Readonly<Partial<Record<Intl.LDMLPluralRule, string>> & { other: string }>;

/** How a share of the words is called, from small to all. */
export const portions = [
  'few',
  'tenth',
  'fifth',
  'quarter',
  'third',
  'half',
  'twoThirds',
  'threeQuarters',
  'nearlyAll',
  'all',
] as const;
export type Portion = (typeof portions)[number];

/** A share in the middle of a sentence. */
interface PortionWords {
  /** With what it is a share of: "a few of the words". `{judged}` is empty or the `ofJudged.words` of the shares. */
  ofWords: string;
  /** Where that was said before: "a few". */
  alone: string;
  /** How "read" goes with it. */
  read: string;
}

/**
 * All words of a report's view in one language: data and nothing else, so that it can be sent to where the view is
 * drawn. `{name}` is filled in. They claim what a text reads like, never who wrote it.
 */
export interface ReportWords {
  /** The language, as a BCP 47 tag. */
  language: string;
  /** The verdict in two or three words: the one wording of it, wherever it stands alone. */
  verdicts: Record<Verdict, string>;
  /** The same as a sentence that a person would say, without its full stop: `{reads}` is the verdict. */
  claims: { whole: string; mixed: string };
  /** Why there is no verdict, in such a sentence. */
  noClaims: Record<NoVerdict, string>;
  /** Why there is no verdict, or that one is little sure: what stands where there is no number of false alarms. */
  cautions: Record<'low' | 'noVerdict' | 'leansToAi' | 'leansToHuman', string>;
  /** How many of 1,000 texts by people score as high. */
  falseAlarms: {
    /** In these three, `{alike}` is what such texts have in common. */
    number: string;
    atMostOne: string;
    tooFew: string;
    /** What the number must not be taken for. */
    isNot: string;
    /** Opens `restsOn`: `{kind}` is `noClearKind` or one of the kinds, `{length}` one of the lengths. */
    basis: string;
    restsOn: PluralForms;
    noClearKind: string;
    alike: { kind: string; noKind: string };
    lengths: Record<'between' | 'from' | 'any', string>;
    /** By the name that a result has for it: where there is none, that name stands. */
    kinds: Readonly<Record<string, string>>;
    /** In a table's cell. */
    short: { atMostOne: string; tooFew: string };
  };
  /** What a share of the sentences reads like, beside its colour. */
  sides: Record<Band, string>;
  shares: {
    nothingStandsOut: string;
    allUndecided: string;
    /** What stands in their place where a part of the text was left out: only the rest was judged. */
    ofJudged: { words: string; nothingStandsOut: string; allUndecided: string };
    /** `{portion}` is an `ofWords`, `{read}` goes with it. */
    personOnly: string;
    /** `{where}` is empty or `where`, `{rest}` is empty or one of the rests. */
    ai: string;
    where: string;
    /** `{count}` is one of the numerals, or a number where they end. */
    places: PluralForms;
    /** From one on. */
    numerals: readonly string[];
    restUndecided: string;
    restPerson: string;
    /** `{portion}` is an `alone`, `{read}` goes with it. */
    restBoth: string;
  };
  portions: Record<Portion, PortionWords>;
  /** How many words count, where others were left out; `{words}` is a `wordsOfAll`. */
  judged: Record<'some' | 'tooFew', string>;
  /** In `wordsOfAll`, `{all}` is the number with those that were left out. */
  counts: Record<'words' | 'wordsOfAll' | 'sentences' | 'characters' | 'places', PluralForms>;
  /** Marks about a quoted `{text}`. */
  quoted: string;
  actions: Record<ReportAction | StateAction, string>;
  /** `{host}` stands for the service in `elsewhere`. */
  states: Record<'loading' | 'gone' | 'elsewhere', string>;
  head: {
    untitled: string;
    project: string;
    analysedOn: { local: string; ownersMachine: string };
    analysedBy: string;
  };
  summary: {
    heading: string;
    /** The same where a part of the text was left out. */
    headingJudged: string;
    /** What a screen reader says of the scale. */
    scale: string;
    scoreBar: string;
    merged: PluralForms;
    /** What a sentence that is none to mark is. */
    unmarked: string;
    sentence: string;
    sentences: string;
    /** What stands under the score bar before anything is pointed at. */
    hint: string;
    /** The same where no editor shows the text: it was a PDF, say, or the clipboard. */
    hintWithoutEditor: string;
  };
  /** How strongly one sentence reads like what it is marked as, or an item of the evidence speaks. */
  strengths: Record<Strength, string>;
  /** What stands in their place of a sentence that by itself does not lean to the side of its passage. */
  passages: Record<Exclude<Band, 'uncertain'>, string>;
  evidence: {
    heading: string;
    /** Which way an item speaks. */
    towards: Record<'ai' | 'human', string>;
    none: string;
    /** Opens the items that are not seen at once. */
    more: string;
    /** After one quotation that stands at several `{places}`, and after several. */
    count: string;
    countTogether: string;
    /** In place of quotations, where whole sentences are meant: `{sentences}` are the numbers of some. */
    wholeSentences: PluralForms;
  };
  text: {
    heading: string;
    filter: string;
    /** Beside the verdicts. */
    all: string;
    /** For screen readers, after another filter was chosen. */
    shown: string;
    /** What a mark of a sentence means that by itself does not lean to AI; above the text. */
    passages: string;
    /** Of a long text a page shows a part. */
    parts: Record<'label' | 'place' | 'previous' | 'next', string>;
  };
  details: {
    heading: string;
    title: string;
    score: string;
    scoreOf: string;
    confidence: string;
    confidenceOf: Record<Confidence, string>;
    model: string;
    language: string;
    noLanguage: string;
    length: string;
    created: string;
    analysed: string;
    project: string;
    privacy: string;
    privacyOf: Record<Privacy, string>;
    address: string;
  };
  /** What would tell more than the text alone, where the text does not. */
  settle: { heading: string; items: readonly string[] };
  limits: {
    heading: string;
    notProof: string;
    notProofWhy: string;
    notAShare: string;
    /** Calibration weighs both kinds alike: lab/training/README.md, "Is the score a probability?" */
    notAShareWhy: string;
    misleading: string;
    ask: string;
  };
  /** A report that came without a result. */
  fields: {
    from: string;
    local: string;
    heading: string;
    noVerdict: string;
    listed: string;
    nothing: string;
  };
  /** What only the Markdown file says. */
  markdown: { languageUnknown: string; shares: string; legend: string };
  /** A table of many files, as spreadsheets read it. */
  table: Record<
    'file' | 'section' | 'wordsJudged' | 'verdict' | 'falseAlarms' | 'limits' | 'noHeading' | 'notFor',
    string
  >;
  /** The report's page on a service, and the pages that stand before it. */
  page: {
    about: string;
    saveAs: string;
    privacyNames: Record<Privacy, string>;
    changePrivacy: string;
    missing: string;
    missingTitle: string;
    missingWhy: string;
    signInForOwn: string;
    openAgain: string;
    locked: string;
    lockedTitle: string;
    lockedWhy: string;
    password: string;
    wrongPassword: string;
    unlock: string;
    yours: string;
    signIn: string;
    openFromEditor: string;
  };
  /**
   * By the code of a reason, what it says: where there is none, what the service said stands. `{0}`, `{1}` are the
   * numbers in the service's sentence, in their order.
   */
  reasons: Readonly<Record<string, string>>;
  /** By the feature of an item of evidence, what it is called: where there is none, the service's label stands. */
  features: Readonly<Record<string, string>>;
}

/** What a view is written in. */
export interface ReportLanguage {
  words: ReportWords;
  /** How numbers and dates are written: a BCP 47 tag of the words' own language. */
  locale: string;
}

/**
 * The words for the first of these languages that there are words for, with numbers and dates as that tag has them.
 * @param tags BCP 47, the most wanted first. What is no tag is passed over.
 * @param choices at least one; the first stands in where none fits.
 */
export function chooseLanguage(
  tags: readonly string[],
  choices: readonly [ReportWords, ...ReportWords[]],
): ReportLanguage {
  for (const tag of tags) {
    const locale = localeOf(tag);
    const words = choices.find(({ language }) => language === locale?.language);
    if (locale && words) return { words, locale: locale.baseName };
  }
  return { words: choices[0], locale: choices[0].language };
}

function localeOf(tag: string): Intl.Locale | undefined {
  try {
    return new Intl.Locale(tag);
  } catch {
    return undefined;
  }
}
