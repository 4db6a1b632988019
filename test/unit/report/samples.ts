import type { Evidence, FalseAlarms, Report, Segment } from '../../../src/api/report.ts';
import { bandOf } from '../../../src/api/bands.ts';

/** Reports of invented texts, for the tests of the view. */

type Scored = readonly [score: number, sentence: string];

/** A report whose segments are the given sentences; paragraphs are parted by a blank line. */
export function reportOf(
  paragraphs: readonly (readonly Scored[])[],
  result: Partial<Report['result']> = {},
  fields: Partial<Report> = {},
): Report {
  let content = '';
  const segments: Segment[] = [];
  const words = { human: 0, uncertain: 0, ai: 0 };
  paragraphs.forEach((paragraph, p) => {
    if (p > 0) content += '\n\n';
    paragraph.forEach(([score, sentence], s) => {
      if (s > 0) content += ' ';
      segments.push({ start: content.length, end: content.length + sentence.length, score });
      words[bandOf(score)] += sentence.split(/\s+/).length;
      content += sentence;
    });
  });
  const total = words.human + words.uncertain + words.ai;
  return {
    id: '019aa5b2-7c00-7000-8000-000000000001',
    created_at: '2026-11-21T09:30:00.123Z',
    generated_at: '2026-11-21T09:30:00.148Z',
    title: 'field-notes.md',
    project: 'harbour',
    privacy: 1,
    url: 'http://inkling.invalid/reports/019aa5b2-7c00-7000-8000-000000000001',
    language: 'en',
    words: total,
    characters: content.length,
    sentences: segments.length,
    model: 'inkling-en 1.0',
    content,
    ...fields,
    result: {
      score: 0.5,
      verdict: 'uncertain',
      confidence: 'medium',
      reasons: [],
      shares: {
        human: words.human / total,
        uncertain: words.uncertain / total,
        ai: words.ai / total,
      },
      segments,
      evidence: [],
      ...result,
    },
  };
}

/** The same report with the number of false alarms of its score. */
export function withAlarms(report: Report, alarms: Partial<FalseAlarms> = {}): Report {
  const false_alarms = { per_1000: 1, texts: 2614, kind: 'essays', min_words: 60, max_words: 150, ...alarms };
  return { ...report, result: { ...report.result, false_alarms } };
}

/** The same report with the score of each sentence's own words, in turn. */
export function withOwnScores(report: Report, scores: readonly number[]): Report {
  const segments = report.result.segments.map((segment, i) => ({
    ...segment,
    own_score: scores[i % scores.length]!,
  }));
  return { ...report, result: { ...report.result, segments } };
}

/** Evidence at each occurrence of the quotes in the report's content. */
export function evidenceAt(
  { content }: Pick<Report, 'content'>,
  label: string,
  weight: number,
  quotes: readonly string[] = [],
): Evidence {
  const spans = quotes.flatMap((quote) => {
    const start = content.indexOf(quote);
    return start < 0 ? [] : [{ start, end: start + quote.length }];
  });
  return { feature: label.toLowerCase().replace(/\W+/g, '_'), label, weight, spans };
}

const pier: readonly (readonly Scored[])[] = [
  [
    [0.12, 'The gauge at the east pier was read by hand until March, by whoever drew the short straw.'],
    [0.08, 'I drew it a lot.'],
    [0.46, 'The figures were pencilled into a ledger that had gone soft from the damp.'],
    [0.1, 'Nobody could find the second volume, so we started a third and lied about the dates.'],
  ],
  [
    [
      0.93,
      'The integration of automated monitoring systems represents a significant advancement in the management of coastal infrastructure.',
    ],
    [
      0.9,
      'By leveraging continuous measurements, stakeholders can make informed decisions that enhance both safety and operational efficiency.',
    ],
    [
      0.86,
      'Furthermore, the availability of real-time information fosters collaboration between departments and promotes a culture of transparency.',
    ],
    [0.58, 'It also takes some work off the people on the night shift.'],
  ],
  [
    [0.09, 'What nobody told the vendor is that the pier moves.'],
    [
      0.14,
      'Four centimetres, some nights, if the swell comes round the point; the old ledger has a column for it, headed “wobble”.',
    ],
    [0.21, 'Their sensor called that a storm and rang my phone at ten past three.'],
    [0.07, 'Twice.'],
    [
      0.33,
      'We have since put the threshold up, which is to say that I went out with a laptop under my coat and put it up.',
    ],
  ],
  [
    [0.41, 'The new numbers agree with the old ones to within a finger’s width.'],
    [
      0.88,
      'In conclusion, the adoption of a comprehensive monitoring strategy is essential for ensuring the long-term resilience of maritime assets.',
    ],
    [0.91, 'It is important to note that ongoing evaluation remains a key component of sustainable success.'],
    [0.15, 'I kept the ledger.'],
    [0.11, 'It is on the shelf behind the kettle, if anybody wants to argue.'],
  ],
];

