// Decides which definition a use of a name means, by the type of its receiver, as far as the text of the file reveals
// it without a compiler.
import type { Scored, SourceText } from '../../model/candidate.ts';
import type { Edge } from '../../model/edge.ts';
import type { SymbolFacts } from '../../model/facts.ts';
import { nameKey, splitIdentifier } from '../../model/terms.ts';
import type { Definition } from '../../ports/store.ts';
import { EXPRESSION, isCompound, symbolOf, symbolsIn, textOf, type Use } from './uses-of.ts';

/** How to read the types of names in a language. */
export interface TypeSyntax {
  /** Patterns with the groups `name` and `type`. */
  readonly declares: readonly RegExp[];
  /** Whether a method can be called without a receiver. */
  readonly hasImplicitSelf: boolean;
}

/** Facts about the names that a unit uses, as the text of the unit and its file reveals them. */
export type Caller = ReturnType<typeof callerOf>;

/** What is known around units: definitions of names by their keys, edges, and the open texts that define types. */
export interface CallerAround {
  readonly definitions: Definitions;
  readonly edges: readonly Edge[];
  /** The open text that defines a type; null if none is open. */
  readonly textOfType: (type: string) => SourceText | null;
}

export type Definitions = ReadonlyMap<string, readonly Definition[]>;

/** Returns a function that finds the text that defines a type, among opened files. */
export function openTexts(scored: readonly Scored[], definitions: Definitions): CallerAround['textOfType'] {
  const texts = new Map(scored.map((candidate) => [candidate.path, candidate.text]));
  return (type) => {
    const definition = (definitions.get(nameKey(type)) ?? []).find((one) => one.name === type && texts.get(one.path));
    return definition ? (texts.get(definition.path) ?? null) : null;
  };
}

// Only this many characters of a file are searched for declarations.
const TEXT_MAX = 200_000;
// Traits and modules that a class of PHP or Ruby mixes in.
const INHERITS = /^\s*(?:use|include|extend|prepend)\s+([\p{L}\w\\:, ]+)/gmu;

export function callerOf(unit: Scored, { definitions, edges, textOfType }: CallerAround, syntax: TypeSyntax) {
  const text = unit.text as SourceText;
  const out = edges.filter(({ from, kind }) => from === unit.path && kind !== 'framework');
  const imports = new Set(out.map(({ to }) => to));
  const declared = typesIn(unit, syntax);
  const withBases = (type: string) => {
    const definingText = text.facts.symbols.some((symbol) => symbol.name === type) ? text : textOfType(type);
    return [type, ...(definingText === null ? [] : basesOf(type, definingText))];
  };
  const typeOfKey = (key: string) =>
    definitions.get(key)?.find(({ kind }) => kind === 'class' || kind === 'interface')?.name ?? null;
  const typeByName = (name: string) =>
    typeWords(name).reduce<string | null>((found, key) => found ?? typeOfKey(key), null);
  return {
    path: unit.path,
    /** Files its file imports or otherwise names. */
    imports,
    hasImplicitSelf: syntax.hasImplicitSelf,
    /** The types that the unit holds or lies in, and what they inherit from. */
    ownTypes: () => [...new Set(typesAround(unit).flatMap(withBases))],
    /** The declared type of a variable, field or parameter, else the type it is named after; null if there is none. */
    typeOf: (name: string) => declared(name) ?? typeByName(name),
    /** A type and its base types, if its text is open. */
    withBases,
    /** Whether the workspace defines the name; it does not define `console`, for example. */
    isDefined: (name: string) => definitions.get(nameKey(name))?.some((one) => one.name === name) ?? false,
    isModule: (name: string) => text.facts.imports.some((fact) => isImportedAs(fact, name)),
    /** Whether the module imported under the name is the file at the path. */
    isModuleAt: (name: string, path: string) => imports.has(path) && hasModuleName(path, moduleNames(text, name)),
  };
}

/** Returns a function that looks up the declared type of a name, in the text of a unit, then in its file. */
export function typesIn(unit: Scored, syntax: TypeSyntax): (name: string) => string | null {
  const inUnit = declaredTypes(textOf(unit), syntax);
  return (name) => inUnit.get(name) ?? declaredInFile(unit.text as SourceText, syntax).get(name) ?? null;
}

// Keeps the declarations of a file with its lines, since each of its units and each request of a server needs them.
const typesByFile = new WeakMap<readonly string[], ReadonlyMap<string, string>>();

function declaredInFile({ lines }: SourceText, syntax: TypeSyntax): ReadonlyMap<string, string> {
  const types = typesByFile.get(lines) ?? declaredTypes(lines.join('\n').slice(0, TEXT_MAX), syntax);
  typesByFile.set(lines, types);
  return types;
}

/** Lists the keys of types after which a variable may be named: `user` and `currentUser` after `User`. */
export function typeWords(name: string): readonly string[] {
  const last = splitIdentifier(name).at(-1) ?? '';
  return [...new Set([nameKey(name), nameKey(last)])].filter((key) => key.length > 2);
}

// The first declaration of a name counts, by the first pattern that finds one.
function declaredTypes(text: string, { declares }: TypeSyntax): ReadonlyMap<string, string> {
  const types = new Map<string, string>();
  for (const pattern of declares)
    for (const { groups } of text.matchAll(pattern)) {
      const { name = '', type = '' } = groups ?? {};
      if (!types.has(name)) types.set(name, type);
    }
  return types;
}

function typesAround(unit: Scored): readonly string[] {
  const symbol = symbolOf(unit);
  if (symbol === null) return [];
  const innerTypes = isType(symbol) ? symbolsIn(unit).filter(isType) : [];
  return [...innerTypes.map(({ name }) => name), ...symbol.qualifiedName.split('.').slice(0, -1).reverse()];
}

