/**
 * Sources left out together: each group holds both classes of one kind of text, and no source outside it shares
 * human texts with one inside (outfox and persuade_essays do; so do fastdetectgpt, glimpse_en and imbd).
 */
export const sourceGroups: Readonly<Record<string, readonly string[]>> = {
  essays: ['outfox', 'persuade_essays'],
  continuations: ['fastdetectgpt', 'glimpse_en', 'imbd'],
  documentation: ['docs_human_pre2021', 'readmes_human', 'docs_claude_commits', 'qoder_wiki'],
  blogs: ['blogs_human', 'blogs_ai'],
  rewrites: ['l2r', 'imdb'],
  code_prose: ['commits_human', 'commits_ai', 'comments_human', 'comments_ai', 'relnotes_human'],
  news: ['reuters21578', 'nltk_human', 'wiki_news_gpt35', 'gpt4_wiki', 'alpaca_eval'],
  papers: ['hppt', 'latex_human', 'latex_ai'],
  handbooks: ['handbooks_human', 'tutorials_human', 'hellobench', 'arena_hard', 'deep_research'],
  stories: ['gutenberg', 'eqbench_creative', 'persuasion', 'mtbench_langs', 'ru_arena', 'multilingual_qa'],
};