/** A person's text with passages of another hand. */
export function mixedReport(fields: Partial<Report> = {}): Report {
  const report = reportOf(pier, { score: 0.64, verdict: 'mixed', confidence: 'medium' }, fields);
  report.result.reasons = [
    { code: 'conflicting_parts', message: 'Some parts read very differently from others.' },
  ];
  report.result.evidence = [
    evidenceAt(report, 'Nouns made of verbs, close together', 1.32, [
      'integration of automated monitoring systems represents a significant advancement in the management',
      'adoption of a comprehensive monitoring strategy',
      'availability of real-time information',
      'ongoing evaluation',
    ]),
    evidenceAt(report, 'Stock phrases that open and close a thought', 0.71, [
      'Furthermore',
      'In conclusion',
      'It is important to note',
    ]),
    evidenceAt(report, 'Sentences of even length', 0.22),
    evidenceAt(report, 'Short and long sentences mixed', -0.84, ['Twice.', 'I kept the ledger.']),
    evidenceAt(report, 'Concrete, unplanned detail', -0.52, ['“wobble”', 'ten past three']),
  ];
  return report;
}

/** A person's text, short enough to be unsure of. */
export function humanReport(fields: Partial<Report> = {}): Report {
  const report = reportOf(
    [
      [
        [0.06, 'Bees first: the far hive swarmed on Sunday while we were at the dentist.'],
        [
          0.11,
          'Old Marek caught them off the neighbour’s pear with a cardboard box and a broom, swearing in two languages.',
        ],
        [0.18, 'He wants no money but has asked, three times now, about the ladder.'],
      ],
      [
        [0.22, 'Frames in the near hive are heavy.'],
        [0.09, 'I’d say take six, leave four, and for once write down which.'],
        [0.14, 'The smoker is under the tarp (not the blue tarp).'],
        [0.31, 'Back Thursday, late, if the ferry is running.'],
      ],
    ],
    {
      score: 0.08,
      verdict: 'human',
      confidence: 'low',
      reasons: [
        {
          code: 'short',
          message: 'With 82 words there is little to go by; from 150 on the verdict is surer.',
        },
      ],
    },
    { title: 'note-for-jana.txt', project: null, ...fields },
  );
  report.result.evidence = [
    evidenceAt(report, 'Contractions and asides', -0.93, ['(not the blue tarp)', 'I’d say']),
    evidenceAt(report, 'Concrete, unplanned detail', -0.61, ['cardboard box and a broom']),
  ];
  return report;
}