function isType({ kind }: SymbolFacts): boolean {
  return kind === 'class' || kind === 'interface' || kind === 'enum';
}

/** Finds the types that a type may inherit from or mix in: the capitalized names in its signature and mixins. */
export function basesOf(type: string, text: SourceText): readonly string[] {
  return text.facts.symbols
    .filter((symbol) => symbol.name === type && isType(symbol))
    .flatMap((symbol) => {
      const lines = text.lines.slice(symbol.startLine - 1, symbol.endLine).join('\n');
      const named = [symbol.signature, ...lines.matchAll(INHERITS).map((mixed) => mixed[1]!)].join(' ');
      return (named.match(/[\p{Lu}][\p{L}\p{N}_]*/gu) ?? []).filter((name) => name !== type);
    });
}

function isImportedAs({ specifier, names }: SourceText['facts']['imports'][number], name: string): boolean {
  return names.includes(name) || lastPart(specifier) === name;
}

function moduleNames({ facts }: SourceText, name: string): ReadonlySet<string> {
  const imports = facts.imports.filter((fact) => isImportedAs(fact, name));
  return new Set([nameKey(name), ...imports.map(({ specifier }) => nameKey(lastPart(specifier)))]);
}

function lastPart(specifier: string): string {
  return specifier.split(/[/\\.:]+/).findLast((part) => part !== '' && !/^[jt]sx?$/.test(part)) ?? '';
}

// Whether a file has one of these module names, itself or by its folder (`utils/index.ts`, a package of Go).
function hasModuleName(path: string, names: ReadonlySet<string>): boolean {
  const [file = '', folder = ''] = path.split('/').reverse();
  return names.has(nameKey(file.replace(/\.[^.]*$/, ''))) || names.has(nameKey(folder));
}

/** A name with more definitions than this is ambiguous. */
const DEFINITIONS_MAX = 2;
const SELF_NAMES = new Set(['this', 'self', 'cls', 'static', 'Self', 'super', 'parent']);

/** Finds the definitions that a use means, by its receiver; none if the text does not reveal them. */
export function definitionsMeant(use: Use, definitions: readonly Definition[], caller: Caller): readonly Definition[] {
  const withName = definitions.filter(({ name }) => name === use.name || name.replace(/[?!=]$/, '') === use.name);
  if (withName.length === 0) return [];
  const last = use.receiver.at(-1);
  if (last === undefined) return meantByBareName(withName, caller);
  if (use.receiver.length === 1 && SELF_NAMES.has(last))
    return unlessAmbiguous(withinReach(membersOfTypes(caller.ownTypes(), withName), caller, true));
  if (last === EXPRESSION) return onlyDefinition(withName, caller);
  const named = meantByReceiverName(last, withName, caller);
  if (named) return named;
  const type = caller.typeOf(last);
  if (type === null) return onlyDefinition(withName, caller);
  return unlessAmbiguous(withinReach(membersOfTypes(caller.withBases(type), withName), caller, true));
}

// Finds the meaning of a name without a receiver, which can be a method only in languages with implicit `self`.
function meantByBareName(withName: readonly Definition[], caller: Caller): readonly Definition[] {
  const ofClass = caller.hasImplicitSelf ? membersOfTypes(caller.ownTypes(), withName) : [];
  if (ofClass.length > 0) return unlessAmbiguous(withinReach(ofClass, caller, true));
  const functions = withName.filter(({ kind }) => kind !== 'method');
  return unlessAmbiguous(withinReach(functions, caller));
}

// A member of the class itself comes before an inherited one.
function membersOfTypes(types: readonly string[], withName: readonly Definition[]): readonly Definition[] {
  for (const type of types) {
    const owned = withName.filter((definition) => ownerOf(definition) === type);
    if (owned.length > 0) return owned;
  }
  return [];
}

// Handles a receiver that is the name of a class, object or module; null if it is none of these. Members of an
// object that the workspace does not define count only in the file of the use and in imported files.
function meantByReceiverName(
  last: string,
  withName: readonly Definition[],
  caller: Caller,
): readonly Definition[] | null {
  const same = withName.filter((definition) => ownerOf(definition) === last);
  if (same.length > 0) return unlessAmbiguous(withinReach(same, caller, caller.isDefined(last)));
  if (!caller.isModule(last)) return null;
  const ofModule = withName.filter(({ path, kind }) => kind !== 'method' && caller.isModuleAt(last, path));
  const inModule = unlessAmbiguous(ofModule);
  // A variable may have the name of the file that defines its type.
  return inModule.length > 0 || caller.typeOf(last) === null ? inModule : null;
}

// If the type of the receiver is unknown, a name must have several words and a single definition, within reach.
function onlyDefinition(withName: readonly Definition[], caller: Caller): readonly Definition[] {
  const reached = withinReach(withName, caller);
  return reached.length === 1 && withName.length === 1 && isCompound(withName[0]!.name) ? reached : [];
}

// Definitions in the same file, else in imported ones, else anywhere if the type is known.
function withinReach(found: readonly Definition[], { path, imports }: Caller, isSure = false): readonly Definition[] {
  const here = found.filter((definition) => definition.path === path);
  if (here.length > 0) return here;
  const imported = found.filter((definition) => imports.has(definition.path));
  return imported.length > 0 || !isSure ? imported : found;
}

function unlessAmbiguous(found: readonly Definition[]): readonly Definition[] {
  return found.length <= DEFINITIONS_MAX ? found : [];
}

/** The class, object or namespace of a definition. */
export function ownerOf({ qualifiedName }: Pick<Definition, 'qualifiedName'>): string | null {
  return qualifiedName.split('.').at(-2) ?? null;
}
