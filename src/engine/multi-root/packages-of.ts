const MANIFESTS_MAX = 60;
const TEXT_MAX = 200_000;

/** How the code of one workspace is imported by others: names that an import begins with, read from its manifests. */
export async function packagesOf(
  paths: readonly string[],
  read: (path: string) => Promise<string | null>,
): Promise<readonly string[]> {
  const manifests = paths
    .filter((path) => Object.hasOwn(NAMES_IN, baseOf(path)))
    .sort((a, b) => a.split('/').length - b.split('/').length)
    .slice(0, MANIFESTS_MAX);
  const named = await Promise.all(
    manifests.map(async (path) => NAMES_IN[baseOf(path)]!(((await read(path)) ?? '').slice(0, TEXT_MAX))),
  );
  return [...new Set([...named.flat(), ...pythonPackages(paths)])];
}

/** Whether an import is one of a package: `@acme/api/cart`, `acme.api.cart`, `Acme\Api\Cart`. */
export function isImportOf(name: string, specifier: string): boolean {
  return specifier === name || (specifier.startsWith(name) && /^[/.\\:]/.test(specifier.slice(name.length)));
}

const NAMES_IN: Readonly<Record<string, (text: string) => readonly string[]>> = {
  'package.json': (text) => texts(objectIn(text).name),
  'go.mod': (text) => /^module\s+"?([^\s"]+)/m.exec(text)?.slice(1) ?? [],
  'composer.json': (text) => {
    const { autoload } = objectIn(text);
    const spaces = isObject(autoload) && isObject(autoload['psr-4']) ? Object.keys(autoload['psr-4']) : [];
    return spaces.map((space) => space.replace(/\\+$/, '')).filter((space) => space !== '');
  },
};

// Top folders with modules, also below `src`: what makes them packages is often an empty file.
function pythonPackages(paths: readonly string[]): readonly string[] {
  return paths.flatMap((path) => /^(?:src\/)?([A-Za-z_]\w*)\/(?:.*\/)?\w+\.pyi?$/.exec(path)?.[1] ?? []);
}

function objectIn(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const texts = (value: unknown): readonly string[] => (typeof value === 'string' && value !== '' ? [value] : []);
const baseOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);
