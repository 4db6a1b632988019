import * as v from 'valibot';
import { ApiError } from '../../client/errors.ts';
import { remoteTransport } from '../../client/remote.ts';
import { readOne, createCall, type Call, type Transport } from '../../client/calls.ts';
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

/** Milliseconds to wait for one response. */
const timeout = 30_000;
/** Each page has 100 comments. */
const maxPages = 100;
/** Seconds to wait if GitHub limits the rate without naming a time, as its documentation advises. */
const defaultWait = 60;

const Page = v.object({
  node: v.object({
    comments: v.object({
      nodes: v.array(v.object({ id: v.string(), body: v.string(), viewerDidAuthor: v.boolean() })),
      pageInfo: v.object({ hasNextPage: v.boolean(), endCursor: v.nullable(v.string()) }),
    }),
  }),
});
const Blob = v.object({ text: v.nullish(v.string(), '') });
const Folder = v.nullish(
  v.object({ entries: v.array(v.object({ name: v.string(), object: v.nullable(Blob) })) }),
  { entries: [] },
);
const Templates = v.object({
  repository: v.object({
    pulls: v.nullable(v.array(v.object({ body: v.nullable(v.string()) }))),
    issues: Folder,
    discussions: Folder,
  }),
});
const FoundLabel = v.object({ repository: v.object({ label: v.nullable(v.object({ id: v.string() })) }) });
const NewLabel = v.object({ node_id: v.string() });
const Done = v.object({ done: v.object({}) });

const comments =
  'comments(first: 100, after: $after) { nodes { id body viewerDidAuthor } pageInfo { hasNextPage endCursor } }';
const files = '... on Tree { entries { name object { ... on Blob { text } } } }';
const queries = {
  comments: `query($id: ID!, $after: String) { node(id: $id) { ${['Issue', 'PullRequest', 'Discussion']
    .map((type) => `... on ${type} { ${comments} }`)
    .join(' ')} } }`,
  templates: `query($owner: String!, $name: String!) { repository(owner: $owner, name: $name) {
    pulls: pullRequestTemplates { body }
    issues: object(expression: "HEAD:.github/ISSUE_TEMPLATE") { ${files} }
    discussions: object(expression: "HEAD:.github/DISCUSSION_TEMPLATE") { ${files} } } }`,
  label:
    'query($owner: String!, $name: String!, $label: String!) { repository(owner: $owner, name: $name) { label(name: $label) { id } } }',
};
/** A GraphQL mutation. GitHub names its input type after it. */
const mutation = (name: string): string =>
  `mutation($input: ${name.charAt(0).toUpperCase()}${name.slice(1)}Input!) { done: ${name}(input: $input) { clientMutationId } }`;

/**
 * GitHub's API for the text of an event. It uses GraphQL, because only that covers issues, pull requests and
 * discussions in the same way. Each call rejects with an `ApiError`.
 */
export class GitHub {
  readonly #graphql: Call;
  readonly #rest: Call;

  /** @param environment the job's variables with GitHub's addresses. */
  constructor(token: string, environment: NodeJS.ProcessEnv) {
    const {
      GITHUB_API_URL: restUrl = 'https://api.github.com',
      GITHUB_GRAPHQL_URL: graphqlUrl = 'https://api.github.com/graphql',
    } = environment;
    const transport = withRateLimits(remoteTransport({ timeout }));
    const apiKey = (): Promise<string> => Promise.resolve(token);
    this.#graphql = createCall({ transport, baseUrl: graphqlUrl, apiKey });
    this.#rest = createCall({ transport, baseUrl: restUrl, apiKey });
  }

  /** The default branch's templates for this kind of text: Markdown, or forms in YAML. */
  async templatesFor({ kind, repository }: EventText): Promise<string[]> {
    if (kind === 'review') return [];
    const { repository: all } = await this.#request(queries.templates, ownerAndName(repository), Templates);
    const { entries } = kind === 'issue' ? all.issues : all.discussions;
    const texts =
      kind === 'pull request'
        ? (all.pulls ?? []).map(({ body }) => body ?? '')
        : entries.filter(({ name }) => !/^config\.ya?ml$/.test(name)).map(({ object }) => object?.text ?? '');
    return texts.filter((text) => text.trim() !== '');
  }

