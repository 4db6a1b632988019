/** What is known of a stretch, each with every other: so many weights a model holds (segments/stretches.ts). */
export const baseCount = 12;
export const stretchFeatureCount = baseCount + (baseCount * (baseCount + 1)) / 2;
