// Names are long and would make large indexes. This file gives texts, workspaces and views short keys for the tables.
import { hash } from 'node:crypto';
import type { Ask } from './connection/database.ts';

/**
 * The key of a text in the tables: 64 bits of its digest, in decimal. A path, term or name of any length takes eight
 * bytes, and every process computes the key itself. Numbers handed out by the database would make all writers wait for
 * one counter.
 */
export function keyOf(text: string): string {
  return hash('sha256', text, 'buffer').readBigInt64BE(0).toString();
}

export function keysOf(texts: Iterable<string>): readonly string[] {
  return [...new Set(texts)].map(keyOf);
}

export interface ViewScope {
  readonly workspace: string;
  readonly view: string;
  readonly workspaceName: string;
  readonly viewName: string;
}

export function scopeOf(workspaceName: string, viewName: string): ViewScope {
  return { workspace: keyOf(workspaceName), view: keyOf(viewName), workspaceName, viewName };
}

export interface OpenView extends ViewScope {
  readonly ask: Ask;
}

/** The owner of the terms of contents; a view owns the terms of its commit messages. */
export const CONTENT_TERMS = '0';
