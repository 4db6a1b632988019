import type { ServiceLimits } from '../../service.ts';

/** A part of what holds for every operation. Paragraphs are CommonMark of which only `code` is used. */
export interface Section {
  title: string;
  paragraphs: string[];
}

/** What a reader must know before any operation. */
export function guide({ maxContentBytes }: ServiceLimits): Section[] {
  return [
    {
      title: 'Authentication',
      paragraphs: [
        'Every operation needs an API key, sent as `Authorization: Bearer <key>`; only this document is open to everyone. A key names one account, and nothing of another account can be seen or changed with it: what is not yours answers 404, as what does not exist.',
        'A key in an address counts for nothing, since addresses end up in logs.',
      ],
    },
    {
      title: 'Requests',
      paragraphs: [
        'Text is UTF-8. A body is a form (`application/x-www-form-urlencoded` or `multipart/form-data`) or a JSON object, with the same names of fields, and without `Content-Encoding`. A number is digits in a form and a number in JSON: there, `"1"` for `1` answers 422. Fields and parameters that are not listed here are ignored.',
        'Nothing is silently corrected: a parameter with a value that is not allowed, or given twice, answers 422 and is named. Every address that takes `GET` takes `HEAD`; a method that an address does not take answers 405 with `Allow`. What is no sound HTTP, has two `Host` headers, or an address or a `Host` that is none, answers 400, and the connection is closed; a `Transfer-Encoding` other than `chunked` alone answers 501.',
        'With `Expect: 100-continue`, the body is asked for once the key and the length have been found good; else the answer comes at once.',
      ],
    },
    {
      title: 'Answers',
      paragraphs: [
        'Answers are JSON. One resource is in `data`; so is a list, with `links` and `meta` beside it. Timestamps are RFC 3339 in UTC with milliseconds. Every answer carries an `X-Request-Id`, under which the service logs its own failures.',
        'An error is `message`, a sentence for a person, `code`, a word for a program that never changes, and with status 422 `errors`, what is wrong by parameter. New codes may come: go by the status where you don’t know one.',
        'What is answered 429 or 503 was not done, and may be sent again after the seconds in `Retry-After`. Only where the connection to the database broke as a report was being stored may it be there all the same: sent again with its `Idempotency-Key`, it is not stored twice.',
      ],
    },
    {
      title: 'Reading on',
      paragraphs: [
        '`links.next` and `links.prev` carry a cursor, which costs the same at any depth and neither repeats nor hides an item when others come or go meanwhile. Take them as they are: a cursor that was changed, or comes from another list, order or account, answers 422. `page` jumps to a page by its number; past the end there is an empty list.',
      ],
    },
    {
      title: 'Text and offsets',
      paragraphs: [
        'Content is stored exactly as it is sent: line ends, a byte order mark and either normal form of a letter stay. Only a lone surrogate, which UTF-8 can’t carry, becomes U+FFFD. Offsets count UTF-16 code units of `content`, as strings do in JavaScript, Java and C#; the end is exclusive.',
      ],
    },
    {
      title: 'Limits',
      paragraphs: [
        `Content has at most ${maxContentBytes} bytes in UTF-8; more answers 413. A body may be as long as such a content needs in its media type: three times that in a urlencoded form, six times in JSON; and it has at most 1000 fields. A service may limit how many requests a minute an account may send, whichever of its keys they carry: then every answer says in \`RateLimit\` how many are left and in \`RateLimit-Policy\` what the limit is, and what is over it answers 429 with \`Retry-After\`.`,
        'A service may also limit how many keys, reports and bytes of text an account keeps. A report for which there is no room answers 403 with the `code` `quota_exceeded` until something is deleted.',
      ],
    },
  ];
}
