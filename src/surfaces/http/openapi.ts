// Describes all routes of the server as an OpenAPI document.
import * as z from 'zod';
import { VERSION } from '../../config/this-package.ts';
import { ERRORS } from '../../model/errors.ts';
import { fieldsOf } from '../../operations/input/read-input.ts';
import { type JsonSchema, jsonSchemaOf, type Output } from '../../operations/output/output.ts';
import { servedOperation } from '../serving/answer-question.ts';
import { REFUSALS } from './http-errors.ts';
import { type LoadedRoute, loadTypedRoute, ROUTES } from './routes.ts';

export const EVENTS_PATH = '/v1/events';
export const OPENAPI_PATH = '/openapi.json';
/** Answers as long as the process runs, whatever else it does. */
export const HEALTH_PATH = '/healthz';
/** The metrics of the server. */
export const METRICS_PATH = '/metrics';
/** Answers whether the index has been up to date since the start. */
export const READY_PATH = '/readyz';

const codes = [...Object.keys(ERRORS), ...Object.keys(REFUSALS)];
const errorSchema = z.object({
  error: z.object({
    code: z.enum(codes),
    message: z.string().describe('What is wrong, in one line'),
    hint: z.string().nullable().describe('What to do about it'),
  }),
});

/** The body of every answer. */
const answerSchema = (output: Output) =>
  z.object({
    text: z.string().describe('The answer as its format prints it'),
    data: output.schema,
    nothingFound: z.string().nullable().describe('Why the answer is empty; null when it is not'),
    warnings: z.array(z.string()).describe('What to know about the question itself'),
  });

/** The OpenAPI document, made from the same schemas that check requests. */
export async function openApiDocument(): Promise<Readonly<Record<string, unknown>>> {
  const routes = await Promise.all(ROUTES.map(loadTypedRoute));
  const paths = Object.fromEntries(routes.map((route) => [route.path, { [route.method]: operationOf(route) }]));
  return {
    openapi: '3.1.0',
    info: {
      title: 'knap',
      version: VERSION,
      description: 'The right context for a language model, out of one workspace.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    paths: {
      ...paths,
      [EVENTS_PATH]: { get: eventsOperation() },
      [OPENAPI_PATH]: { get: openApiOperation() },
      [METRICS_PATH]: { get: metricsOperation() },
      [HEALTH_PATH]: { get: probeOperation('health', 'Whether the process lives; needs no token', 'ok') },
      [READY_PATH]: {
        get: probeOperation('ready', 'Whether the index was brought up to date; needs no token', 'ready'),
      },
    },
    components: {
      schemas: { Error: jsonSchemaOf(errorSchema, 'output') },
      securitySchemes: { token: { type: 'http', scheme: 'bearer' } },
    },
    // A server without a token accepts only local requests.
    security: [{}, { token: [] }],
  };
}

function operationOf({ method, operation, summary, definition, output }: LoadedRoute & { readonly output: Output }) {
  const served = servedOperation(definition);
  const input = jsonSchemaOf(served.input, 'input');
  return {
    operationId: operation,
    summary,
    ...(method === 'post'
      ? { requestBody: { required: true, content: { 'application/json': { schema: input } } } }
      : { parameters: fieldsOf(served).map((field) => parameterOf(field.key, input)) }),
    responses: {
      '200': {
        description: 'The answer',
        content: { 'application/json': { schema: jsonSchemaOf(answerSchema(output), 'output') } },
      },
      default: FAULT,
    },
  };
}

const FAULT = {
  description: 'What is wrong, and what to do about it',
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
} as const;

function parameterOf(name: string, input: JsonSchema) {
  const schema = (input.properties as Readonly<Record<string, unknown>>)[name];
  return { name, in: 'query', required: false, schema };
}

const progressSchema = z.object({ stage: z.string(), done: z.int(), total: z.int() });

function eventsOperation() {
  const description = `Server-sent events named "progress"; the data of each is ${Object.keys(progressSchema.shape).join(', ')}, as JSON.`;
  return {
    operationId: 'events',
    summary: 'How indexing goes',
    description,
    responses: {
      '200': { description: 'A stream', content: { 'text/event-stream': { schema: { type: 'string' } } } },
      default: FAULT,
    },
  };
}

function metricsOperation() {
  return {
    operationId: 'metrics',
    summary: 'What the server counts of itself, as Prometheus reads it',
    responses: {
      '200': { description: 'Counters', content: { 'text/plain': { schema: { type: 'string' } } } },
      default: FAULT,
    },
  };
}

function probeOperation(operationId: string, summary: string, status: string) {
  const schema = jsonSchemaOf(z.object({ status: z.literal(status) }), 'output');
  return {
    operationId,
    summary,
    security: [{}],
    responses: { '200': { description: 'It is so', content: { 'application/json': { schema } } }, default: FAULT },
  };
}

function openApiOperation() {
  return {
    operationId: 'openapi',
    summary: 'This document',
    responses: {
      '200': { description: 'OpenAPI 3.1', content: { 'application/json': { schema: { type: 'object' } } } },
    },
  };
}
