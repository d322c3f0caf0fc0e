// A caller may name the folder where they work. This signal raises the files in it, or in its package.
import { memoizePerObject } from '../model/memoize.ts';
import { folderOf, nameOf, upwards } from '../model/paths.ts';
import type { SignalFinder, View } from '../ports/signal-finder.ts';

/** Measures which candidates lie in the caller's folder, or in the package of that folder. */
export const nearFile: SignalFinder = {
  kind: 'nearFile',
  tier: 'structural',
  weight: 0.16,
  applies: ({ near }) => near !== null,
  async measure({ near, view }, paths) {
    if (near === null) return [];
    const nearness = createNearness(near, view);
    return paths.flatMap((path) => {
      const value = nearness(path);
      return value > 0 ? [{ path, value, because: value === 1 ? `in ${near}` : `in the package of ${near}` }] : [];
    });
  },
};

// A folder with one of these files is a package.
const MANIFEST =
  /^(?:package\.json|deno\.jsonc?|pyproject\.toml|setup\.(?:py|cfg)|go\.mod|cargo\.toml|pom\.xml|build\.gradle(?:\.kts)?|gemfile|composer\.json|pubspec\.yaml|mix\.exs|package\.swift|build\.sbt|[^/]*\.(?:gemspec|csproj|fsproj))$/i;
/** Value of a file in the package and outside of the folder. */
const PACKAGE = 0.7;

/** Creates a measure of nearness to a folder, 0..1. The whole workspace is no package. */
function createNearness(folder: string, view: View): (path: string) => number {
  const inside = `${folder}/`;
  const around = findPackage(folder, view);
  return (path) => (path.startsWith(inside) ? 1 : around !== null && path.startsWith(`${around}/`) ? PACKAGE : 0);
}

function findPackage(folder: string, view: View): string | null {
  const packages = findPackages(view);
  return upwards(folder).find((at) => packages.has(at)) ?? null;
}

const findPackages = memoizePerObject((view: View): ReadonlySet<string> => {
  const manifests = view.files.keys().filter((path) => path.includes('/') && MANIFEST.test(nameOf(path)));
  return new Set(manifests.map(folderOf));
});
