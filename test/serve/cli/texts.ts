/** Texts for the command line's tests: a letter by a person (Abraham Lincoln, 1864), and an essay in the manner of AI. */
export const letter = `# A letter

I have been shown in the files of the War Department a statement of the Adjutant General of Massachusetts that you are
the mother of five sons who have died gloriously on the field of battle. I feel how weak and fruitless must be any word
of mine which should attempt to beguile you from the grief of a loss so overwhelming. But I cannot refrain from
tendering you the consolation that may be found in the thanks of the Republic they died to save.
`;

export const essay = `# The Transformative Power of Community Gardens

Community gardens represent a powerful intersection of environmental stewardship, social connection, and personal well-being. In today's rapidly evolving urban landscape, these shared green spaces play a crucial role in fostering resilience and promoting sustainable living. By transforming vacant lots into vibrant ecosystems, communities can cultivate not only fresh produce but also a profound sense of belonging.

Furthermore, community gardens serve as invaluable educational platforms. They provide participants with opportunities to learn about nutrition, biodiversity, and the intricate relationships that sustain healthy ecosystems. Children, in particular, benefit from hands-on experiences that foster curiosity and a deeper appreciation for the natural world. These experiences underscore the importance of integrating practical learning into everyday life.

Moreover, the social benefits of community gardens cannot be overstated. They bring together individuals from diverse backgrounds, encouraging collaboration and mutual understanding. Through shared responsibility and collective effort, participants develop meaningful connections that strengthen the fabric of their neighborhoods. This sense of community is essential in an era where social isolation has become increasingly prevalent.

In conclusion, community gardens offer a multifaceted approach to addressing some of the most pressing challenges of our time. They enhance food security, promote environmental sustainability, and nurture social cohesion. As cities continue to grow, investing in these spaces will be essential to creating healthier, more equitable, and more resilient communities for generations to come.
`;
