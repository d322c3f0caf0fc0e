// table
// A role says what a file is for: a source, a test, documentation and so on. This table tells it from the path and
// name, so that ranking and packs can treat tests and generated files in their own way.
import type { Role } from '../../model/entity.ts';

/** Returns the role of a file by its path and name; `isGenerated` says that its content looks written by a program. */
export function roleOf(path: string, isGenerated: boolean): Role {
  const cut = path.lastIndexOf('/') + 1;
  const name = path.slice(cut);
  const folders = path.slice(0, cut).toLowerCase();
  // Folders below `src/main/java` and the like are packages, whose names tell no role: `org/springframework/samples`.
  const outside = folders.replace(/(^|\/)src\/\w*main\/(?:java|kotlin|scala|groovy)\/.*/, '$1');
  const rule = RULES.find(
    ({ role, folder, file }) =>
      (folder?.test(BY_ANY_FOLDER.has(role) ? folders : outside) ?? false) || (file?.test(name) ?? false),
  );
  if (isGenerated && rule?.role !== 'vendored') return 'generated';
  return rule?.role ?? 'source';
}

interface RoleRule {
  readonly role: Role;
  /** Matches the folders in lower case, each ending in a slash. */
  readonly folder?: RegExp;
  /** Matches the base name as written, because some languages mark tests by capitals. */
  readonly file?: RegExp;
}

// Any folder can show that a file is vendored or generated; only folders outside packages show the other roles.
const BY_ANY_FOLDER: ReadonlySet<Role> = new Set(['vendored', 'generated']);

