/** Sources that a model is trained without, for measuring it on them. */
export interface Fold {
  name: string;
  leftOut: readonly string[];
}

/**
 * Sources by genre. Few sources contain both classes; each genre does, so that people's texts and AI's of one kind
 * can be compared.
 */
export const sourceGroups: Readonly<Record<string, readonly string[]>> = {
  essays: [
    ...['outfox', 'persuade_essays', 'kaggle_essays', 'asap_essays', 'argugpt', 'hart_humanized'],
    ...['speechmap', 'faid_ielts_ai'],
  ],
  passages: ['fastdetectgpt', 'glimpse_en', 'imbd', 'seqxgpt_docs'],
  rewrites: ['l2r'],
  documentation: [
    ...['docs_human_pre2021', 'readmes_human', 'tutorials_human', 'docs_claude_commits', 'qoder_wiki'],
  ],
  blogs: ['blogs_human', 'gov_blogs', 'stack_blog', 'pg_essays', 'blogs_ai', 'gpt3_samples'],
  reviews: ['imdb', 'clothing_reviews', 'skytrax_reviews', 'hcvar', 'products_human'],
  code_prose: [
    'commits_human',
    'commits_ai',
    'comments_human',
    'comments_ai',
    'relnotes_human',
    'commits_agents',
    'agent_prs',
  ],
  news: [
    ...['reuters21578', 'nltk_human', 'article_bias_human', 'gossipcop_llm', 'f3_news', 'news_mx'],
    'llmfake_news',
  ],
  encyclopaedia: [
    ...['gpt4_wiki', 'wiki_news_gpt35', 'openstax_human', 'planetmath_human', 'wikipara', 'llmwiki_ai'],
  ],
  papers: [
    'hppt',
    'latex_human',
    'latex_ai',
    'al_abstracts',
    'cheat_fusion',
    'agent_reports',
    'agent_reports2',
    ...['dh_human', 'plos_human', 'oastm_human', 'scisumm_human', 'covidqa_human', 'manubot_human'],
    ...['mlrbench_ai', 'denario_ai', 'aisci_ai'],
  ],
  abstracts: [
    ...['archaeology_human', 'arxiv_abstracts', 'energy_human', 'grobid_human', 'pubmedqa_human', 'scitldr'],
    ...['scopus_human', 'keyphrase_human', 'faidset', 'faid_generators'],
  ],
  handbooks: ['handbooks_human', 'jobs_human', 'hellobench', 'deep_research'],
  answers: [
    ...[
      'stackexchange_posts',
      'counsel_chat',
      'medquad',
      'medical_questions',
      'multilingual_qa',
      'alpaca_eval',
    ],
    ...[
      'arena_hard',
      'misguided',
      'mtbench_langs',
      'mtbench_eu',
      'mtbench_reasoning',
      'llm_council',
      'ru_arena',
      'expertqa_ai',
    ],
  ],
  talk: [
    ...['reddit_posts', 'stack_blog_comments', 'persuasion', 'spiral', 'elimination_talks', 'buyout_talks'],
    ...['pact_talks', 'step_game_talks', 'cogfingerprint', 'ewt', 'emailsense'],
  ],
  stories: ['gutenberg', 'se_stories', 'reddit_stories', 'eqbench_creative', 'slop_score'],
};

/** Genres of texts written to plain requests, by the requested kind of text. */
const requestGenres: Readonly<Record<string, string>> = {
  ...{ blog: 'blogs', news: 'news', essay: 'essays', story: 'stories', docs: 'documentation' },
  ...{ readme: 'documentation', answer: 'answers', review: 'reviews', encyclopaedia: 'encyclopaedia' },
  ...{ abstract: 'abstracts', email: 'talk', speech: 'essays', plain: 'answers', history: 'blogs' },
  ...{ memoir: 'blogs', advert: 'handbooks', commit: 'code_prose', recipe: 'blogs', newsletter: 'blogs' },
  obituary: 'news',
};

