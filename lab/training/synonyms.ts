/**
 * Everyday English words that are interchangeable in most sentences, written for this project. Every word of a group
 * has regular endings, so that its forms correspond to those of the others.
 */

const nouns =
  'answer reply|area region zone|aim goal target objective|error mistake fault|job task|method approach technique|' +
  'problem issue difficulty|part portion section|place location spot|result outcome|shop store|road route|' +
  'picture image|gift present|idea concept notion|change shift alteration|rule regulation|danger hazard risk|' +
  'benefit advantage|fact detail|kind type sort|number amount quantity|employee worker|pupil student|' +
  'teacher instructor|effect consequence|test trial|choice option|skill talent|' +
  'feature trait characteristic|reason cause ground|author writer|expert specialist|home residence|' +
  'street avenue|garden yard|parent guardian|friend companion|customer client|company firm business|' +
  'team group crew|event incident occasion|trip journey voyage|field domain sphere|tool instrument device|' +
  'step stage phase|plan scheme strategy|dispute conflict quarrel|habit custom|feeling emotion sentiment|' +
  'law statute|income earning|expense cost|fight battle|illness disease ailment|doctor physician|' +
  'forest wood|stone rock|sea ocean|boat vessel|hint clue|guess estimate|border boundary|' +
  'edge rim|top summit|bottom base|chance opportunity|obstacle barrier hurdle|doubt uncertainty|rumour tale|' +
  'story tale narrative|village hamlet|town city|speech talk lecture|letter note message|purpose intention|' +
  'period era|moment instant|sign signal|trend tendency|example instance|' +
  'duty obligation responsibility|power authority|strength asset|weakness shortcoming limitation|' +
  'assessment evaluation|rate pace|limit bound|component element|model pattern|challenge difficulty|' +
  'improvement enhancement advance|discovery finding|researcher scientist scholar|society community|' +
  'structure framework|argument claim|decision judgement|meeting gathering|guest visitor|smell odour scent|' +
  'noise sound|colour shade hue|fear worry concern|joy delight pleasure|sorrow grief';

const verbs =
  'use employ utilise|help assist aid|start commence|finish complete conclude|show display exhibit|' +
  'ask enquire|answer respond reply|allow enable|explain clarify|improve enhance|increase raise|' +
  'reduce lessen decrease|create produce generate|watch observe|gather collect assemble|walk stroll|' +
  'talk converse|obtain acquire gain|change alter modify|fix repair mend|save conserve preserve|' +
  'support assist|want desire|hate detest loathe|love adore|try attempt|seem appear|' +
  'end conclude|receive obtain|join unite|divide separate|destroy demolish ruin|protect guard shield|' +
  'examine inspect investigate|believe suppose|consider ponder|discover uncover|demonstrate illustrate|' +
  'select pick|remove eliminate|arrive appear|depart exit|remain stay|suggest propose recommend|' +
  'highlight emphasise stress underline|influence affect shape|contain include|describe portray depict|' +
  'achieve attain accomplish|manage handle|develop evolve|encourage inspire motivate|ensure guarantee|' +
  'follow pursue|imagine picture|learn master|mention note|move shift|notice observe perceive|offer provide|' +
  'perform execute|prevent avert|promise pledge vow|push press|question doubt challenge|' +
  'reject decline refuse|return revert|reveal expose disclose|share distribute|shout yell|complain grumble|' +
  'solve resolve|tackle address|trust believe|visit attend|wait linger|waste squander|work labour|worry concern|' +
  'assess evaluate gauge|combine merge|compare contrast|connect link|construct assemble|delay postpone|' +
  'demand insist|estimate guess|expand extend enlarge|fail collapse|gain secure|' +
  'hurry rush|ignore neglect overlook|limit restrict|maintain sustain|measure gauge|ponder wonder|' +
  'persuade convince|prepare arrange|punish penalise|recall remember|regard view|release free|replace supplant|' +
  'rescue save|search hunt|strengthen reinforce|surround encircle|' +
  'transform convert|underscore stress|value treasure cherish|vary differ|foster promote|' +
  'facilitate ease|leverage exploit|navigate traverse|explore investigate';

