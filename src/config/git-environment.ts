// Git is started with a small environment, so that variables such as `GIT_EXTERNAL_DIFF` cannot make it run other
// programs. This file picks its variables, and tells who called `sudo`.
import { delimiter, isAbsolute } from 'node:path';

// What git needs to start, to find its user's own settings, and to write a temporary file. Everything else a shell may
// hold (another repository, a pager, an editor, a program for diffs or passwords) stays outside.
const PASSED = `HOME XDG_CONFIG_HOME GIT_CONFIG_GLOBAL GIT_CONFIG_SYSTEM GIT_CONFIG_NOSYSTEM
  TMPDIR TEMP TMP LD_LIBRARY_PATH DYLD_LIBRARY_PATH
  SYSTEMROOT WINDIR USERPROFILE HOMEDRIVE HOMEPATH APPDATA LOCALAPPDATA PROGRAMDATA`.split(/\s+/);

export function gitEnvironment(): Record<string, string> {
  // A relative entry would name a folder of the repository that git reads.
  const path = (process.env.PATH ?? '').split(delimiter).filter((entry) => isAbsolute(entry));
  return { ...pickVariables(PASSED), PATH: path.join(delimiter) };
}

// How a user reaches other machines: keys, proxies, certificates.
const REACHING = `SSH_AUTH_SOCK USER LOGNAME SSL_CERT_FILE SSL_CERT_DIR
  HTTPS_PROXY https_proxy ALL_PROXY all_proxy NO_PROXY no_proxy`.split(/\s+/);

/** The variables that git also gets when it fetches a repository that the user named. */
export function fetchEnvironment(): Record<string, string> {
  return pickVariables(REACHING);
}

function pickVariables(names: readonly string[]): Record<string, string> {
  const given = process.env;
  return Object.fromEntries(names.flatMap((name) => (given[name] === undefined ? [] : [[name, given[name]]])));
}

/** The id of the user who called `sudo`, whose files then count as one's own; null without `sudo`. */
export function sudoUser(): number | null {
  const { SUDO_UID } = process.env;
  return SUDO_UID !== undefined && /^\d{1,10}$/.test(SUDO_UID) ? Number(SUDO_UID) : null;
}
