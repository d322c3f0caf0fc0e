// Reads the address of a database, as the driver takes it and as it is shown: without the password.
import { attempt, ContextError } from '../../../model/errors.ts';

const SCHEME = /^postgres(?:ql)?:\/\//;

export interface DatabaseAddress {
  /** The URL for the driver, with special characters of user and password encoded. */
  readonly url: string;
  /** The URL without password and parameters, to be printed. */
  readonly shown: string;
}

/**
 * Parses the URL of a database. A password may hold any character, even one with a meaning in URLs: user and password
 * end at the last @, and a user or password in which a percent sign encodes no character is taken as it is.
 */
export function readAddress(text: string): DatabaseAddress {
  const scheme = SCHEME.exec(text)?.[0];
  if (scheme === undefined)
    throw new ContextError('BAD_CONFIG', 'A store is a URL like postgres://user@host:5432/name.');
  const rest = text.slice(scheme.length);
  const index = rest.lastIndexOf('@');
  const place = rest.slice(index + 1);
  const [user, ...password] = index < 0 ? [] : rest.slice(0, index).split(':');
  const [where = ''] = place.split(/[?#]/);
  if (!URL.canParse(`http://${where || 'localhost'}`))
    throw new ContextError('BAD_CONFIG', `The store's URL names no host that could be reached: ${where}.`);
  const secret = password.length === 0 ? '' : `:${encodeURIComponent(decodeText(password.join(':')))}`;
  const named = user === undefined ? '' : decodeText(user);
  // Without this parameter the driver treats `prefer`, `require` and `verify-ca` as `verify-full`, unlike libpq.
  const modes = `${place.includes('?') ? '&' : '?'}uselibpqcompat=true`;
  return {
    url: `postgres://${named === '' && secret === '' ? '' : `${encodeURIComponent(named)}${secret}@`}${place}${modes}`,
    shown: `postgres://${named === '' ? '' : `${encodeURIComponent(named)}@`}${where}`,
  };
}

const decodeText = (text: string): string => attempt(() => decodeURIComponent(text)) ?? text;
