/** The languages in which texts are judged, as BCP 47 tags: those with a model in media/, English first. */
export const judgedLanguages = ['en', 'de', 'es', 'fr', 'pt', 'ru'] as const;
