import * as v from 'valibot';
import { ApiError } from './errors.ts';
import { isObject, messageIn } from './errorText.ts';
import { parseJson } from '../api/parseJson.ts';

/** A page of a list. */
export interface ListPage<Item> {
  items: Item[];
  /** To be given as `cursor` to read on; `null` at the end. */
  next: string | null;
  /** How many there are in all; `null` where the service doesn't say. */
  total: number | null;
  /** How many of this page are left out, because the service or the client can't read them. */
  damaged: number;
}

/**
 * The one resource that a response carries, wrapped in `data` or bare.
 * @throws ApiError `badAnswer` when there is none that the schema can read.
 */
export async function readOne<Schema extends v.GenericSchema | v.GenericSchemaAsync>(
  response: Response,
  schema: Schema,
): Promise<v.InferOutput<Schema>> {
  const body = await readJson(response);
  const read = await v.safeParseAsync(schema, isObject(body) && isObject(body['data']) ? body['data'] : body);
  if (!read.success) throw unreadable(response, body);
  return read.output;
}

/**
 * The page of a list that a response carries, wrapped in `data` or bare.
 * @param asked the parameters that were sent, to know what the next page is where the service doesn't say.
 * @throws ApiError `badAnswer` when the schema can read none of its items.
 */
export async function readList<Schema extends v.GenericSchema>(
  response: Response,
  schema: Schema,
  asked: URLSearchParams,
): Promise<ListPage<v.InferOutput<Schema>>> {
  const body = await readJson(response);
  const wrapper = isObject(body) ? body : {};
  const sent = v.safeParse(v.array(v.unknown()), Array.isArray(body) ? body : wrapper['data']);
  if (!sent.success) throw unreadable(response, body);
  // One that can't be read must not hide the others.
  const items = sent.output.map((item) => v.safeParse(schema, item)).filter(({ success }) => success);
  const unread = sent.output.length - items.length;
  if (unread > 0 && items.length === 0) throw unreadable(response, body);
  const meta = wrapper['meta'];
  return {
    items: items.map(({ output }) => output),
    next: nextPage(wrapper, sent.output.length, asked),
    total: v.is(v.object({ total: Count }), meta) ? meta.total : null,
    damaged: unread + (v.is(v.object({ damaged: Count }), meta) ? meta.damaged : 0),
  };
}

const Count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
const Links = v.object({ next: v.nullable(v.string()) });

/** Only the query of a next link is used, so that no answer can send the key to another address. */
function nextPage(wrapper: Record<string, unknown>, count: number, asked: URLSearchParams): string | null {
  if (v.is(Links, wrapper['links'])) {
    const query = wrapper['links'].next?.replace(/^[^?]*\??/, '').replace(/#[^]*$/, '') ?? '';
    return leadsOn(query, asked) ? query : null;
  }
  // Without links a full page means that there may be another one; more than was asked for means that it doesn't page.
  const perPage = Number(asked.get('per_page') ?? 10);
  return count !== perPage ? null : `page=${Number(asked.get('page') ?? 1) + 1}`;
}

/** Not back to the page that was asked for, which would be read for ever. */
function leadsOn(query: string, asked: URLSearchParams): boolean {
  return Array.from(new URLSearchParams(query)).some(([name, value]) => asked.get(name) !== value);
}

async function readJson(response: Response): Promise<unknown> {
  const bytes = await bytesOf(response);
  try {
    return await parseJson(bytes);
  } catch (cause) {
    if (isWebPage(response, bytes)) throw webPage(response);
    throw badAnswer(response, cause);
  }
}

/** The body, not copied where it came in one piece: `Response.bytes()` copies it twice, and blocks the thread for it. */
async function bytesOf({ body }: Response): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  for await (const piece of body ?? []) pieces.push(piece);
  const [first] = pieces;
  return first && pieces.length === 1 ? first : Buffer.concat(pieces);
}

function isWebPage({ headers }: Response, bytes: Uint8Array): boolean {
  const beginning = new TextDecoder().decode(bytes.subarray(0, 1024));
  return /\bhtml\b/i.test(headers.get('Content-Type') ?? '') || /^\s*<(!doctype|html)\b/i.test(beginning);
}

/** Networks that want a sign-in answer every request with their own page. */
function webPage({ status }: Response): ApiError {
  return new ApiError(
    'badAnswer',
    'A web page came instead of an answer. If this network wants you to sign in, do so in a browser; else check the address of the service.',
    { status },
  );
}

/** Some services tell of a failure with the status of a success. */
function unreadable(response: Response, body: unknown): ApiError {
  const tellsFailure =
    isObject(body) &&
    (body['success'] === false || body['status'] === 'error' || 'error' in body || 'errors' in body);
  const said = tellsFailure ? messageIn(body) : null;
  if (said === null) return badAnswer(response);
  return new ApiError('refused', `The service could not do it. It says: ${said}`, {
    status: response.status,
  });
}

function badAnswer(response: Response, cause?: unknown): ApiError {
  return new ApiError(
    'badAnswer',
    "The service answered something that Inkling can't read. Check that its address is that of an AI detection service.",
    { status: response.status, cause },
  );
}