/** A text of one voice throughout, and not a person's. */
export function aiReport(fields: Partial<Report> = {}): Report {
  const report = reportOf(
    [
      [
        [0.94, 'Effective communication plays a crucial role in the success of modern organisations.'],
        [
          0.97,
          'By fostering an environment of openness and trust, leaders can empower their teams to reach their full potential.',
        ],
        [0.91, 'Moreover, clear communication reduces misunderstandings and enhances overall productivity.'],
      ],
      [
        [
          0.95,
          'One of the key benefits of a well-defined communication strategy is its ability to align diverse perspectives toward a common goal.',
        ],
        [
          0.89,
          'This alignment not only improves decision-making but also strengthens the bonds between colleagues.',
        ],
        [0.72, 'Regular feedback helps as well.'],
        [
          0.96,
          'Ultimately, investing in communication is an investment in the long-term growth and resilience of the organisation.',
        ],
      ],
    ],
    { score: 0.97, verdict: 'ai', confidence: 'high' },
    { title: 'communication.md', project: 'handbook', ...fields },
  );
  report.result.evidence = [
    evidenceAt(report, 'Stock phrases that open and close a thought', 1.9, [
      'Moreover',
      'Ultimately',
      'plays a crucial role',
    ]),
    evidenceAt(report, 'Pairs where one word would do', 1.1, ['openness and trust', 'growth and resilience']),
  ];
  return report;
}

/** A text that reads like AI throughout, but no more than people's texts can: without a verdict. */
export function leaningReport(fields: Partial<Report> = {}): Report {
  const report = aiReport({ title: 'communication-draft.md', words: 3414, ...fields });
  report.result = {
    ...report.result,
    score: 0.96,
    verdict: 'uncertain',
    confidence: 'low',
    reasons: [
      {
        code: 'between',
        message: 'Human-written and AI texts both reach this score, so it decides nothing.',
      },
    ],
    segments: report.result.segments.map((segment) => ({ ...segment, score: 0.955 })),
    shares: { human: 0, uncertain: 0, ai: 1 },
  };
  return report;
}

/** Too few words for any verdict. */
export function tooShortReport(fields: Partial<Report> = {}): Report {
  return reportOf(
    [
      [
        [0.83, 'Thank you for your order.'],
        [0.79, 'We will let you know as soon as it is on its way.'],
      ],
    ],
    {
      score: 0.71,
      verdict: 'uncertain',
      confidence: 'low',
      reasons: [
        { code: 'too_short', message: 'The text has 17 words; at least 60 are needed for a verdict.' },
      ],
    },
    { title: 'order.txt', project: null, ...fields },
  );
}

const hostile = `"><img src=x onerror=alert(1)><script>alert(2)</script></textarea></style>'\`\${7*7}&lt;b&gt;\u0000\u202E`;

/** Every string of it tries to be markup. */
export function hostileReport(): Report {
  const report = reportOf(
    [
      [
        [0.92, `First ${hostile} end.`],
        [0.2, `</span></p></main><a href="javascript:alert(3)">second</a> & 'third' "fourth".`],
      ],
      [[0.5, '<svg onload=alert(4)>'.repeat(3)]],
    ],
    {
      score: 0.6,
      verdict: 'mixed',
      confidence: 'low',
      reasons: [{ code: hostile, message: hostile }],
    },
    {
      title: hostile,
      project: hostile,
      model: hostile,
      language: `en" onload="alert(5)`,
      created_at: hostile,
      url: `javascript:alert(6)//${hostile}`,
    },
  );
  report.result.evidence = [
    { feature: hostile, label: hostile, weight: 1, spans: [{ start: 0, end: 90 }] },
    { feature: 'beyond', label: 'Beyond the text', weight: -1, spans: [{ start: 1e6, end: 2e6 }] },
  ];
  return report;
}

/** A text of about the given number of words, its sentences taken from the other samples in turn. */
export function longReport(words: number): Report {
  const paragraphs: Scored[][] = [];
  for (let written = 0, i = 0; written < words; i++) {
    const paragraph = pier[i % pier.length]!;
    // Slow waves of score, so that the score bar has something to show.
    const wave = 0.5 + 0.5 * Math.sin(i / 9);
    const scored = paragraph.map(([score, sentence]): Scored => [
      Math.min(1, score * 0.5 + wave * 0.5),
      sentence,
    ]);
    paragraphs.push(scored);
    written += scored.reduce((sum, [, sentence]) => sum + sentence.split(/\s+/).length, 0);
  }
  const report = reportOf(paragraphs, { score: 0.55, verdict: 'mixed', confidence: 'high' });
  report.result.evidence = mixedReport().result.evidence;
  return report;
}