/** Genres of domains that differ from the genre of their source. */
const domainGenres: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  requests: requestGenres,
  fastdetectgpt: { xsum: 'news', writing: 'stories', pubmed: 'abstracts', squad: 'encyclopaedia' },
  glimpse_en: { xsum: 'news', writing: 'stories', pubmed: 'abstracts' },
  imbd: { xsum: 'news', writing: 'stories', pubmed: 'abstracts', squad: 'encyclopaedia' },
  l2r: {
    l2r_NewsArticle: 'news',
    l2r_Sports: 'news',
    l2r_Entertainment: 'news',
    l2r_AcademicResearch: 'abstracts',
    l2r_LiteratureCreativeWriting: 'stories',
    l2r_EducationMaterial: 'essays',
    l2r_ProductReview: 'reviews',
    l2r_TechnicalWriting: 'documentation',
    l2r_LegalDocument: 'handbooks',
    l2r_GovernmentPublic: 'handbooks',
    l2r_Business: 'handbooks',
  },
  // Research prose differs more from abstracts than people's from AI's; joined, they would rank by register.
  hppt: { acl_abstracts: 'abstracts' },
  al_abstracts: { paper: 'abstracts' },
  cheat_fusion: { paper: 'abstracts' },
  // Institutes describe diseases in the tone of an encyclopaedia, even in answers.
  medquad: { qa: 'encyclopaedia' },
  hart_humanized: { story: 'stories', paper: 'abstracts', news: 'news' },
  slop_score: { essay: 'essays' },
  wiki_news_gpt35: { news: 'news' },
  hcvar: { qa: 'answers' },
  hellobench: { chat: 'answers', qa: 'answers' },
  docs_human_pre2021: { blog: 'blogs' },
  tutorials_human: { news: 'blogs' },
  counsel_chat: { forum: 'talk' },
  stackexchange_posts: { forum: 'talk' },
  agent_reports: { report: 'handbooks' },
  agent_reports2: { report: 'handbooks' },
  cogfingerprint: { abstract: 'abstracts' },
  ewt: { reviews: 'reviews' },
  oastm_human: { abstract: 'abstracts' },
  plos_human: { abstract: 'abstracts' },
  scisumm_human: { abstract: 'abstracts' },
  covidqa_human: { abstract: 'abstracts' },
  mlrbench_ai: { abstract: 'abstracts' },
  denario_ai: { abstract: 'abstracts', report: 'handbooks' },
  aisci_ai: { abstract: 'abstracts' },
  keyphrase_human: { paper: 'papers' },
  faidset: { paper: 'papers' },
};

/** Sources that share human texts, prompts or topics. They are left out together. */
const sharingTexts: readonly (readonly string[])[] = [
  ['outfox', 'persuade_essays', 'kaggle_essays'],
  ['fastdetectgpt', 'glimpse_en', 'imbd', 'seqxgpt_docs', 'pubmedqa_human'],
  ['faidset', 'faid_generators', 'faid_ielts_ai'],
  ['gossipcop_llm', 'f3_news'],
  ['stack_blog', 'stack_blog_comments'],
  ['docs_human_pre2021', 'gov_blogs'],
  ['agent_reports', 'agent_reports2'],
  ['mtbench_langs', 'mtbench_eu', 'mtbench_reasoning'],
];

/** The genre of a text by its source and domain. Texts of sources without a genre form one of their own. */
export function genreOf(source: string, domain: string): string {
  const own = domainGenres[source]?.[domain];
  if (own !== undefined) return own;
  const genre = Object.entries(sourceGroups).find(([, sources]) => sources.includes(source));
  return genre?.[0] ?? 'other';
}

/** One fold for each genre with a source in the data. */
export function genreFolds(sources: readonly string[]): Fold[] {
  return present(
    Object.entries(sourceGroups).map(([name, leftOut]) => ({ name, leftOut })),
    new Set(sources),
  );
}

/** One fold for each source in the data, with those that share its human texts. */
export function sourceFolds(sources: readonly string[]): Fold[] {
  const there = new Set(sources);
  const shared = new Set(sharingTexts.flat());
  const alone = [...there].filter((source) => !shared.has(source)).map((source) => [source]);
  return present(
    [...alone, ...sharingTexts].map((leftOut) => ({ name: leftOut.join('+'), leftOut })),
    there,
  );
}

const dealtFolds = 10;

/**
 * Deals the folds of `sourceFolds` into ten, with those of one genre in different hands. Every source is left out
 * once, a genre never as a whole, in a third of the time.
 */
export function dealFolds(sources: readonly string[]): Fold[] {
  const order = Object.values(sourceGroups).flat();
  const place = ({ leftOut }: Fold): number => order.indexOf(leftOut[0]!);
  const units = sourceFolds(sources).sort((a, b) => place(a) - place(b));
  const hands = Array.from({ length: Math.min(dealtFolds, units.length) }, (_, hand) =>
    units.filter((__, i) => i % dealtFolds === hand).flatMap(({ leftOut }) => leftOut),
  );
  return hands.map((leftOut) => ({ name: leftOut.join('+'), leftOut }));
}

function present(folds: readonly Fold[], there: ReadonlySet<string>): Fold[] {
  return folds
    .map(({ name, leftOut }) => ({ name, leftOut: leftOut.filter((source) => there.has(source)) }))
    .filter(({ leftOut }) => leftOut.length > 0);
}
