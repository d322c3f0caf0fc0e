import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Lists what a shell offers at the end of each line after it has read the script. */
export type Offer = (script: string, lines: readonly string[]) => readonly (readonly string[])[];

export const isInstalled = (program: string): boolean => spawnSync(program, ['--version']).error === undefined;

const MARK = '== ';
const answersOf = (printed: string): readonly (readonly string[])[] =>
  printed
    .split(new RegExp(`^${MARK}.*$`, 'm'))
    .slice(1)
    .map((part) => part.split('\n').flatMap((line) => line.split('\t')[0]!.trim() || []));

/** Calls `use` with a new folder that holds these files. */
function inFolder<T>(files: Readonly<Record<string, string>>, use: (folder: string) => T): T {
  const folder = mkdtempSync(join(tmpdir(), 'knap-shell-'));
  try {
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
    return use(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const bash: Offer = (script, lines) => {
  const program = `${script}
while IFS= read -r line; do
  printf '${MARK}%s\\n' "$line"
  IFS=' ' read -r -a COMP_WORDS <<< "$line"
  [[ $line == *' ' ]] && COMP_WORDS+=('')
  COMP_CWORD=$((\${#COMP_WORDS[@]} - 1)); _knap; printf '%s\\n' "\${COMPREPLY[@]}"
done`;
  return answersOf(
    execFileSync('bash', ['--norc', '-c', program], { encoding: 'utf8', input: `${lines.join('\n')}\n` }),
  );
};

const fish: Offer = (script, lines) => {
  const program = `source knap.fish
while read -l line
  echo '${MARK}'$line
  complete -C $line
end`;
  return inFolder({ 'knap.fish': script }, (folder) => {
    const input = `${lines.join('\n')}\n`;
    const env = { ...process.env, HOME: folder, XDG_CONFIG_HOME: folder, XDG_DATA_HOME: folder };
    return answersOf(execFileSync('fish', ['-c', program], { cwd: folder, encoding: 'utf8', input, env }));
  });
};

// zsh completes on a terminal alone. One zsh gives another a terminal; that one fills its prompt with each line, keeps what is
// offered for it, and ends.
const zsh: Offer = (script, lines) => {
  const start = `autoload -Uz compinit && compinit -u -D
source $ZDOTDIR/_knap
lines=("\${(@f)$(<$ZDOTDIR/lines)}")
compadd() {
  if [[ "\${@[1,(i)(-|--)]} " == *' '-(O|A|D)' '* || "$1" == -(O|A|D) ]]; then builtin compadd "$@"; return; fi
  local -a hits
  builtin compadd -O hits "$@"
  print -rl -- $hits >> $ZDOTDIR/offered
  builtin compadd "$@"
}
capture() { _main_complete; compstate[insert]='' compstate[list]=''; }
zle -C capture complete-word capture
zle-line-init() {
  (( $#lines )) || exit
  BUFFER="\${lines[1]%|}" CURSOR=$#BUFFER
  print -r -- "${MARK}$BUFFER" >> $ZDOTDIR/offered
  shift lines
  zle capture
  BUFFER=''
  zle accept-line
}
zle -N zle-line-init
`;
  const outer = `zmodload zsh/zpty
zpty inner "TERM=dumb zsh -d -i"
while zpty -r inner printed; do :; done`;
  // A bar at the end keeps a blank there.
  const files = { _knap: script, '.zshrc': start, lines: lines.map((line) => `${line}|`).join('\n'), offered: '' };
  return inFolder(files, (folder) => {
    execFileSync('zsh', ['-f', '-c', outer], { cwd: folder, env: { ...process.env, ZDOTDIR: folder }, stdio: 'pipe' });
    return answersOf(readFileSync(join(folder, 'offered'), 'utf8'));
  });
};

export const SHELLS: Readonly<Record<string, Offer>> = { bash, zsh, fish };
