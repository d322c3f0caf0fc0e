// table
const EXTENSIONS = new Set(
  `ts tsx mts cts js jsx mjs cjs vue svelte astro py pyi pyx pxd ipynb go rs java kt kts scala groovy clj cs fs vb csproj sln php phtml
blade twig rb erb rake gemspec haml slim swift m mm c h cc cpp cxx hpp hh inl ino dart ex exs erl hs lua pl pm r jl nim zig v sol ml sh
bash zsh fish ps1 bat cmd sql graphql gql proto thrift prisma css scss sass less styl html htm xhtml ejs hbs mustache pug liquid jinja
j2 tmpl tpl json jsonc json5 yaml yml toml ini cfg conf env properties xml xsd svg md mdx rst adoc txt csv tsv lock gradle cmake mk mak
tf hcl nix dockerfile plist strings po mo snap patch diff log`.split(/\s+/),
);
const BARE_NAMES = new Set(
  `dockerfile makefile gemfile rakefile procfile jenkinsfile vagrantfile podfile brewfile justfile pipfile cmakelists.txt codeowners
license readme changelog .gitignore .dockerignore .npmrc .nvmrc .env .editorconfig .babelrc .eslintrc .prettierrc .htaccess`.split(
    /\s+/,
  ),
);
// Names of things that only look like files; they count when the workspace really has such a file.
const PRODUCTS =
  /^(?:node|vue|next|nuxt|react|express|three|d3|ember|backbone|angular|require|discord|chart|moment|day|alpine|solid|p5|nest|meteor|knockout|socket|p2|asp|ml|vb|index)\.(?:js|io|net)$/i;
// A member of an object reads like a file when the member's name is also an extension; so does `app.css`, which the
// workspace may have.
const OBJECTS =
  /^(?:this|self|req|res|request|response|ctx|c|e|event|app|window|document|process|module|exports|console|data|args|obj|cls|np|pd|plt|ax|os|sys)$/i;

/** Whether a name without folders is one a file would have: `User.php`, `payment-service.ts`, `Dockerfile`. */
export function isFileName(name: string): boolean {
  const lower = name.toLowerCase();
  if (BARE_NAMES.has(lower)) return name !== lower || lower.includes('.') || lower.endsWith('file');
  const dot = lower.lastIndexOf('.');
  const base = name.slice(0, dot);
  if (dot < 1 || !EXTENSIONS.has(lower.slice(dot + 1)) || !/^[\w@.+\-[\]()$~%]+$/.test(base) || !/[A-Za-z]/.test(base))
    return false;
  return !/^(?:e\.g|i\.e|etc)$/.test(lower);
}

/** Whether a path may as well be a library's name or a member of an object: `node.js`, `res.json`. */
export function isDoubtful(path: string): boolean {
  const isMember = OBJECTS.test(path.slice(0, path.lastIndexOf('.'))) && !/\.(?:py|[jt]sx?)$/i.test(path);
  return isMember || isProductName(path.slice(path.lastIndexOf('/') + 1));
}

/** A library's name that ends like a file's. */
export const isProductName = (name: string): boolean => PRODUCTS.test(name);
