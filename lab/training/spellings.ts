/** British spellings with the American ones, and the rules behind the regular ones. */

const pairs =
  'colour color|colours colors|coloured colored|favour favor|favourite favorite|favourable favorable|honour honor|' +
  'honoured honored|labour labor|neighbour neighbor|neighbours neighbors|neighbourhood neighborhood|flavour flavor|' +
  'flavours flavors|behaviour behavior|behaviours behaviors|harbour harbor|humour humor|rumour rumor|vigour vigor|' +
  'endeavour endeavor|endeavours endeavors|centre center|centres centers|theatre theater|theatres theaters|' +
  'metre meter|metres meters|litre liter|litres liters|fibre fiber|fibres fibers|defence defense|offence offense|' +
  'licence license|practise practice|grey gray|cheque check|tyre tire|tyres tires|plough plow|sceptical skeptical|' +
  'sceptic skeptic|mould mold|programme program|programmes programs|catalogue catalog|dialogue dialog|' +
  'analogue analog|travelled traveled|travelling traveling|traveller traveler|cancelled canceled|' +
  'cancelling canceling|modelled modeled|modelling modeling|labelled labeled|labelling labeling|' +
  'fulfil fulfill|fulfilment fulfillment|skilful skillful|enrol enroll|enrolment enrollment|jewellery jewelry|' +
  'ageing aging|judgement judgment|acknowledgement acknowledgment|manoeuvre maneuver|anaemia anemia|' +
  'encyclopaedia encyclopedia|aluminium aluminum|aeroplane airplane|pyjamas pajamas|whilst while|amongst among|' +
  'towards toward|learnt learned|dreamt dreamed|burnt burned|spelt spelled|kerb curb|storey story|analyse analyze|' +
  'analysed analyzed|analysing analyzing|paralyse paralyze|catalyse catalyze';

const verbStems =
  'organ real recogn emphas apolog critic special general categor character final maxim minim optim priorit ' +
  'summar util visual standard stabil symbol social modern memor harmon global familiar energ econom custom ' +
  'central capital author normal personal neutral mobil fantas civil legal local';
const verbEndings = ['e', 'es', 'ed', 'ing', 'ation', 'ations'];

/** For each word in lower case with a second spelling, that of the other side of the Atlantic. */
export const otherSpelling: ReadonlyMap<string, string> = new Map([
  ...pairs.split('|').flatMap((pair) => bothWays(...(pair.split(' ') as [string, string]))),
  ...verbStems
    .split(' ')
    .flatMap((stem) => verbEndings.flatMap((ending) => bothWays(`${stem}is${ending}`, `${stem}iz${ending}`))),
]);

// An American spelling that is also a common British word, such as 'tire', is not replaced.
function bothWays(british: string, american: string): [string, string][] {
  const ambiguous = new Set([
    'check',
    'tire',
    'tires',
    'story',
    'program',
    'programs',
    'while',
    'among',
    'meter',
    'meters',
  ]);
  return ambiguous.has(american)
    ? [[british, american]]
    : [
        [british, american],
        [american, british],
      ];
}
