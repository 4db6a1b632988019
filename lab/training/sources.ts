/** The origin of a training source's texts. */
export interface Origin {
  /** What kind of texts, in a few words. */
  holds: string;
  /** Repositories on GitHub by their stated licence. */
  licences: Readonly<Record<string, readonly string[]>>;
}

/** The origin of every training source, by file name, for the model card. */
export const origins: Readonly<Record<string, Origin>> = {
  agent_reports: {
    holds:
      'research reports, literature reviews, READMEs and LaTeX paper drafts by Codex, Gemini CLI and Claude Code agents (2025-2026)',
    licences: {
      'none stated': [
        'Hypogenic-AI/drama-types-ai-e4ac-claude',
        'Hypogenic-AI/fixed-points-of-ai-revision-a756',
        'Hypogenic-AI/grounded-novelty-ai-69c6-claude',
        'Hypogenic-AI/llms_don_t_do_much_tom_in_writ_20260714_234243_6b6ff0f4',
        'Hypogenic-AI/nonlinear-diction-nlp-claude',
        'Hypogenic-AI/careful-llm-words-claude',
        '22 more of Hypogenic-AI',
      ],
    },
  },
  agent_reports2: {
    holds: 'research reports, literature reviews and LaTeX paper drafts by Claude Code agents',
    licences: {
      'none stated': [
        'Hypogenic-AI/gatekeeping-signaling-f85b-claude',
        'Hypogenic-AI/disorder-order-sync-205e-claude',
        'Hypogenic-AI/llms-know-answer-73ae-claude',
        'Hypogenic-AI/llm-loopholes-research-570f-claude',
        'Hypogenic-AI/llm-recommender-efficacy-84bb-claude',
        'Hypogenic-AI/llm-blindspot-priorities-60de-claude',
        'Hypogenic-AI/llm-washing-machine-claude',
        'Hypogenic-AI/distinct-persona-ai-12e6-claude',
        '16 more of Hypogenic-AI',
      ],
    },
  },
  al_abstracts: {
    holds: 'abstracts of applied-linguistics and computing journals; AI abstracts to the same titles',
    licences: { 'none stated': ['ivanyuyifan/Research-on-AI-generated-text-series'] },
  },
  alpaca_eval: {
    holds: 'answers of 225 models to 805 instructions',
    licences: { 'Apache-2.0': ['tatsu-lab/alpaca_eval'] },
  },
  arena_hard: { holds: 'answers to hard prompts', licences: { 'Apache-2.0': ['lmarena/arena-hard-auto'] } },
  argugpt: {
    holds:
      'argumentative essays by models on TOEFL, GRE and WECCL prompts (dev, test and out-of-domain parts)',
    licences: { 'none stated': ['huhailinguist/ArguGPT'] },
  },
  asap_essays: {
    holds:
      'US school essays of 2012 (ASAP, eight prompts); GPT-3.5 and GPT-4 answers to the ASAP and FCE prompts',
    licences: {
      'none stated (both repositories)': ['Rokeer/aes', 'nd-hal/automated-ML-scoring-versus-generation'],
    },
  },
  blogs_ai: {
    holds: 'tutorials, posts, courses and books that their repository says a model wrote',
    licences: {
      MIT: [
        'The-Pocket/PocketFlow-Tutorial-Codebase-Knowledge',
        'marcuwynu23/ai-generated-articles',
        'SKaplanOfficial/AI-Generated-Cheatsheets',
        'FlorentCLMichel/learning_with_ai',
        'eli64s/readme-ai',
        'alexandersvozil/learn-typescript-llm-generated-course',
      ],
      'none stated': [
        'prof-lijar/ai-generated-books',
        'oskar-raul-dev/courses-ai-generated',
        'SixArm/ui-ux-design-guide',
        'vvmspace/ai-about-ai',
        'nakita628/ai-blog',
        'takubon0202/if-blog-auto',
        'yuukioosaka/AI-Agent-Blog',
        'emanuelevivoli/AI4newbies',
      ],
      'MIT (badge)': ['theorbot42/blog'],
    },
  },
  blogs_human: {
    holds: 'technical and personal blogs, paper summaries, newsletters',
    licences: {
      'none stated': [
        'ploeh/ploeh.github.com',
        'ropensci/roweb2',
        'mwhittaker/papers',
        'rust-lang/this-week-in-rust',
        'gaearon/overreacted.io',
        'karpathy/karpathy.github.io',
        'mojombo/mojombo.github.io',
      ],
      MIT: ['artsy/artsy.github.io'],
      'own licence page (Apache-2.0 for Scala)': ['scala/scala-lang'],
      'Apache-2.0 or MIT': ['matklad/matklad.github.io'],
      'Apache-2.0': ['a11yproject/a11yproject.com'],
    },
  },
  buyout_talks: {
    holds: 'speeches and messages in a buyout game, models of 2026',
    licences: { 'none stated': ['lechmazur/buyout_game'] },
  },
  cheat_fusion: {
    holds: 'IEEE abstracts with sentences replaced by ChatGPT versions (CHEAT, Fusion part)',
    licences: { MIT: ['botianzhe/CHEAT'] },
  },
  clothing_reviews: {
    holds: "women's clothing reviews (2017 or before)",
    licences: { 'none stated (the set: CC0)': ['fehimkus/machine-learning'] },
  },
  comments_ai: {
    holds: 'comments of source files that came in by commits naming a model',
    licences: {
      MIT: [
        'steveyegge/beads',
        'steveyegge/gastown',
        'danielmiessler/Personal_AI_Infrastructure',
        'SuperClaude-Org/SuperClaude_Framework',
        'bmad-code-org/BMAD-METHOD',
        'occamsrazor0102/LLM-Detector-Reboot',
        'ruvnet/claude-flow',
        'affaan-m/everything-claude-code',
        'dunkinfrunkin/uncanny',
        'obra/superpowers',
      ],
      'Apache-2.0': ['kexi/vibe', 'humanlayer/humanlayer', 'healthchainai/HealthChain'],
      Unlicense: ['robbiebyrd/classicy'],
    },
  },
  comments_human: {
    holds: 'comments and docstrings of long-lived projects in ten languages',
    licences: {
      'GPL-2.0': ['git/git', 'jgm/pandoc'],
      'Apache-2.0': ['elixir-lang/elixir', 'apache/commons-lang', 'JodaOrg/joda-time', 'psf/requests'],
      'BSD-3-Clause': ['numpy/numpy', 'yiisoft/yii2', 'scrapy/scrapy', 'pallets/flask'],
      'curl (MIT-like)': ['curl/curl'],
      'BSD-3-Clause (before 2024)': ['redis/redis'],
      'BSD / GPL-2.0': ['facebook/zstd'],
      'EPL-1.0': ['clojure/clojure'],
      'Unlicense or MIT': ['BurntSushi/ripgrep'],
      'BSD-2-Clause': ['nginx/nginx'],
      MIT: ['jquery/jquery', 'sinatra/sinatra'],
    },
  },
  commits_agents: {
    holds: 'commit messages with the trailer of OpenHands, Cursor, Codex or the Copilot agent',
    licences: {
      MIT: [
        'All-Hands-AI/agent-sdk',
        'steipete/CodexBar',
        'steipete/oracle',
        'microsoft/vscode-copilot-chat',
        'microsoft/mcp',
      ],
    },
  },
  commits_ai: {
    holds: 'commit messages that name a model or agent',
    licences: {
      MIT: [
        'steveyegge/beads',
        'steveyegge/gastown',
        'danielmiessler/Personal_AI_Infrastructure',
        'bmad-code-org/BMAD-METHOD',
        'WaschbaerImHaus/ai-generated-math-papers',
        'SuperClaude-Org/SuperClaude_Framework',
        'affaan-m/everything-claude-code',
        'vultuk/claude-code-web',
        'obra/superpowers',
        'occamsrazor0102/LLM-Detector-Reboot',
        'ruvnet/claude-flow',
        'automazeio/ccpm',
        'dunkinfrunkin/uncanny',
      ],
      'Apache-2.0': [
        'kexi/vibe',
        'humanlayer/humanlayer',
        'yeongseon/cloudblocks',
        'Aider-AI/aider',
        'healthchainai/HealthChain',
      ],
      Unlicense: ['robbiebyrd/classicy'],
      'none stated': ['CobyR/sdlc-cli'],
    },
  },
  commits_human: {
    holds: 'commit messages up to 2020',
    licences: {
      'GPL-2.0': ['git/git', 'jgm/pandoc'],
      'curl (MIT-like)': ['curl/curl'],
      'BSD-2-Clause': ['nginx/nginx'],
      'BSD-3-Clause (before 2024)': ['redis/redis'],
      'BSD-3-Clause': ['numpy/numpy', 'scrapy/scrapy', 'pallets/flask'],
      'Apache-2.0': ['elixir-lang/elixir', 'apache/commons-lang'],
      'BSD / GPL-2.0': ['facebook/zstd'],
      'Unlicense or MIT': ['BurntSushi/ripgrep'],
      MIT: ['jquery/jquery'],
      'EPL-1.0': ['clojure/clojure'],
    },
  },
  counsel_chat: {
    holds:
      'answers of licensed therapists on counselchat.com and the questions of the public (scrape of March 2020)',
    licences: { MIT: ['nbertagnolli/counsel-chat'] },
  },
  deep_research: {
    holds: 'research reports; those in English',
    licences: { 'Apache-2.0': ['Ayanami0730/deep_research_bench'] },
  },
  docs_claude_commits: {
    holds: 'Markdown files added by commits that name Claude as an author',
    licences: {
      MIT: [
        'steveyegge/beads',
        'steveyegge/gastown',
        'affaan-m/everything-claude-code',
        'SuperClaude-Org/SuperClaude_Framework',
        'wshobson/agents',
        'obra/superpowers',
        'occamsrazor0102/LLM-Detector-Reboot',
        'vultuk/claude-code-web',
        'devswha/oh-my-humanizer',
        'edithatogo/humanizer-next',
        'bmad-code-org/BMAD-METHOD',
        'automazeio/ccpm',
        'ruvnet/claude-flow',
        'danielmiessler/Personal_AI_Infrastructure',
      ],
      'Apache-2.0': [
        'yeongseon/cloudblocks',
        'kexi/vibe',
        'humanlayer/humanlayer',
        'healthchainai/HealthChain',
      ],
      Unlicense: ['robbiebyrd/classicy'],
    },
  },
  docs_human_pre2021: {
    holds: 'technical documents and blogs as they stood before 2021',
    licences: {
      MIT: ['jekyll/jekyll', 'vuejs/vuejs.org'],
      'Apache-2.0': [
        'apple/swift-evolution',
        'kubernetes/community',
        'prometheus/docs',
        'microsoft/TypeScript-Handbook',
      ],
      'Apache-2.0 or MIT': ['rust-lang/book', 'rust-lang/blog.rust-lang.org'],
      'public domain': ['18F/18f.gsa.gov'],
      CC0: ['ethereum/EIPs'],
      'CC BY 4.0': ['github/opensource.guide', 'reactjs/es.reactjs.org', 'donnemartin/system-design-primer'],
      'CC BY 3.0': ['thoughtbot/guides'],
      'none stated': ['python/peps'],
    },
  },
  elimination_talks: {
    holds: 'public speeches, private messages, vote reasons and jury reasons in an elimination game',
    licences: { 'none stated': ['lechmazur/elimination_game'] },
  },
  eqbench_creative: {
    holds: 'short creative pieces by 31 models',
    licences: { 'none stated': ['EQ-bench/creative-writing-bench'] },
  },
  f3_news: {
    holds: 'GossipCop and CoAID news (before 2020) and GPT-3.5 rewrites',
    licences: { 'none stated': ['mickeymst/F3'] },
  },
  fastdetectgpt: {
    holds: 'news, story, encyclopaedia and medical passages, and what older models made of their beginnings',
    licences: { MIT: ['baoguangsheng/fast-detect-gpt'] },
  },
  glimpse_en: {
    holds: 'the same kinds of passages with Claude 3, Gemini 1.5 and GPT-4',
    licences: { MIT: ['baoguangsheng/glimpse'] },
  },
  gossipcop_llm: {
    holds:
      'celebrity news of FakeNewsNet (GossipCop, 2016-2018) and paraphrases, rewrites and free articles by Llama 2, Vicuna, GPT-3.5',
    licences: { 'none stated': ['alimohammadbeigi/Model-Attribution-in-Machine-Generated-Disinformation'] },
  },
  gov_blogs: {
    holds: 'blog posts of DigitalGov and 18F up to 2020',
    licences: { 'public domain (US government)': ['GSA/digitalgov.gov', '18F/18f.gsa.gov'] },
  },
  gpt3_samples: {
    holds: 'unprompted samples of GPT-3 175B (2020)',
    licences: { 'none stated': ['openai/gpt-3'] },
  },
  gpt4_wiki: {
    holds: 'paragraphs on people and places',
    licences: { 'none stated': ['zxzxzx77/Human-and-AI-Generated-Texts'] },
  },
  gutenberg: {
    holds: 'two novels',
    licences: {
      'Project Gutenberg licence; public domain in the USA': [
        'GITenberg/Pride-and-Prejudice_1342',
        'GITenberg/The-Adventures-of-Sherlock-Holmes_1661',
      ],
    },
  },
  handbooks_human: {
    holds: 'handbooks, policies and legal texts of companies and governments',
    licences: {
      'CC BY 4.0 (text)': ['alan-turing-institute/the-turing-way'],
      'Apache-2.0': ['sourcegraph/handbook'],
      MIT: ['alphagov/govuk-developer-docs', 'alphagov/gds-way'],
      'public domain': ['18F/handbook'],
      CC0: ['github/site-policy'],
      'none stated': ['basecamp/handbook'],
      'CC BY 4.0': ['basecamp/policies'],
      'CC BY-SA 4.0': ['Automattic/legalmattic'],
      'CC BY 3.0': ['google/eng-practices'],
    },
  },
  hart_humanized: {
    holds:
      'LLM texts of four genres, plain, after humanising tools (undetectable.ai, humbot.ai, bypassgpt.ai) and after editing by people',
    licences: { MIT: ['baoguangsheng/truth-mirror'] },
  },
  hcvar: {
    holds: 'GPT-3.5 reviews (films, goods) and answers (Reddit, finance) under several prompts (HC-Var)',
    licences: { 'none stated': ['hannxu123/detect_llm'] },
  },
  hellobench: {
    holds: 'answers, essays, reports and stories by 24 models',
    licences: { MIT: ['Quehry/HelloBench'] },
  },
  hppt: {
    holds: 'abstracts, and the same polished by a model',
    licences: { 'none stated': ['FreedomIntelligence/ChatGPT-Detection-PR-HPPT'] },
  },
  imbd: {
    holds: 'passages, and the same polished, rewritten, expanded or made anew by a model',
    licences: { 'Apache-2.0': ['Jiaqi-Chen-00/ImBD'] },
  },
  imdb: {
    holds: 'film reviews',
    licences: { 'none stated': ['PVidyadhar/Detection-of-Fraud-apps-using-Sentiment-Analysis'] },
  },
  kaggle_essays: {
    holds: 'samples of the Kaggle DAIGT essay sets: US student essays (PERSUADE prompts) and LLM essays',
    licences: {
      'none stated (three repositories)': [
        'yadavraje/LLM-Generated-Text-Detection-Model',
        'Lusheeta-z/ai-text-detection-translation-effects',
        'MaleekNoob/SHAPAR-AI-Generated-Text-Detector',
      ],
    },
  },
  l2r: {
    holds: 'texts of 21 domains, and the same rewritten by a model',
    licences: { 'repository: none stated; data: CC BY 3.0': ['scott-matkosky/AI_Text_Detector'] },
  },
  latex_ai: {
    holds: 'papers that their repository says a model wrote',
    licences: {
      MIT: ['WaschbaerImHaus/ai-generated-math-papers'],
      'none stated': [
        'AMGrobelnik/ai-invention-ace67e-the-walk-resolution-limit-a-super-resolu',
        'AMGrobelnik/ai-invention-1a90b0-interference-based-structural-probing-br',
        'AMGrobelnik/ai-invention-ac2586-synergy-guided-oblique-splits-using-part',
        'AMGrobelnik/ai-invention-54ecf4-dictionary-constrained-oblique-tree-sums',
        'AMGrobelnik/ai-invention-dkw-bounds-enable-principled-fusionfission-control',
        'AMGrobelnik/ai-invention-2952fe-perception-asymmetry-feedback-loop-how-d',
      ],
    },
  },
  latex_human: {
    holds: 'textbooks, theses and papers',
    licences: {
      'CC BY-SA 4.0': ['vEnhance/napkin'],
      'CC BY 4.0': ['OpenLogicProject/OpenLogic'],
      'CC BY-SA 3.0 (stated in the book)': ['HoTT/book'],
      'CC BY-SA 3.0': ['OpenIntroStat/openintro-statistics'],
      'GPL-2.0': ['ALICE-InRu/Thesis'],
      'none stated': [
        '05dirnbe/phd-thesis',
        'davidwhogg/DataAnalysisRecipes',
        '3lectrologos/thesis',
        '0ortmann/ethics-seminar',
        '0ortmann/Seminar-Kontext-Adaptierte-Systeme',
        'AfekIlayAdler/UNI-2019-NLP-Project',
        '2016rshah/CS379H-Thesis',
      ],
      'GPL-3.0': ['ABRG-Models/BarrelEmerge'],
      MIT: ['3d-pli/fastpli', '0todd0000/mwarp1d'],
    },
  },
  llm_council: {
    holds: 'chat answers of nine models of 2024',
    licences: { 'none stated': ['llm-council/llm-council'] },
  },
  medical_questions: {
    holds: 'questions of patients to doctors on iCliniq and questiondoctors.com (to 2017)',
    licences: { MIT: ['LasseRegin/medical-question-answer-data'] },
  },
  medquad: {
    holds: 'health answers written by US institutes (NIH, CDC pages, 2018)',
    licences: { 'CC BY 4.0': ['abachaa/MedQuAD'] },
  },
  misguided: {
    holds: 'answers to altered logic riddles by models of 2024-2025, reasoning parts left out',
    licences: { CC0: ['cpldcpu/MisguidedAttention'] },
  },
  mtbench_eu: {
    holds:
      'MT-Bench answers in de, es, fr, it, nl, pt (one model family, three versions) and en (gpt-oss-120b, Apertus 8B); those in English',
    licences: { 'Apache-2.0': ['LumiOpen/FastChat'] },
  },
  mtbench_langs: {
    holds: 'answers of open models to MT-Bench; the few in English',
    licences: { 'Apache-2.0': ['shisa-ai/ja-mt-bench-harness'] },
  },
  mtbench_reasoning: {
    holds: 'MT-Bench answers of reasoning models, from raw API records, final answer only',
    licences: { 'Apache-2.0': ['LumiOpen/FastChat'] },
  },
  multilingual_qa: {
    holds: 'forum questions and answers; those in English',
    licences: { MIT: ['vutuongvy101/multilingual-ai-human-text-detection'] },
  },
  news_mx: {
    holds:
      'news written from La Jornada items by GPT-4, Gemini, tuned GPT-3.5 and Llama 3.1; the few in English',
    licences: { 'none stated': ['BrauuHdzM/LLM-for-automated-news-articles-generation'] },
  },
  nltk_human: {
    holds: 'presidential speeches and broadcast news',
    licences: { 'each corpus its own; none stated for the whole': ['nltk/nltk_data'] },
  },
  outfox: {
    holds: 'essays of US pupils and of models, some paraphrased or prompted to evade detection',
    licences: { 'Apache-2.0; human essays by the terms of a Kaggle release': ['ryuryukke/OUTFOX'] },
  },
  pact_talks: {
    holds: 'bargaining messages of one seat in consecutive rounds, joined by blank lines',
    licences: { 'none stated': ['lechmazur/pact'] },
  },
  persuade_essays: {
    holds: 'essays of US pupils',
    licences: { 'MIT; essays by the terms of a Kaggle release': ['phillip-yu2000/Student-Writing-AI'] },
  },
  persuasion: {
    holds: 'turns of debates between models',
    licences: { 'none stated': ['lechmazur/persuasion'] },
  },
  pg_essays: {
    holds: 'essays by Paul Graham up to 2021',
    licences: { 'MIT (the essays: their author)': ['gkamradt/LLMTest_NeedleInAHaystack'] },
  },
  qoder_wiki: {
    holds: 'project wikis made by the Qoder editor',
    licences: {
      'Apache-2.0': ['CoderWanFeng/python-office'],
      MIT: [
        'Craftegy-Analytics/QSpec',
        'AgenticDesktop/ACPLibrary',
        'AlibabaCloudLandingZone/alibabacloud-landingzone-accelerator-github-demo',
      ],
      'none stated': ['Chunde/SciPDFReader'],
      GPL: ['Etschmia/chesstrax'],
    },
  },
  readmes_human: {
    holds: 'READMEs and contribution guides of 89 projects',
    licences: {
      'per repository: MIT and Apache-2.0 in the main, some GPL, MPL-2.0, BSD, CC BY and CC BY-SA, some none stated':
        ['89 repositories, no more than 39 texts of one'],
    },
  },
  reddit_posts: {
    holds: 'self posts of 74 subreddits on daily life, opinion, hobbies (to 2013)',
    licences: { 'ODC PDDL': ['umbrae/reddit-top-2.5-million'] },
  },
  reddit_stories: {
    holds:
      'self posts of story subreddits (WritingPrompts, shortscarystories, creepypasta, KeepWriting and others, to 2013)',
    licences: { 'ODC PDDL': ['umbrae/reddit-top-2.5-million'] },
  },
  relnotes_human: {
    holds: 'release notes',
    licences: {
      'GPL-2.0': ['git/git', 'jgm/pandoc'],
      'BSD-3-Clause': ['numpy/numpy', 'scrapy/scrapy'],
      'Apache-2.0': ['psf/requests', 'elixir-lang/elixir'],
      'BSD-3-Clause (before 2024)': ['redis/redis'],
    },
  },
  reuters21578: {
    holds: 'newswire',
    licences: { 'none stated': ['pankajksharma/classfication-based-on-ptm-and-bayes'] },
  },
  ru_arena: {
    holds: 'answers to Russian arena prompts; the few in English',
    licences: { 'Apache-2.0': ['VikhrModels/ru_llm_arena'] },
  },
  se_stories: {
    holds:
      'short fiction: Dick, Sheckley, Pohl, Leiber, Piper, Anderson (1950s), O. Henry, Wodehouse (1900s-1910s)',
    licences: {
      'CC0 / public domain': [
        'standardebooks/o-henry_short-fiction',
        'standardebooks/p-g-wodehouse_short-fiction',
        'standardebooks/h-beam-piper_short-fiction',
        'standardebooks/fritz-leiber_short-fiction',
        'standardebooks/poul-anderson_short-fiction',
        'standardebooks/robert-sheckley_short-fiction',
        'standardebooks/frederik-pohl_short-fiction',
        'standardebooks/philip-k-dick_short-fiction',
      ],
    },
  },
  seqxgpt_docs: {
    holds:
      'passages of several genres and continuations by GPT-2, GPT-Neo, GPT-J, LLaMA, GPT-3 (SeqXGPT documents)',
    licences: { 'none stated': ['harsha148/Sentence-Level-AI-Generated-Text-Detection'] },
  },
  skytrax_reviews: {
    holds: 'reviews of airport lounges and aircraft seats (to 2015)',
    licences: { 'CC0 (the reviews: unknown, says the README)': ['quankiquanki/skytrax-reviews-dataset'] },
  },
  slop_score: {
    holds: 'stories and essays by 21 models of 2024-2025 to 300 prompts',
    licences: { 'MIT (result files)': ['sam-paech/slop-score'] },
  },
  spiral: {
    holds: 'chat answers of four 2025 models in long talks',
    licences: { 'MIT (README)': ['sam-paech/spiral-bench'] },
  },
  stack_blog: {
    holds: 'posts of the Stack Exchange blog 2008-2017: podcast notes, announcements, opinion',
    licences: { 'MIT (LICENSE of the theme)': ['StackExchange/stack-blog'] },
  },
  stack_blog_comments: {
    holds: "readers' comments under these posts",
    licences: { 'MIT (LICENSE of the theme)': ['StackExchange/stack-blog'] },
  },
  stackexchange_posts: {
    holds:
      "questions and answers of Stack Exchange dumps (beer, coffee, one site's meta), posts to 2021, without code",
    licences: {
      'none stated (the posts: CC BY-SA, Stack Exchange)': [
        'kevswanberg/beer_tentrr',
        'Yoav-Shafir/Elasticsearch-Coffee-Search-Engine-JS',
        'arianeborges/sentiment-analysis-with-python',
      ],
    },
  },
  step_game_talks: {
    holds: 'game talk of one player in consecutive turns, joined by blank lines',
    licences: { 'none stated': ['lechmazur/step_game'] },
  },
  tutorials_human: {
    holds: 'tutorials, open books, specifications, project documentation',
    licences: {
      'CC BY-SA 4.0': [
        'cp-algorithms/cp-algorithms',
        'goldbergyoni/nodebestpractices',
        'DjangoGirls/tutorial',
        'imthenachoman/How-To-Secure-A-Linux-Server',
      ],
      'none stated': ['emberjs/rfcs', 'ruby/www.ruby-lang.org'],
      'per document (BSD, CC0, public domain)': ['bitcoin/bips'],
      'BSD-3-Clause': ['yiisoft/yii2', 'numpy/numpy', 'pallets/flask', 'scrapy/scrapy'],
      'GPL-2.0': ['git/git', 'jgm/pandoc'],
      'CC BY 3.0 (text)': ['aosabook/500lines'],
      MIT: [
        'trimstray/nginx-admins-handbook',
        'yangshun/tech-interview-handbook',
        'reactjs/rfcs',
        'prakhar1989/docker-curriculum',
        'ryanmcdermott/clean-code-javascript',
      ],
      'MIT (code), CC BY-SA 4.0 (text)': ['algorithm-archivists/algorithm-archive'],
      'Apache-2.0': ['open-telemetry/opentelemetry-specification', 'elixir-lang/elixir', 'psf/requests'],
      'curl (MIT-like)': ['curl/curl'],
      'CC BY 4.0': ['swcarpentry/git-novice', 'swcarpentry/shell-novice'],
      'MPL-2.0': ['dwyl/learn-tdd'],
    },
  },
  wiki_news_gpt35: {
    holds: 'encyclopaedia and news paragraphs; those in English',
    licences: { 'none stated': ['LorenzM97/human-AI-generatedTextCorpus'] },
  },
  agent_prs: {
    holds: 'descriptions of pull requests opened by coding agents',
    licences: { 'none stated': ['SAILResearch/AI_Teammates_in_SE3'] },
  },
  aisci_ai: {
    holds: 'papers by AI-Scientist systems',
    licences: { 'none stated': ['xuda1979/AI-Scientist', 'chchenhui/AI-Scientist-v2'] },
  },
  archaeology_human: {
    holds: 'archaeology abstracts of Web of Science',
    licences: { 'none stated; abstracts: their publishers': ['benmarwick/berlinsummerschoolkeynote'] },
  },
  article_bias_human: {
    holds: 'articles of US outlets of all sides 2012-2020, news and opinion',
    licences: { 'Apache-2.0': ['ramybaly/Article-Bias-Prediction'] },
  },
  arxiv_abstracts: {
    holds: 'arXiv abstracts to 2019 of 97 fields',
    licences: { 'arXiv metadata CC0; repository: none stated': ['staeiou/arxiv_archive'] },
  },
  cogfingerprint: {
    holds:
      'Reddit posts and abstracts of 2020 and 2021; mirrors written from keywords and a summary at three prompt levels',
    licences: { 'none stated': ['yjkim717/cogfingerprint-llm (revision 55972174^)'] },
  },
  covidqa_human: {
    holds: 'biomedical papers of CORD-19 (to April 2020)',
    licences: { 'Apache-2.0': ['deepset-ai/COVID-QA'] },
  },
  denario_ai: {
    holds:
      'Denario papers and reports (cosmology, materials, fluid dynamics, finance, economics) by Gemini 3.1 Pro/Flash, Gemini 2.5 Pro, Claude Sonnet 4.6 agents',
    licences: {
      'none stated': [
        'GinevraBraga/Denario-AI--Assisted-Discovery-of-DHOST-Theories-without-Quantum-Ghosts',
        'ParallelScience/denario-3-weak-lensing-phase2',
        'ParallelScience/denario-abox3-perovskites-v1',
        '17 more',
      ],
    },
  },
  dh_human: {
    holds: 'long abstracts of the digital humanities conferences (literature, history, linguistics)',
    licences: { 'CC BY 4.0': ['ADHO/dh2016', 'ADHO/dh2018'] },
  },
  emailsense: {
    holds: 'university mail by GPT-4',
    licences: { 'none stated': ['ece1786-2023/EmailSense'] },
  },
  energy_human: {
    holds: 'wind power, energy, smart grid abstracts (export of 2016)',
    licences: { 'none stated; abstracts: their publishers': ['tristandewildt/Literature_review'] },
  },
  ewt: {
    holds: 'newsgroups, reviews and answers of the web',
    licences: { 'CC BY-SA 4.0 (annotation; texts are web texts)': ['UniversalDependencies/UD_English-EWT'] },
  },
  expertqa_ai: {
    holds:
      'answers to experts’ questions of 32 fields by GPT-4, Bing chat and retrieval systems, revised by experts (attack=human_edit)',
    licences: { MIT: ['chaitanyamalaviya/ExpertQA'] },
  },
  faid_generators: {
    holds: 'abstracts on the subjects of faidset by Gemma 2, Mistral, Qwen 2',
    licences: { MIT: ['ngocminhta/FAID'] },
  },
  faid_ielts_ai: {
    holds: 'answers to IELTS tasks by seven families of models, half begun or revised with a person',
    licences: { MIT: ['ngocminhta/FAID'] },
  },
  faidset: {
    holds:
      'abstracts (arXiv-like: computing, engineering, medicine) and thesis passages by GPT-4o-mini, Gemini 2.0, DeepSeek V3, Llama 3.3; half with a person (attack=mixed)',
    licences: { MIT: ['ngocminhta/FAID'] },
  },
  grobid_human: {
    holds: 'abstracts of journals of many publishers in GROBID training data (state before 2022)',
    licences: { 'Apache-2.0': ['kermitt2/grobid'] },
  },
  jobs_human: {
    holds: 'job adverts (data jobs, 2020)',
    licences: { 'none stated': ['PlayingNumbers/ds_salary_proj'] },
  },
  keyphrase_human: {
    holds:
      'Inspec abstracts (computing, control, information science), SemEval-2017 paragraphs (physics, materials), theses of Waikato, CiteULike and FAO papers (biology, agriculture, economics)',
    licences: { 'none stated': ['LIAAD/KeywordExtractor-Datasets'] },
  },
  llmfake_news: {
    holds: 'news and rumours invented by GPT-3.5 (hallucinated, arbitrary)',
    licences: { 'none stated': ['llm-misinformation/llm-misinformation'] },
  },
  llmwiki_ai: {
    holds: 'security wiki written by Claude',
    licences: { 'none stated': ['jakubvokoun/llm-wiki'] },
  },
  manubot_human: {
    holds: 'Sci-Hub, deep learning review, manubot manuscripts',
    licences: {
      'CC BY 4.0 and CC0': ['greenelab/deep-review', 'greenelab/meta-review', 'greenelab/scihub-manuscript'],
    },
  },
  mlrbench_ai: {
    holds:
      'research ideas (domain abstract) and proposals, papers by Claude 3.7 Sonnet, Gemini 2.5 Pro, o4-mini, DeepSeek-R1, Qwen3-235B, Ministral 8B, Codex',
    licences: { MIT: ['chchenhui/mlrbench'] },
  },
  oastm_human: {
    holds:
      '110 Elsevier open access articles of ten fields (agriculture, astronomy, biology, chemistry, computing, earth science, engineering, materials, mathematics, medicine): abstracts and sections',
    licences: { 'README: articles CC BY': ['elsevierlabs/OA-STM-Corpus'] },
  },
  openstax_human: {
    holds:
      'textbooks: sociology, psychology, business ethics, US history, philosophy, economics, government, astronomy',
    licences: {
      'CC BY 4.0 at the commits read (November 2022; later commits NC-SA)': [
        'openstax/osbooks-psychology',
        'openstax/osbooks-introduction-sociology',
        'openstax/osbooks-us-history',
        '5 more',
      ],
    },
  },
  planetmath_human: {
    holds: 'mathematical encyclopaedia',
    licences: {
      'CC BY-SA': [
        'planetmath/03_Mathematical_logic_and_foundations',
        'planetmath/11_Number_theory',
        'planetmath/01_History_and_biography',
        '2 more',
      ],
    },
  },
  plos_human: {
    holds: 'PLOS articles (medicine, biology): abstracts and sections',
    licences: { 'code MIT; articles CC BY': ['PLOS/allofplos'] },
  },
  products_human: {
    holds: 'product descriptions of an outdoor catalogue',
    licences: { 'none stated': ['nikitaa30/Content-based-Recommender-System'] },
  },
  pubmedqa_human: {
    holds: 'abstracts of medicine (PubMedQA, expert-labelled part), structured headings left out',
    licences: { MIT: ['pubmedqa/pubmedqa'] },
  },
  scisumm_human: {
    holds: 'ACL Anthology papers 1980-2015: abstracts and sections',
    licences: { 'CC BY 4.0': ['WING-NUS/scisumm-corpus'] },
  },
  scitldr: {
    holds: 'abstracts of OpenReview papers before 2021',
    licences: { 'Apache-2.0': ['allenai/scitldr'] },
  },
  scopus_human: {
    holds:
      'abstracts to 2021 of labour economics, archaeology, medicine, construction, public health and trials, agriculture, geography, civil engineering, urban sustainability, animal science, psychology of risk, business, law',
    licences: {
      'per repository: MIT (Lyme), GPL (2), none stated (others); abstracts: their publishers': [
        'antonio1970/Bibliometric-Analysis-of-ELRR',
        'regiusherder/Prioritizing-Factors-for-assessing-Sustainablity-of-Cities',
        'DevInnovationLab/i-h2o-living-meta',
        '11 more',
      ],
    },
  },
  speechmap: {
    holds: 'political essays by models of 2024-2026',
    licences: { 'Apache-2.0': ['xlr8harder/speechmap-data'] },
  },
  wikipara: {
    holds:
      'Wikipedia paragraphs (SQuAD, to 2018) by people; Llama 3.1 8B on the same kind of topics; paraphrases of both by Llama 3.1 8B and Mistral 7B (attack=paraphrase)',
    licences: { 'none stated': ['razon1494/Analysis-of-Human-vs.-LLM-Generated-Text'] },
  },
  requests: {
    holds:
      'texts of twenty kinds that a model of 2026 (Claude) wrote to plain requests, without a text by a person',
    licences: { CC0: ['lab/mirrors of this repository'] },
  },
};
