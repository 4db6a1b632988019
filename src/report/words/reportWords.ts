import type { Band } from '../../api/bands.ts';
import type { Confidence, Privacy, Verdict } from '../../api/report.ts';
import type { ReportAction, StateAction } from '../view/actions.ts';
import type { Strength } from '../model/sentenceMarks.ts';
import type { NoVerdict } from '../model/noVerdict.ts';

/** A sentence in each plural form of the language, by CLDR's names. `{count}` is the number. */
export type PluralForms = Readonly<Partial<Record<Intl.LDMLPluralRule, string>> & { other: string }>;

/** The names of shares of the words, from the smallest to all. */
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

/** A share, as used in the middle of a sentence. */
interface PortionWords {
  /** With its noun: "a few of the words". `{judged}` is empty or the `ofJudged.words` of the shares. */
  ofWords: string;
  /** Without the noun, if it was mentioned before: "a few". */
  alone: string;
  /** The form of "read" that agrees with it. */
  read: string;
}

/**
 * All words of a report's view in one language. Plain data, so that it can be sent to the panel. `{name}` is a
 * placeholder. The words claim what a text reads like, never who wrote it.
 */
export interface ReportWords {
  /** The language, as a BCP 47 tag. */
  language: string;
  /** The verdict in two or three words, used wherever it appears alone. */
  verdicts: Record<Verdict, string>;
  /** The verdict as a sentence without its full stop; `{reads}` is the verdict. */
  claims: { whole: string; mixed: string };
  /** Why there is no verdict, as a sentence without its full stop. */
  noClaims: Record<NoVerdict, string>;
  /** Why there is no verdict, or why confidence is low; shown if there is no number of false alarms. */
  cautions: Record<'low' | 'noVerdict' | 'leansToAi' | 'leansToHuman', string>;
  /** The number of 1,000 human-written texts that score as high. */
  falseAlarms: {
    /** In these three, `{alike}` describes the texts that were compared. */
    number: string;
    atMostOne: string;
    tooFew: string;
    /** What the number does not mean. */
    isNot: string;
    /** The beginning of `restsOn`: `{kind}` is `noClearKind` or one of the kinds, `{length}` one of the lengths. */
    basis: string;
    restsOn: PluralForms;
    noClearKind: string;
    alike: { kind: string; noKind: string };
    lengths: Record<'between' | 'from' | 'any', string>;
    /** By the result's name for the kind; unknown names are shown as they are. */
    kinds: Readonly<Record<string, string>>;
    /** For table cells. */
    short: { atMostOne: string; tooFew: string };
  };
  /** What a share of the sentences reads like, next to its colour. */
  sides: Record<Band, string>;
  shares: {
    nothingStandsOut: string;
    allUndecided: string;
    /** Replacements for the forms above if a part of the text was left out, because only the rest was judged. */
    ofJudged: { words: string; nothingStandsOut: string; allUndecided: string };
    /** `{portion}` is an `ofWords`; `{read}` agrees with it. */
    personOnly: string;
    /** `{where}` is empty or `where`, `{rest}` is empty or one of the rests. */
    ai: string;
    where: string;
    /** `{count}` is one of the numerals, or digits for larger numbers. */
    places: PluralForms;
    /** The numerals, from one. */
    numerals: readonly string[];
    restUndecided: string;
    restPerson: string;
    /** `{portion}` is an `alone`; `{read}` agrees with it. */
    restBoth: string;
  };
  portions: Record<Portion, PortionWords>;
  /** The number of words judged, if others were left out. `{words}` is one of `wordsOfAll`. */
  judged: Record<'some' | 'tooFew', string>;
  /** In `wordsOfAll`, `{all}` is the number including those left out. */
  counts: Record<'words' | 'wordsOfAll' | 'sentences' | 'characters' | 'places', PluralForms>;
  /** Quotation marks around `{text}`. */
  quoted: string;
  actions: Record<ReportAction | StateAction, string>;
  /** `{host}` is the service in `elsewhere`. */
  states: Record<'loading' | 'gone' | 'elsewhere', string>;
  head: {
    untitled: string;
    project: string;
    analysedOn: { local: string; ownersMachine: string };
    analysedBy: string;
  };
  summary: {
    heading: string;
    /** The heading if a part of the text was left out. */
    headingJudged: string;
    /** The scale's description for screen readers. */
    scale: string;
    scoreBar: string;
    merged: PluralForms;
    /** The name of a sentence that may not be marked. */
    unmarked: string;
    sentence: string;
    sentences: string;
    /** The text under the score bar while nothing is highlighted. */
    hint: string;
    /** The hint if no editor shows the text, for example that of a PDF or the clipboard. */
    hintWithoutEditor: string;
  };
  /** How strongly a sentence reads like its mark, or an item of evidence points to its side. */
  strengths: Record<Strength, string>;
  /** Used instead for a sentence that, on its own, does not lean to its passage's side. */
  passages: Record<Exclude<Band, 'uncertain'>, string>;
  evidence: {
    heading: string;
    /** The side that an item points to. */
    towards: Record<'ai' | 'human', string>;
    none: string;
    /** The label that opens the remaining items. */
    more: string;
    /** After a single quotation found at several `{places}`, and after several quotations. */
    count: string;
    countTogether: string;
    /**
     * Shown instead of quotations if whole sentences are the evidence. `{sentences}` are the numbers of some of
     * them.
     */
    wholeSentences: PluralForms;
  };
  text: {
    heading: string;
    filter: string;
    /** One of the filters, next to the verdicts. */
    all: string;
    /** For screen readers, after the filter changes. */
    shown: string;
    /** Shown above the text: what the mark means on a sentence that, on its own, does not lean to AI. */
    passages: string;
    /** For the parts of a long text. A page shows one part. */
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
  /** What helps more than the text, if the text alone does not decide. */
  settle: { heading: string; items: readonly string[] };
  limits: {
    heading: string;
    notProof: string;
    notProofWhy: string;
    notAShare: string;
    /** Calibration gives human and AI texts equal weight: lab/training/README.md, "Is the score a probability?" */
    notAShareWhy: string;
    misleading: string;
    ask: string;
  };
  /** A report without a result. */
  fields: {
    from: string;
    local: string;
    heading: string;
    noVerdict: string;
    listed: string;
    nothing: string;
  };
  /** Words that only the Markdown file uses. */
  markdown: { languageUnknown: string; shares: string; legend: string };
  /** A table of files, for spreadsheets. */
  table: Record<
    'file' | 'section' | 'wordsJudged' | 'verdict' | 'falseAlarms' | 'limits' | 'noHeading' | 'notFor',
    string
  >;
  /** The report's page on a service, and the pages that come before it. */
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
   * The text for a reason, by its code. For an unknown code, the service's sentence is shown. `{0}`, `{1}` are the
   * numbers in the service's sentence, in order.
   */
  reasons: Readonly<Record<string, string>>;
  /** The name of an evidence's feature. For an unknown one, the service's label is shown. */
  features: Readonly<Record<string, string>>;
}

/** The language in which a report is shown. */
export interface ReportLanguage {
  words: ReportWords;
  /** The locale for numbers and dates, a BCP 47 tag of the same language as the words. */
  locale: string;
}

/**
 * The words for the first of these languages that is supported, and the locale of that tag for numbers and dates.
 * @param tags BCP 47, in order of preference. Invalid tags are skipped.
 * @param choices at least one; the first is the default.
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
