import { ContextError } from '../../../model/errors.ts';

const SCHEME = /^postgres(?:ql)?:\/\//;

/** Where a database is, for the driver and for people. */
export interface DatabaseAddress {
  /** With everything that is no letter in its password written as the driver reads it. */
  readonly url: string;
  /** Without password and parameters: the only form that is ever printed. */
  readonly shown: string;
}

/**
 * Reads a URL of a database. A password may hold any character, also those that mean something in a URL: what stands before the last @
 * is the user's, and a percent sign that begins no character is one.
 */
export function readAddress(text: string): DatabaseAddress {
  const scheme = SCHEME.exec(text)?.[0];
  if (scheme === undefined)
    throw new ContextError('BAD_CONFIG', 'A store is a URL like postgres://user@host:5432/name.');
  const rest = text.slice(scheme.length);
  const at = rest.lastIndexOf('@');
  const place = rest.slice(at + 1);
  const [user, ...password] = at < 0 ? [] : rest.slice(0, at).split(':');
  const [where = ''] = place.split(/[?#]/);
  if (!URL.canParse(`http://${where || 'localhost'}`))
    throw new ContextError('BAD_CONFIG', `The store's URL names no host that could be reached: ${where}.`);
  const secret = password.length === 0 ? '' : `:${encodeURIComponent(decoded(password.join(':')))}`;
  const named = user === undefined ? '' : decoded(user);
  // The driver takes every mode for the strictest unless it is told to read them as all other programs do.
  const modes = `${place.includes('?') ? '&' : '?'}uselibpqcompat=true`;
  return {
    url: `postgres://${named === '' && secret === '' ? '' : `${encodeURIComponent(named)}${secret}@`}${place}${modes}`,
    shown: `postgres://${named === '' ? '' : `${encodeURIComponent(named)}@`}${where}`,
  };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
