/** Prose written for the tests: long enough to be judged, with a shape that the parser has to see through. */
export const essay = `---
title: The pier
---

# What the pier taught me

The tide gauge at the east pier was read by hand until March, twice a day, by whoever drew the short straw. I drew
it a lot. The numbers went into a ledger that had gone soft from the damp, and nobody could read my sevens, so my
uncle made me cross them like they do in France. He'd never been to France.

What nobody told the man who sold us the new gauge is that the pier *moves*. Four centimetres, some nights, if the
swell comes round the point. The old ledger had a column for it, headed "wobble", and you wrote in it whatever you
felt like. Mostly we wrote "bit". Once, in the winter of the long storm, somebody wrote "God help us" and underlined
it twice, and when I asked who, all six of them looked at the floor.

\`\`\`js
const wobble = readGauge();
\`\`\`

So the new gauge said the sea had risen by four centimetres in a night and sank again by breakfast, and the office in
town rang up to ask whether we had been drinking. We had, but that's got nothing to do with it. My uncle took the
phone, listened for a while, said "it's the pier, love", and hung up. They sent a man. He stood at the end of it in his
good shoes for an hour with a spirit level, and then he came in and asked, very politely, whether he could see the
ledger.
`;

export const sentenceInEssay = 'The old ledger had a column for it';

/** Prose in the manner of a language model, every sentence of which is flagged: a heading and nine sentences. */
export const brochure = `# The Role of Community Gardens in Modern Cities

Community gardens play a crucial role in fostering sustainable urban development. By transforming underutilized spaces into vibrant green areas, they not only enhance the aesthetic appeal of neighborhoods but also promote environmental awareness. Moreover, these gardens serve as a testament to the power of collective action and shared responsibility.

Furthermore, community gardens offer a wide range of benefits that extend far beyond the cultivation of fresh produce. They provide valuable opportunities for education, social interaction, and personal growth. Additionally, they contribute to improved mental well-being by offering individuals a tranquil space to connect with nature.

In conclusion, community gardens represent a multifaceted approach to addressing the challenges of urban living. It is important to recognize that their success depends on ongoing collaboration between residents, local governments, and organizations. By investing in these spaces, cities can pave the way for a healthier, more inclusive, and more resilient future.
`;

/** Where sentences of the brochure begin. */
export const placesInBrochure = {
  first: 0,
  second: brochure.indexOf('Community gardens play'),
  last: brochure.indexOf('By investing'),
};