  /** The comment that begins with the marker and that this token wrote, because anyone can write such a comment. */
  async findComment({ subject }: EventText, marker: string): Promise<string | undefined> {
    let after: string | null = null;
    for (let page = 0; page < maxPages; page++) {
      const found: v.InferOutput<typeof Page> = await this.#request(
        queries.comments,
        { id: subject, after },
        Page,
      );
      const { nodes, pageInfo } = found.node.comments;
      const own = nodes.find(({ viewerDidAuthor, body }) => viewerDidAuthor && body.startsWith(marker));
      if (own) return own.id;
      if (!pageInfo.hasNextPage || pageInfo.endCursor === null) return undefined;
      after = pageInfo.endCursor;
    }
    return undefined;
  }

  /** @param id of the comment to replace; `undefined` for a new one. */
  async comment({ kind, subject }: EventText, body: string, id: string | undefined): Promise<void> {
    const isDiscussion = kind === 'discussion';
    if (id !== undefined) {
      await (isDiscussion
        ? this.#change('updateDiscussionComment', { commentId: id, body })
        : this.#change('updateIssueComment', { id, body }));
    } else {
      await (isDiscussion
        ? this.#change('addDiscussionComment', { discussionId: subject, body })
        : this.#change('addComment', { subjectId: subject, body }));
    }
  }

  /** Adds a label, and creates it if missing. */
  async label({ subject, repository }: EventText, name: string): Promise<void> {
    const id = (await this.#labelId(repository, name)) ?? (await this.#createLabel(repository, name));
    await this.#change('addLabelsToLabelable', { labelableId: subject, labelIds: [id] });
  }

  async removeLabel({ subject, repository }: EventText, name: string): Promise<void> {
    const id = await this.#labelId(repository, name);
    if (id !== undefined) {
      await this.#change('removeLabelsFromLabelable', { labelableId: subject, labelIds: [id] });
    }
  }

  async #labelId(repository: string, label: string): Promise<string | undefined> {
    const variables = { ...ownerAndName(repository), label };
    return (await this.#request(queries.label, variables, FoundLabel)).repository.label?.id;
  }

  async #createLabel(repository: string, name: string): Promise<string> {
    const description = 'The text reads like AI to Inkling, which may be wrong.';
    try {
      const body = JSON.stringify({ name, color: 'ededed', description });
      return (await readOne(await this.#rest(`/repos/${repository}/labels`, post(body)), NewLabel)).node_id;
    } catch (error) {
      // Another run may have created it meanwhile.
      const alreadyExists = error instanceof ApiError && error.code === 'invalid';
      const id = alreadyExists ? await this.#labelId(repository, name) : undefined;
      if (id === undefined) throw error;
      return id;
    }
  }

  async #change(name: string, input: Readonly<Record<string, unknown>>): Promise<void> {
    await this.#request(mutation(name), { input }, Done);
  }

  async #request<Schema extends v.GenericSchema>(
    query: string,
    variables: Readonly<Record<string, unknown>>,
    schema: Schema,
  ): Promise<v.InferOutput<Schema>> {
    return readOne(await this.#graphql('', post(JSON.stringify({ query, variables }))), schema);
  }
}

function post(body: string): RequestInit {
  return { method: 'POST', body, headers: { 'Content-Type': 'application/json', 'User-Agent': 'inkling' } };
}

function ownerAndName(repository: string): { owner: string; name: string } {
  const [owner = '', name = ''] = repository.split('/');
  return { owner, name };
}

/** Translates GitHub's rate limits (403, or 200 with an error) to 429 with `Retry-After`, as other services send. */
function withRateLimits(transport: Transport): Transport {
  return async (request) => {
    const response = await transport(request);
    const { status, headers } = response;
    if (![200, 403, 429].includes(status)) return response;
    const body = await response.clone().text();
    const isLimited = status === 200 ? body.includes('"type":"RATE_LIMITED"') : /rate limit/i.test(body);
    if (!isLimited) return response;
    const reset = Number(headers.get('X-RateLimit-Reset'));
    const untilReset = Math.max(0, Math.ceil(reset - Date.now() / 1000));
    const isExhausted = headers.get('X-RateLimit-Remaining') === '0' && reset > 0;
    const wait = headers.get('Retry-After') ?? String(isExhausted ? untilReset : defaultWait);
    return new Response(null, { status: 429, headers: { 'Retry-After': wait } });
  };
}
