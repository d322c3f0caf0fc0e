// A caller stands in a folder, or names one. This signal tells which files lie in that folder or in its package.
import { memoizePerObject } from '../model/memoize.ts';
import { folderOf, nameOf, upwards } from '../model/paths.ts';
import type { SignalFinder, View } from '../ports/signal-finder.ts';

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
const IN_PACKAGE = 0.7;

// A manifest at the root makes no package, because all files would be near.
function createNearness(folder: string, view: View): (path: string) => number {
  const inside = `${folder}/`;
  const around = findPackage(folder, view);
  return (path) => (path.startsWith(inside) ? 1 : around !== null && path.startsWith(`${around}/`) ? IN_PACKAGE : 0);
}

function findPackage(folder: string, view: View): string | null {
  const packages = findPackages(view);
  return upwards(folder).find((at) => packages.has(at)) ?? null;
}

const findPackages = memoizePerObject((view: View): ReadonlySet<string> => {
  const manifests = view.files.keys().filter((path) => path.includes('/') && MANIFEST.test(nameOf(path)));
  return new Set(manifests.map(folderOf));
});