const fixed =
  'big large sizeable|small little tiny|important significant crucial vital|quick fast rapid swift|slow gradual|' +
  'happy glad cheerful|sad unhappy sorrowful|good fine|bad poor|hard difficult tough|easy simple effortless|' +
  'beautiful lovely attractive|ugly unattractive|smart clever intelligent|strange odd peculiar|old aged ancient|' +
  'new novel fresh|main chief primary principal|whole entire complete|rich wealthy affluent|strong powerful sturdy|' +
  'weak feeble frail|famous renowned celebrated|common widespread frequent|rare scarce uncommon|clear plain evident|' +
  'useful helpful handy|dangerous hazardous risky|angry furious irate|calm peaceful tranquil|brave bold courageous|' +
  'careful cautious prudent|certain sure|correct right accurate|wrong incorrect mistaken|different distinct diverse|' +
  'similar alike comparable|enough sufficient adequate|huge enormous immense vast|modern contemporary current|' +
  'necessary essential required|normal usual ordinary|quiet silent hushed|several various numerous|special unique|' +
  'sudden abrupt unexpected|tired weary exhausted|traditional conventional customary|wide broad|key pivotal|' +
  'complex intricate complicated|robust sturdy resilient|innovative inventive original|comprehensive thorough|' +
  'effective efficient successful|notable remarkable striking|possible feasible viable|global worldwide|' +
  'quickly rapidly swiftly|slowly gradually|often frequently regularly|sometimes occasionally|usually generally normally|' +
  'almost nearly|mainly mostly chiefly primarily|really truly genuinely|clearly plainly evidently|suddenly abruptly|' +
  'finally eventually ultimately|probably presumably|especially particularly notably|completely entirely totally wholly|' +
  'easily readily|carefully cautiously|happily gladly|perhaps maybe|approximately roughly|significantly considerably|' +
  'additionally furthermore moreover besides|therefore thus consequently hence|however nevertheless nonetheless|' +
  'although though|while whereas|because since|within inside|among amongst|toward towards|until till|' +
  'began started|begun started|bought purchased|built constructed|came arrived|chose selected picked|found discovered|' +
  'gave provided|given provided|got obtained received|grew expanded|kept retained maintained|knew understood|' +
  'led guided|made created produced|met encountered|said stated remarked|' +
  'sent dispatched|showed displayed|shown displayed|spoke talked|taught instructed|told informed|' +
  'took seized|understood grasped|wrote penned|written penned|choosing selecting picking|finding discovering|' +
  'making creating producing|keeping retaining maintaining|getting obtaining receiving|giving providing|' +
  'child youngster kid|children youngsters kids|people individuals persons|men gentlemen|women ladies|life existence';

type Inflection = (word: string) => string[];

const isSibilant = (word: string): boolean => /(?:s|x|z|ch|sh)$/.test(word);
const endsConsonantY = (word: string): boolean => /[^aeiou]y$/.test(word);

const withS = (word: string): string => {
  if (endsConsonantY(word)) return word.slice(0, -1) + 'ies';
  return word + (isSibilant(word) ? 'es' : 's');
};
const withEd = (word: string): string => {
  if (endsConsonantY(word)) return word.slice(0, -1) + 'ied';
  return word + (word.endsWith('e') ? 'd' : 'ed');
};
const withIng = (word: string): string => (/[^e]e$/.test(word) ? word.slice(0, -1) : word) + 'ing';

/** The substitutes of each word in lower case. */
function buildTable(): ReadonlyMap<string, readonly string[]> {
  const table = new Map<string, string[]>();
  const add = (groups: string, inflect: Inflection): void => {
    for (const group of groups.split('|')) {
      const forms = group.split(' ').map(inflect);
      for (const [i, own] of forms.entries()) {
        own.forEach((word, form) => {
          const others = forms.flatMap((other, k) => (k === i ? [] : [other[form]!]));
          // A word in two groups keeps the substitutes of the first, because its senses differ.
          if (!table.has(word)) table.set(word, others);
        });
      }
    }
  };
  add(fixed, (word) => [word]);
  add(nouns, (word) => [word, withS(word)]);
  add(verbs, (word) => [word, withS(word), withEd(word), withIng(word)]);
  return table;
}

export const synonyms: ReadonlyMap<string, readonly string[]> = buildTable();
