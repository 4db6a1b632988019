/** What is known of a stretch (segments/stretches.ts). */
const baseCount = 12;
/** With each product of two: so many weights a model holds. */
export const stretchFeatureCount = baseCount + (baseCount * (baseCount + 1)) / 2;
