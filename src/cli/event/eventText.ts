import * as v from 'valibot';
import { StartError } from '../../service/startError.ts';

/** What of an event is read: GitHub’s payloads have much more. */

const Account = v.nullable(v.object({ type: v.optional(v.string(), 'User') }));

const Written = v.object({
  node_id: v.string(),
  body: v.nullish(v.string(), ''),
  author_association: v.optional(v.string(), 'NONE'),
  user: v.optional(Account, null),
});

const Labelled = v.object({
  ...Written.entries,
  labels: v.optional(v.array(v.object({ name: v.string() })), []),
});

const Repository = v.object({ full_name: v.pipe(v.string(), v.regex(/^[\w.-]+\/[\w.-]+$/)) });

/** Its repository is gone where a fork was deleted. */
const Side = v.object({ repo: v.nullable(Repository) });

const Event = v.object({
  action: v.optional(v.string(), ''),
  repository: Repository,
  issue: v.optional(Labelled),
  discussion: v.optional(Labelled),
  pull_request: v.optional(v.object({ ...Labelled.entries, head: Side, base: Side })),
  review: v.optional(Written),
  comment: v.optional(v.unknown()),
});

/** What people write that events carry. */
export type TextKind = 'issue' | 'pull request' | 'discussion' | 'review';

/** The text of an event. */
export interface EventText {
  kind: TextKind;
  text: string;
  /** GitHub’s id of the text, by which its comment is found again. */
  id: string;
  /** GitHub’s id of what is labelled and commented: a review’s is its pull request. */
  subject: string;
  /** `owner/name` */
  repository: string;
  labels: readonly string[];
  association: string;
  isByBot: boolean;
  /** Whether nothing can have been said of it before. */
  isNew: boolean;
  /** Whether a pull request comes from a fork, where only `pull_request_target` has a token that can write. */
  isFromFork: boolean;
}

/**
 * The text that an event’s file carries.
 * @param file what to call it in an error.
 * @returns `undefined` for events of other things.
 * @throws StartError when it is not an event of GitHub; it names the field.
 */
export function eventTextIn(json: string, file: string): EventText | undefined {
  const { action, repository, issue, discussion, pull_request: pull, review, comment } = parsed(json, file);
  if (comment !== undefined) return undefined;
  const subject = pull ?? issue ?? discussion;
  if (!subject) return undefined;
  const written = review ?? subject;
  return {
    kind: review ? 'review' : pull ? 'pull request' : issue ? 'issue' : 'discussion',
    text: written.body,
    id: written.node_id,
    subject: subject.node_id,
    repository: repository.full_name,
    labels: subject.labels.map(({ name }) => name),
    association: written.author_association,
    isByBot: written.user?.type === 'Bot',
    isNew: ['opened', 'created', 'submitted'].includes(action),
    isFromFork: pull !== undefined && pull.head.repo?.full_name !== pull.base.repo?.full_name,
  };
}

function parsed(json: string, file: string): v.InferOutput<typeof Event> {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch (cause) {
    throw new StartError(`${file}: not valid JSON. Name the file of GITHUB_EVENT_PATH.`, { cause });
  }
  const event = v.safeParse(Event, value);
  if (event.success) return event.output;
  const [issue] = event.issues;
  throw new StartError(
    `${file}: not an event of GitHub (${v.getDotPath(issue) ?? 'the whole'}: ${issue.message}).`,
  );
}
