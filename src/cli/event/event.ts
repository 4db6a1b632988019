import { readFile } from 'node:fs/promises';
import { ApiError } from '../../client/errors.ts';
import { longRetry, retryWithBackoff, type RetryOptions } from '../../client/retry.ts';
import { StartError } from '../../service/service.ts';
import { readModelFile } from '../assets.ts';
import { reasonOf } from '../scan/files.ts';
import type { EventSettings } from '../settings.ts';
import { printMessage, withoutControls, type OutputStreams } from '../streams.ts';
import { commentText, findingIn, markerFor, type Finding } from './finding.ts';
import { eventTextIn, GitHub, type EventText } from './github.ts';

/** GitHub's names for people whom the repository's owner trusts. */
const trusted: readonly string[] = ['OWNER', 'MEMBER', 'COLLABORATOR'];

/**
 * Judges the text of a GitHub Actions event. If it reads like AI, adds a label and a comment to its item; a later
 * run updates the comment. Never closes anything.
 * @param file the event file; by default that of the job.
 * @param environment the job's variables: the event's file and name, GitHub's addresses and the token.
 * @throws StartError when the file is missing or not an event, there is no token, or GitHub rejects a request.
 */
export async function judgeEvent(
  file: string | undefined,
  settings: EventSettings,
  environment: NodeJS.ProcessEnv,
  streams: OutputStreams,
  { clock }: Pick<RetryOptions, 'clock'> = {},
): Promise<void> {
  const printLine = (line: string): void => {
    streams.stdout.write(`${withoutControls(line)}\n`);
  };
  const text = await readEvent(file ?? environment['GITHUB_EVENT_PATH']);
  const skipped = skipReason(text, environment['GITHUB_EVENT_NAME']);
  if (text === undefined || skipped !== undefined) {
    printLine(`Not judged: ${skipped}`);
    return;
  }
  const { GITHUB_TOKEN: token = '' } = environment;
  if (token === '' && !settings.dryRun) {
    throw new StartError('GITHUB_TOKEN is not set. Set it, or use --dry-run to send nothing.');
  }
  const github = token === '' ? undefined : new GitHub(token, environment);
  const retry: RetryOptions = {
    signal: new AbortController().signal,
    policy: longRetry,
    ...(clock && { clock }),
    onWait: (wait) => {
      if (wait === null) return;
      const seconds = Math.ceil(wait.milliseconds / 1000);
      printMessage(streams, `GitHub: ${wait.error.message} Retrying in ${seconds} s.`);
    },
  };
  const judge = async (): Promise<Finding> => {
    const exempting = text.labels.find((label) => settings.exemptLabel?.includes(label));
    if (exempting !== undefined) return { kind: 'nothing', why: `Exempt by the label “${exempting}”.` };
    const templates = github ? await retryWithBackoff(() => github.templatesFor(text), retry) : [];
    return findingIn(text.text, templates, readModelFile());
  };
  try {
    const finding = await judge();
    const isNothing = finding.kind === 'nothing';
    printLine(isNothing ? `Nothing to report: ${finding.why}` : `${finding.kind}: ${text.kind}`);
    const body = commentText(text, finding, settings.policy);
    if (settings.dryRun || !github) {
      if (!isNothing) streams.stdout.write(body);
    } else if (!isNothing || !text.isNew) {
      // Each attempt first looks for the results of an earlier one.
      await retryWithBackoff(() => publish(github, text, finding, body, settings), retry);
    }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const advice =
      error.code === 'refused' || error.code === 'unauthorised'
        ? ' The job needs “permissions:” with “issues: write”, “pull-requests: write” or “discussions: write”.'
        : '';
    throw new StartError(`GitHub: ${error.message}${advice}`, { cause: error });
  }
}

async function readEvent(file = ''): Promise<EventText | undefined> {
  if (file === '') {
    throw new StartError(
      'No event: GITHUB_EVENT_PATH is not set. Pass the event’s file: inkling event FILE.',
    );
  }
  const json = await readFile(file, 'utf8').catch((cause: unknown) => {
    throw new StartError(`${file}: ${reasonOf(cause)}`, { cause });
  });
  return eventTextIn(json, file);
}

function skipReason(text: EventText | undefined, eventName: string | undefined): string | undefined {
  if (!text) return 'the event is not about an issue, a pull request, a discussion or a review.';
  if (text.isByBot) return 'a bot wrote it.';
  if (trusted.includes(text.association)) return 'its author is a collaborator of the repository.';
  if (text.isFromFork && eventName !== 'pull_request_target') {
    return 'the pull request is from a fork, so the token can only read. Use pull_request_target.';
  }
  return undefined;
}

/** Makes the comment and the label match the finding. */
async function publish(
  github: GitHub,
  text: EventText,
  finding: Finding,
  body: string,
  { label, undisclosedLabel }: EventSettings,
): Promise<void> {
  const own = await github.findComment(text, markerFor(text));
  if (finding.kind === 'nothing' && own === undefined) return;
  await github.comment(text, body, own);
  // A label on the pull request would be about its author, who did not write the review.
  if (text.kind === 'review') return;
  const names = { 'reads-like-ai': label, undisclosed: undisclosedLabel, nothing: undefined };
  const newLabel = names[finding.kind];
  if (newLabel !== undefined) await github.label(text, newLabel);
  // Removes an outdated label, if our own comment explains it.
  const outdated = [label, undisclosedLabel].find((name) => name !== newLabel && text.labels.includes(name));
  if (own !== undefined && outdated !== undefined) await github.removeLabel(text, outdated);
}
