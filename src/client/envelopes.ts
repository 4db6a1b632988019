import * as v from 'valibot';
import { ApiError } from './errors.ts';

/** A page of a list. */
export interface ListPage<Item> {
  items: Item[];
  /** To be given as `cursor` to read on; `null` at the end. */
  next: string | null;
  /** How many there are in all; `null` where the service doesn't say. */
  total: number | null;
}

/**
 * The one resource that a response carries, wrapped in `data` or bare.
 * @throws ApiError `badAnswer` when there is none that the schema can read.
 */
export async function readOne<Schema extends v.GenericSchema>(
  response: Response,
  schema: Schema,
): Promise<v.InferOutput<Schema>> {
  const body = await readJson(response);
  const read = v.safeParse(schema, isObject(body) && isObject(body['data']) ? body['data'] : body);
  if (!read.success) throw badAnswer(response);
  return read.output;
}

/**
 * The page of a list that a response carries, wrapped in `data` or bare.
 * @param asked the parameters that were sent, to know what the next page is where the service doesn't say.
 * @throws ApiError `badAnswer` when the schema can't read an item.
 */
export async function readList<Schema extends v.GenericSchema>(
  response: Response,
  schema: Schema,
  asked: URLSearchParams,
): Promise<ListPage<v.InferOutput<Schema>>> {
  const body = await readJson(response);
  const wrapper = isObject(body) ? body : {};
  const read = v.safeParse(v.array(schema), Array.isArray(body) ? body : wrapper['data']);
  if (!read.success) throw badAnswer(response);
  return {
    items: read.output,
    next: nextPage(wrapper, read.output.length, asked),
    total: v.is(v.object({ total: Count }), wrapper['meta']) ? wrapper['meta'].total : null,
  };
}

const Count = v.pipe(v.number(), v.integer(), v.minValue(0));
const Links = v.object({ next: v.nullable(v.string()) });

/** Only the query of a next link is used, so that no answer can send the key to another address. */
function nextPage(wrapper: Record<string, unknown>, count: number, asked: URLSearchParams): string | null {
  if (v.is(Links, wrapper['links'])) {
    const { next } = wrapper['links'];
    return next === null ? null : next.replace(/^[^?]*\??/, '').replace(/#.*$/, '');
  }
  // Without links a full page means that there may be another one.
  const perPage = Number(asked.get('per_page') ?? 10);
  return count < perPage ? null : `page=${Number(asked.get('page') ?? 1) + 1}`;
}

async function readJson(response: Response): Promise<unknown> {
  try {
    return await response.json();
  } catch (cause) {
    if (isAbort(cause)) throw cause;
    throw badAnswer(response, cause);
  }
}

function badAnswer(response: Response, cause?: unknown): ApiError {
  return new ApiError(
    'badAnswer',
    "The service answered something that Inkling can't read. Check that its address is that of an AI detection service.",
    { status: response.status, cause },
  );
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isAbort(error: unknown): boolean {
  return error instanceof Error && error.name === 'AbortError';
}