// The first rule that matches wins: a vendored test is vendored, a configuration of tests is a test.
const RULES: readonly RoleRule[] = [
  {
    role: 'vendored',
    folder:
      /(?:^|\/)(?:vendor|vendors|vendored|_vendor|third[-_]?party|3rd[-_]?party|thirdparty|externals|extern|node_modules|bower_components|site-packages|godeps|carthage)\/|^(?:ios\/)?pods\/|^deps\//,
    file: /^(?:jquery[-.\d\w]*|bootstrap[-.\d\w]*|modernizr[-.\d\w]*)\.(?:js|css)$|^(?:gradlew|mvnw)(?:\.bat|\.cmd)?$/i,
  },
  {
    role: 'generated',
    folder:
      /(?:^|\/)(?:generated|__generated__|autogen|auto_generated|__snapshots__|generated-sources|dist|\.generated)\//,
    file: new RegExp(
      [
        // Lock files.
        String.raw`^(?:package-lock\.json|npm-shrinkwrap\.json|yarn\.lock|pnpm-lock\.yaml|bun\.lockb?|deno\.lock|composer\.lock)$`,
        String.raw`^(?:Gemfile\.lock|Cargo\.lock|poetry\.lock|uv\.lock|pdm\.lock|Pipfile\.lock|go\.sum|go\.work\.sum|mix\.lock)$`,
        String.raw`^(?:flake\.lock|pubspec\.lock|Podfile\.lock|Package\.resolved|packages\.lock\.json|gradle\.lockfile)$`,
        // What code generators call their output.
        String.raw`\.(?:pb|pb\.gw|gen|generated|g|freezed|[Dd]esigner)\.[A-Za-z]+$`,
        String.raw`(?:_pb2(?:_grpc)?\.pyi?|_pb\.(?:js|d\.ts|rb)|_generated\.\w+|\.pb\.(?:cc|h)|_string\.go|_gen\.go|\.snap)$`,
        String.raw`^zz_generated\.|^(?:bindata|mock_\w+)\.go$`,
        // What bundlers, drawing programs and programs that ran write.
        String.raw`[.-](?:min|bundle)\.(?:[cm]?js|css)$|\.(?:[cm]?js|css)\.map$|\.(?:svg|log)$`,
      ].join('|'),
    ),
  },
  {
    role: 'test',
    folder:
      /(?:^|\/)(?:tests?|__tests?__|__mocks__|__fixtures__|specs?|e2e|testdata|test[-_](?:data|utils|helpers|support|suite|fixtures)|fixtures?|cypress|playwright|androidtest|integration[-_]?tests?|unit[-_]?tests?|(?:android|common|jvm|js|native|ios|integration|functional|unit)test|testsuite|features\/step_definitions|[\w.-]+[._-]tests?)\//,
    file: new RegExp(
      [
        String.raw`[._-](?:test|tests|e2e|bench|itest)\.[A-Za-z0-9]+$|[._](?:spec|specs|cy)\.[A-Za-z0-9]+$`,
        String.raw`^(?:test|tests|conftest|spec_helper|rails_helper|test_helper|testlib)\.[A-Za-z]+$`,
        String.raw`^(?:setup[-_]?(?:[Tt]ests?|[Jj]est|[Vv]itest)|(?:test|jest|vitest)[-_]?[Ss]etup)\.[cm]?[jt]sx?$`,
        String.raw`^test_\w+\.[A-Za-z]+$|_(?:test|tests|spec|unittest)\.[A-Za-z]+$`,
        String.raw`^[A-Z]\w*(?:Test|Tests|TestCase|Spec|Specs|IT|ITCase)\.(?:java|kt|kts|scala|groovy|cs|php|swift|fs|vb|m|mm|hs|sol)$`,
        String.raw`^[A-Z]\w*Suite\.scala$|\.[Tt]ests\.ps1$|\.t\.sol$|\.(?:bats|t)$`,
        String.raw`^Test[A-Z]\w*\.(?:java|kt|scala|groovy|cs|php|swift|py)$`,
        String.raw`^(?:jest|vitest|karma|cypress|playwright|ava|mocha)\.(?:config|setup|workspace)\b|^\.mocharc|^(?:phpunit|pytest|tox)\b.*\.(?:xml|ini|dist)$`,
      ].join('|'),
    ),
  },
  {
    role: 'example',
    folder: /(?:^|\/)(?:examples?|samples?|demos?|playgrounds?|tutorials?|cookbook|snippets|_examples?|quickstarts?)\//,
    file: /\.stories\.[a-z]+$|[._-](?:example|sample|demo)\.[A-Za-z0-9]+$|\.(?:example|sample|dist|template|tmpl)$/i,
  },
  {
    role: 'docs',
    folder:
      /(?:^|\/)(?:docs|documentation|changelogs?|\.changeset|releasenotes)\/|^(?:doc|man|manual|guides?|wiki|website|rfcs?|adr)\//,
    file: /\.(?:md|mdx|markdown|rst|adoc|asciidoc|textile|rdoc|org|pod|tex|texi|1|3|5|7|8)$|^(?!requirements|constraints|cmakelists).*\.txt$|^(?:readme|changelog|changes|news|authors|contributors|contributing|copying|(?:un)?licen[cs]e|notice|maintainers|codeowners|todo|upgrading|install|thanks|credits)(?:[.-](?:txt|html?|mit|apache|bsd|gpl|lgpl|mpl)(?:-\d.*)?)?$/i,
  },
  {
    role: 'config',
    folder:
      /(?:^|\/)(?:\.github|\.gitlab|\.circleci|\.buildkite|\.husky|\.config|\.devcontainer|\.storybook|\.cargo|\.mvn|\.ci|\.docker|\.azure-pipelines|gradle\/wrapper)\//,
    file: new RegExp(
      [
        String.raw`^\.[\w.-]+$`,
        String.raw`\.(?:json|jsonc|json5|ya?ml|toml|ini|cfg|conf|config|properties|plist|editorconfig|env|neon|tf|hcl|nix|cmake|mk|gradle|kts|sbt|bzl|bazel|gemspec|cabal|podspec|csproj|fsproj|vbproj|sln|slnx|props|targets|vcxproj|xcconfig|pbxproj|service|desktop|spec|po|pot|xlf|xliff|resx|arb|ftl|csv|tsv)$`,
        String.raw`\.config\.[cm]?[jt]sx?$|\.(?:eslintrc|prettierrc|babelrc)\.[cm]?js$|^(?:gulpfile|gruntfile|rakefile|gemfile|makefile|gnumakefile|dockerfile|containerfile|vagrantfile|jenkinsfile|procfile|justfile|taskfile|brewfile|podfile|fastfile|appfile|build|workspace|cmakelists\.txt|meson\.build|configure\.ac|requirements[\w.-]*\.(?:txt|in)|constraints\.txt|setup\.py|manifest\.in|go\.(?:mod|work)|pom\.xml|web\.xml|packages\.config|noxfile\.py|fabfile\.py|build\.xml|build\.rs|package\.swift|config\.ru|capfile|guardfile|pipfile|pubspec\.yaml|mix\.exs|rebar\.config|docker-compose[\w.-]*|dockerfile\.[\w.-]+)$`,
      ].join('|'),
      'i',
    ),
  },
];
