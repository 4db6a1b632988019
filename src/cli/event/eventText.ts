import * as v from 'valibot';
import { StartError } from '../../service/service.ts';

/** The parts of an event that are used; GitHub's payloads contain much more. */

const Written = v.object({
  node_id: v.string(),
  body: v.nullish(v.string(), ''),
  author_association: v.optional(v.string(), 'NONE'),
  user: v.nullish(v.object({ type: v.optional(v.string()) })),
});

const Labelled = v.object({
  ...Written.entries,
  labels: v.nullish(v.array(v.object({ name: v.string() })), []),
});

const Repository = v.object({ full_name: v.pipe(v.string(), v.regex(/^[\w.-]+\/[\w.-]+$/)) });

/** `null` if the fork was deleted. */
const Side = v.object({ repo: v.nullable(Repository) });

const Event = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    action: v.optional(v.string(), ''),
    repository: Repository,
    issue: v.optional(Labelled),
    discussion: v.optional(Labelled),
    pull_request: v.optional(v.object({ ...Labelled.entries, head: Side, base: Side })),
    review: v.optional(Written),
    comment: v.optional(v.unknown()),
  }),
);

/** The kinds of text in events. */
export type TextKind = 'issue' | 'pull request' | 'discussion' | 'review';

/** The text of an event. */
export interface EventText {
  kind: TextKind;
  text: string;
  /** GitHub's id of the text, used to find its comment again. */
  id: string;
  /** GitHub's id of the item to label and comment on; for a review, its pull request. */
  subject: string;
  /** `owner/name` */
  repository: string;
  labels: readonly string[];
  association: string;
  isByBot: boolean;
  /** Whether the text is new, so that no comment on it can exist. */
  isNew: boolean;
  /** Whether a pull request comes from a fork. Then only `pull_request_target` has a token with write access. */
  isFromFork: boolean;
}

/**
 * The text in an event file.
 * @param file its name, for errors.
 * @returns `undefined` for other kinds of events.
 * @throws StartError with the field's name when the file is not a GitHub event.
 */
export function eventTextIn(json: string, file: string): EventText | undefined {
  const event = v.safeParse(Event, json);
  if (!event.success) {
    const [issue] = event.issues;
    throw new StartError(
      issue.type === 'parse_json'
        ? `${file}: not valid JSON. Pass the file that GITHUB_EVENT_PATH names.`
        : `${file}: not a GitHub event (${v.getDotPath(issue) ?? 'the file'}: ${issue.message}).`,
    );
  }
  const { action, repository, issue, discussion, pull_request: pull, review, comment } = event.output;
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
