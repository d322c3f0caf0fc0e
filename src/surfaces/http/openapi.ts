// Describes the routes of the server as an OpenAPI document, save `/mcp` and those that only the page uses.
import * as z from 'zod';
import { VERSION } from '../../config/this-package.ts';
import { ERRORS, invariant } from '../../model/errors.ts';
import { operationOf } from '../../operations/index.ts';
import { fieldsOf } from '../../operations/input/read-input.ts';
import { jsonSchemaOf, type Output } from '../../operations/output/output.ts';
import { servedOperation } from '../serving/answer-question.ts';
import { REFUSALS } from './http-errors.ts';
import { loadRoute, ROUTES, type Route } from './routes.ts';

export const EVENTS_PATH = '/v1/events';
export const OPENAPI_PATH = '/openapi.json';
/** Answers without a token, and also while the server stops. */
export const HEALTH_PATH = '/healthz';
export const METRICS_PATH = '/metrics';
/** Answers without a token whether the index has been up to date once since the start. */
export const READY_PATH = '/readyz';

const codes = [...Object.keys(ERRORS), ...Object.keys(REFUSALS)];
const errorSchema = z.object({
  error: z.object({
    code: z.enum(codes),
    message: z.string().describe('What is wrong, in one line'),
    hint: z.string().nullable().describe('What to do about it'),
  }),
});

const answerSchema = (output: Output) =>
  z.object({
    text: z.string().describe('The answer as its format prints it'),
    data: output.schema,
    nothingFound: z.string().nullable().describe('Why the answer is empty; null when it is not'),
    warnings: z.array(z.string()).describe('What to know about the question itself'),
  });

export async function openApiDocument(): Promise<Readonly<Record<string, unknown>>> {
  const routes = await Promise.all(
    ROUTES.map(async (route) => [route.path, { [route.method]: await describeRoute(route) }] as const),
  );
  return {
    openapi: '3.1.0',
    info: {
      title: 'knap',
      version: VERSION,
      description: 'The right context for a language model, out of one workspace.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    paths: { ...Object.fromEntries(routes), ...SERVER_ROUTES },
    components: {
      schemas: { Error: jsonSchemaOf(errorSchema, 'output') },
      securitySchemes: { token: { type: 'http', scheme: 'bearer' } },
    },
    // A server that only this machine reaches may have no token.
    security: [{}, { token: [] }],
  };
}

const FAULT = {
  description: 'What is wrong, and what to do about it',
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
} as const;

async function describeRoute(route: Route) {
  const definition = await loadRoute(route);
  invariant(definition.output, 'every operation that HTTP offers has an output schema');
  const served = servedOperation(definition);
  const input = jsonSchemaOf(served.input, 'input');
  const properties = input.properties as Readonly<Record<string, unknown>>;
  const parameterOf = (name: string) => ({ name, in: 'query', required: false, schema: properties[name] });
  return {
    operationId: route.operation,
    summary: operationOf(route.operation).summary,
    ...(route.method === 'post'
      ? { requestBody: { required: true, content: { 'application/json': { schema: input } } } }
      : { parameters: fieldsOf(served).map(({ key }) => parameterOf(key)) }),
    responses: {
      '200': success('The answer', 'application/json', jsonSchemaOf(answerSchema(definition.output), 'output')),
      default: FAULT,
    },
  };
}

const success = (description: string, type: string, schema: unknown) => ({
  description,
  content: { [type]: { schema } },
});

function probe(operationId: string, summary: string, status: string) {
  const schema = jsonSchemaOf(z.object({ status: z.literal(status) }), 'output');
  const responses = { '200': success('It is so', 'application/json', schema), default: FAULT };
  return { get: { operationId, summary, security: [{}], responses } };
}

/** Routes that belong to no operation. */
const SERVER_ROUTES = {
  [EVENTS_PATH]: {
    get: {
      operationId: 'events',
      summary: 'How indexing goes',
      description: 'Server-sent events named "progress"; the data of each is stage, done, total, as JSON.',
      responses: { '200': success('A stream', 'text/event-stream', { type: 'string' }), default: FAULT },
    },
  },
  [OPENAPI_PATH]: {
    get: {
      operationId: 'openapi',
      summary: 'This document',
      responses: { '200': success('OpenAPI 3.1', 'application/json', { type: 'object' }) },
    },
  },
  [METRICS_PATH]: {
    get: {
      operationId: 'metrics',
      summary: 'What the server counts of itself, as Prometheus reads it',
      responses: { '200': success('Counters', 'text/plain', { type: 'string' }), default: FAULT },
    },
  },
  [HEALTH_PATH]: probe('health', 'Whether the process lives; needs no token', 'ok'),
  [READY_PATH]: probe('ready', 'Whether the index was brought up to date; needs no token', 'ready'),
};

export const SERVER_PATHS: readonly string[] = Object.keys(SERVER_ROUTES);
