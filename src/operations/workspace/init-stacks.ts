// table
/** What a workspace is built with, told by a file in its root, and what of it is not worth a pack. */
export interface Stack {
  readonly name: string;
  readonly marks: readonly RegExp[];
  readonly ignore: readonly string[];
}

export const STACKS: readonly Stack[] = [
  {
    name: 'Node.js',
    marks: [/^package\.json$/],
    ignore: ['dist/', 'build/', 'coverage/', 'package-lock.json', 'yarn.lock', 'pnpm-lock.yaml'],
  },
  { name: 'PHP', marks: [/^composer\.json$/], ignore: ['vendor/', 'composer.lock'] },
  {
    name: 'Python',
    marks: [/^pyproject\.toml$/, /^setup\.(py|cfg)$/, /^requirements.*\.txt$/],
    ignore: ['venv/', '*.egg-info/', 'htmlcov/', 'poetry.lock', 'uv.lock'],
  },
  { name: 'Ruby', marks: [/^Gemfile$/, /\.gemspec$/], ignore: ['log/', 'tmp/', 'vendor/bundle/', 'Gemfile.lock'] },
  { name: 'Go', marks: [/^go\.mod$/], ignore: ['vendor/', 'go.sum', '*.pb.go'] },
  { name: 'Rust', marks: [/^Cargo\.toml$/], ignore: ['target/', 'Cargo.lock'] },
  {
    name: 'Java, Kotlin, Scala',
    marks: [/^pom\.xml$/, /^build\.gradle(\.kts)?$/, /^build\.sbt$/],
    ignore: ['target/', 'build/'],
  },
  { name: '.NET', marks: [/\.(sln|csproj|fsproj)$/], ignore: ['bin/', 'obj/', '*.Designer.cs'] },
  { name: 'Swift', marks: [/^Package\.swift$/], ignore: ['Package.resolved'] },
  {
    name: 'C, C++',
    marks: [/^CMakeLists\.txt$/, /^Makefile$/, /^configure\.ac$/],
    ignore: ['build/'],
  },
];
