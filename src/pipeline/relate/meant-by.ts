import { words } from '../../model/terms.ts';
import type { Definition } from '../../ports/store.ts';
import type { Caller } from './caller.ts';
import { EXPRESSION, type Use } from './uses-of.ts';

/** A name defined more often says too little about which one is meant. */
const AMBIGUOUS_FROM = 2;
const OWN = new Set(['this', 'self', 'cls', 'static', 'Self', 'super', 'parent']);

/** Which of the definitions of its name a use means: by what its receiver is, where the text tells; none where it does not. */
export function meantBy(use: Use, definitions: readonly Definition[], caller: Caller): readonly Definition[] {
  const spelled = definitions.filter(({ name }) => name === use.name || name.replace(/[?!=]$/, '') === use.name);
  if (spelled.length === 0) return [];
  const last = use.receiver.at(-1);
  if (last === undefined) return bare(spelled, caller);
  if (use.receiver.length === 1 && OWN.has(last)) return few(near(ownedBy(caller.ownTypes(), spelled), caller, true));
  if (last === EXPRESSION) return telling(spelled, caller);
  const named = byName(last, spelled, caller);
  if (named) return named;
  const type = caller.typeOf(last);
  if (type === null) return telling(spelled, caller);
  return few(near(ownedBy(caller.withBases(type), spelled), caller, true));
}

// Where methods need a receiver, a bare name is none of them; elsewhere it is one of the class around.
function bare(spelled: readonly Definition[], caller: Caller): readonly Definition[] {
  const own = caller.hasImplicitSelf ? ownedBy(caller.ownTypes(), spelled) : [];
  if (own.length > 0) return few(near(own, caller, true));
  return few(
    near(
      spelled.filter(({ kind }) => kind !== 'method'),
      caller,
    ),
  );
}

// The types in order: what a class defines itself is meant before what it inherits.
function ownedBy(types: readonly string[], spelled: readonly Definition[]): readonly Definition[] {
  for (const type of types) {
    const owned = spelled.filter((one) => ownerOf(one) === type);
    if (owned.length > 0) return owned;
  }
  return [];
}

// A class, an object or a module of that very name. What a file assigns to somebody else's object is meant where it is imported.
function byName(last: string, spelled: readonly Definition[], caller: Caller): readonly Definition[] | null {
  const same = spelled.filter((one) => ownerOf(one) === last);
  if (same.length > 0) return few(near(same, caller, caller.isDefined(last)));
  if (!caller.isModule(last)) return null;
  const inModule = few(spelled.filter(({ path, kind }) => kind !== 'method' && caller.isModuleAt(last, path)));
  // A variable may be called as the file its type comes from.
  return inModule.length > 0 || caller.typeOf(last) === null ? inModule : null;
}

// What nothing is known of: only a name of several words that one place within reach defines says enough.
function telling(spelled: readonly Definition[], caller: Caller): readonly Definition[] {
  const isCompound = (name: string) =>
    words(name.replace(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ').replaceAll('_', ' ')).length > 1;
  const reached = near(spelled, caller);
  return reached.length === 1 && spelled.length === 1 && isCompound(spelled[0]!.name) ? reached : [];
}

// In the same file before any other; then in a file that this one imports; anywhere only where the type says which.
function near(found: readonly Definition[], { path, imports }: Caller, isSure = false): readonly Definition[] {
  const here = found.filter((one) => one.path === path);
  if (here.length > 0) return here;
  const imported = found.filter((one) => imports.has(one.path));
  return imported.length > 0 || !isSure ? imported : found;
}

function few(found: readonly Definition[]): readonly Definition[] {
  return found.length <= AMBIGUOUS_FROM ? found : [];
}

/** The class, object or namespace a definition stands in. */
export function ownerOf({ qualifiedName }: Pick<Definition, 'qualifiedName'>): string | null {
  return qualifiedName.split('.').at(-2) ?? null;
}
