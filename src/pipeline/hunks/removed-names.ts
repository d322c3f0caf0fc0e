import type { Change } from '../../model/task.ts';

// What declares a name in most languages, and a name that is called or assigned at the start of a line.
const DECLARED =
  /\b(?:function|def|class|func|fn|interface|type|const|let|var|val|struct|enum|trait|module|object|protocol|fun|sub|record|namespace)\s+(?:\([^)]{0,80}\)\s*)?(?:self\.)?([\p{L}_$][\p{L}\p{N}_$]*)/gu;
const MEMBER =
  /^\s*(?:(?:public|private|protected|internal|static|async|final|override|export|readonly|virtual|abstract|[\w<>[\],.?]+)\s+){0,6}([\p{L}_$][\p{L}\p{N}_$]*)\s*\([^;]{0,200}\)\s*(?::\s*[^{;]{1,80})?\{?\s*$/u;
const STATEMENTS = new Set([
  'if',
  'for',
  'while',
  'switch',
  'catch',
  'return',
  'function',
  'with',
  'match',
  'elif',
  'super',
  'constructor',
]);

/** Names whose declaration a diff takes away and does not give back: whoever uses them must change too. */
export function removedNames(changes: readonly Change[]): readonly string[] {
  const [gone, there] = ['-', '+'].map((mark) => {
    const rows = changes.flatMap(({ patch }) => patch?.hunks ?? []).flatMap(({ lines }) => lines);
    return new Set(rows.filter((line) => line[0] === mark).flatMap((line) => declaredIn(line.slice(1))));
  });
  return [...gone!].filter((name) => !there!.has(name));
}

function declaredIn(line: string): readonly string[] {
  const declared = [...line.matchAll(DECLARED)].map(([, name = '']) => name);
  const member = MEMBER.exec(line)?.[1];
  return member === undefined || STATEMENTS.has(member) ? declared : [...declared, member];
}
