import { Client } from 'pg';
import { inject } from 'vitest';

let made = 0;

/** The URL of a new, empty database on the server of this run. */
export async function newDatabase(): Promise<string> {
  made += 1;
  const name = `knap_${process.pid}_${made}`;
  await onServer(inject('postgresUrl'), `CREATE DATABASE ${name}`);
  return inject('postgresUrl').replace(/\/postgres$/, `/${name}`);
}

/** Runs statements of a test itself, past the store; rows are lists of texts. */
export async function onServer(url: string, ...statements: string[]): Promise<readonly (readonly string[])[]> {
  const client = await connected(url);
  let rows: string[][] = [];
  try {
    for (const text of statements) rows = (await client.query<string[]>({ text, rowMode: 'array' })).rows;
  } finally {
    await client.end();
  }
  return rows;
}

/** A connection of a test's own. */
export async function connected(url: string): Promise<Client> {
  const client = new Client({ connectionString: url });
  await client.connect();
  return client;
}
