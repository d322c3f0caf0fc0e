// Parses what a user typed after `--repo`: a URL, `github:owner/name`, `host:path` or a path, perhaps with a ref.
import { basename } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ContextError } from '../../model/errors.ts';

export interface RepositoryAddress {
  readonly url: string;
  /** The URL without a password, as knap prints and stores it. */
  readonly shown: string;
  /** A branch, a tag or a commit; null for the HEAD of the repository. */
  readonly ref: string | null;
  /** The name of the folder for its files. */
  readonly name: string;
}

export interface PathFacts {
  resolve(path: string): string;
  isFolder(path: string): boolean;
  isBare(path: string): boolean;
  isRepository(path: string): boolean;
}

const WITH_SCHEME = /^([a-z][a-z0-9+.-]*):\/\/([^/]*)(\/.*)?$/is;
// The short form of ssh: a host, a colon and a path. A single letter before a colon is a drive.
const SSH_SHORT = /^((?:[\w.-]+@)?[\w.-]{2,}):(?!:|\/\/)(.+)$/s;
// Splits at the last @, unless it begins a part of the path.
const WITH_REF = /^(.*?[^/])@([^@]*)$/s;
const REF = /^[A-Za-z0-9_][\w./+-]{0,199}$/;
// Short names of hosting services: `github:owner/name`.
const HOSTS: Readonly<Record<string, string>> = {
  github: 'github.com',
  gitlab: 'gitlab.com',
  codeberg: 'codeberg.org',
};
const HOST_SHORT = /^([a-z]+):([\w.-]+(?:\/[\w.-]+)+(?:@.*)?)$/s;
const OWNER_AND_NAME = /^[A-Za-z0-9][\w-]*\/[A-Za-z0-9][\w.-]*$/;
const SCHEMES: readonly string[] = ['https', 'ssh', 'git', 'file'];
const PLAIN = /^[^\0-\x20\x7f]+$/;

/** Parses the value of `--repo`. A repository on this disk is read where it is if it has files and no ref is given. */
export function parseRepository(text: string, paths: PathFacts): RepositoryAddress | { readonly folder: string } {
  const scheme = WITH_SCHEME.exec(text);
  if (scheme) return withScheme(text, scheme);
  const hosted = HOST_SHORT.exec(text);
  const host = hosted && Object.hasOwn(HOSTS, hosted[1]!) ? HOSTS[hosted[1]!] : undefined;
  if (hosted && host !== undefined) {
    const { before, ref } = splitRef(hosted[2]!);
    return address(`https://${host}/${before}`, ref);
  }
  const short = SSH_SHORT.exec(text);
  if (short && !paths.isFolder(text)) {
    const { before, ref } = splitRef(short[2]!);
    return address(`${short[1]}:${before}`, ref);
  }
  if (/^[\w+.-]+::/.test(text)) throw addressError(text);
  return atPath(text, paths);
}

function withScheme(text: string, [, scheme = '', authority = '', path = '']: RegExpExecArray): RepositoryAddress {
  if (!SCHEMES.includes(scheme.toLowerCase())) throw addressError(text);
  const { before, ref } = splitRef(path);
  const host = authority.slice(authority.lastIndexOf('@') + 1);
  if (host.startsWith('-')) throw addressError(text);
  return address(`${scheme}://${authority}${before}`, ref, `${scheme}://${host}${before}`);
}

function atPath(text: string, paths: PathFacts): RepositoryAddress | { readonly folder: string } {
  const { before, ref } = paths.isFolder(text) ? { before: text, ref: null } : splitRef(text);
  const folder = paths.resolve(before);
  if (!paths.isFolder(folder)) {
    const advice = OWNER_AND_NAME.test(before) ? ` For the repository on GitHub: --repo github:${text}` : '';
    throw new ContextError('NOT_A_FOLDER', `There is no folder ${before}.${advice}`);
  }
  if (ref === null && !paths.isRepository(folder))
    throw new ContextError('BAD_INPUT', `${before} is not a git repository; name a folder with --root ${before}.`);
  if (ref === null && !paths.isBare(folder)) return { folder };
  return address(pathToFileURL(folder).href, ref);
}

function splitRef(path: string): { readonly before: string; readonly ref: string | null } {
  const [, before = path, ref = null] = WITH_REF.exec(path) ?? [];
  return { before, ref };
}

function address(url: string, ref: string | null, shown = url): RepositoryAddress {
  if (!PLAIN.test(url) || url.startsWith('-')) throw addressError(shown);
  if (ref !== null && (!REF.test(ref) || ref.includes('..') || ref.endsWith('.lock')))
    throw new ContextError('NO_SUCH_REF', `"${ref}" does not name a branch, a tag or a commit.`);
  const name = basename(shown.replace(/[/:]+$/, '').replace(/\.git$/, '')).replace(/[^\w.-]/g, '-');
  return { url, shown, ref, name: /^\.*$/.test(name) ? 'repository' : name };
}

// Tells only the scheme of an address, because the rest may hold a password.
function addressError(text: string): ContextError {
  const scheme = /^[\w+.-]+:+/.exec(text)?.[0] ?? '';
  const wrong = SCHEMES.includes(scheme.slice(0, -1))
    ? 'this address is not valid'
    : `${scheme || 'that'} is none of them`;
  const why = scheme === 'http:' ? 'http:// is neither encrypted nor signed' : wrong;
  return new ContextError(
    'BAD_INPUT',
    `--repo takes an address of https, ssh, git or file, or a path, with @REF at its end if you like; ${why}.`,
  );
}
