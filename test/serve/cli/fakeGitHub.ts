import type { ServerResponse } from 'node:http';
import { answering, bodyOf, type Answering } from '../../rig/answering.ts';

/** What GitHub keeps, as far as an event’s text needs it. */
export interface FakeGitHub extends Answering {
  comments: { id: string; body: string; viewerDidAuthor: boolean }[];
  /** Of the repository. */
  labels: string[];
  /** Of the issue, pull request or discussion. */
  labelled: string[];
  /** Names of what was changed, in order. */
  changes: string[];
  pullTemplates: string[];
  /** Whether the answer to the next change never arrives. */
  losesNext: boolean;
  /** Answers the next requests, one each, instead. */
  next: ((response: ServerResponse) => void)[];
}

interface Asked {
  query: string;
  variables: {
    after?: string | null;
    label?: string;
    input?: Record<string, string> & { labelIds?: string[] };
  };
}

/** Comments on a page: few, so that a test reads on. */
const perPage = 2;

/** GitHub’s interface on 127.0.0.1: GraphQL under `/graphql`, and the creation of labels. */
export async function fakeGitHub(): Promise<FakeGitHub> {
  const server = await answering((request, response) => {
    void bodyOf(request).then((body) => {
      const instead = github.next.shift();
      if (instead) {
        instead(response);
        return;
      }
      if (request.headers.authorization !== 'Bearer secret') {
        json(response, 401, { message: 'Bad credentials' });
      } else if (request.url === '/graphql') {
        const asked = JSON.parse(body) as Asked;
        const data = answerTo(asked);
        if (github.losesNext && asked.variables.input) {
          github.losesNext = false;
          response.destroy();
        } else json(response, 200, { data });
      } else {
        const { name } = JSON.parse(body) as { name: string };
        github.labels.push(name);
        github.changes.push(`create ${name}`);
        json(response, 201, { node_id: `LA_${name}` });
      }
    });
  });
  const github: FakeGitHub = Object.assign(server, {
    ...{ comments: [], labels: [], labelled: [], changes: [], pullTemplates: [], losesNext: false, next: [] },
  });

  function answerTo({ query, variables }: Asked): unknown {
    const { input } = variables;
    if (input) return { done: change(/done: (\w+)/.exec(query)![1]!, input) };
    if (query.includes('pullRequestTemplates')) {
      const pulls = github.pullTemplates.map((body) => ({ body }));
      return { repository: { pulls, issues: null, discussions: { entries: [] } } };
    }
    if (query.includes('label(')) {
      const has = github.labels.includes(variables.label!);
      return { repository: { label: has ? { id: `LA_${variables.label}` } : null } };
    }
    const from = Number(variables.after ?? 0);
    const to = from + perPage;
    const pageInfo = { hasNextPage: to < github.comments.length, endCursor: String(to) };
    return { node: { comments: { nodes: github.comments.slice(from, to), pageInfo } } };
  }

  function change(name: string, input: Asked['variables']['input'] & object): object {
    const { body = '', id, commentId, subjectId, discussionId } = input;
    const label = input.labelIds?.[0]?.slice(3) ?? '';
    github.changes.push(`${name} ${id ?? commentId ?? subjectId ?? discussionId ?? label}`);
    if (name.startsWith('update')) {
      github.comments.find((comment) => comment.id === (id ?? commentId))!.body = body;
    } else if (name.endsWith('Comment')) {
      github.comments.push({ id: `C_${github.comments.length}`, body, viewerDidAuthor: true });
    } else {
      github.labelled = github.labelled.filter((each) => each !== label);
      if (name === 'addLabelsToLabelable') github.labelled.push(label);
    }
    return { clientMutationId: null };
  }
  return github;
}

export function json(response: ServerResponse, status: number, body: unknown, headers = {}): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
}
