// table
/** Folders that never leave: what they hold is git's or knap's own. */
export const NEVER = new Set(['.git', '.knap']);

/** Folders of installed, cached or personal things. */
export const DROPPED_FOLDERS = new Set([
  'node_modules',
  'bower_components',
  'jspm_packages',
  '.hg',
  '.svn',
  '.jj',
  '.bzr',
  '.idea',
  '.vscode',
  '.vs',
  '.fleet',
  '.zed',
  '.settings',
  '.obsidian',
  '.trash',
  '__pycache__',
  '.venv',
  '.tox',
  '.nox',
  '.mypy_cache',
  '.pytest_cache',
  '.ruff_cache',
  '.hypothesis',
  '.eggs',
  '.ipynb_checkpoints',
  '.gradle',
  '.kotlin',
  '.metals',
  '.bloop',
  '.bsp',
  '.scala-build',
  '.dart_tool',
  '.build',
  '.swiftpm',
  '.next',
  '.nuxt',
  '.output',
  '.svelte-kit',
  '.astro',
  '.angular',
  '.parcel-cache',
  '.turbo',
  '.nx',
  '.cache',
  '.sass-cache',
  '.nyc_output',
  '.terraform',
  '.serverless',
  '.aws-sam',
  '.vagrant',
  '.bundle',
  '.yarn',
  '.pnpm-store',
  '.direnv',
  '.devenv',
  '.stack-work',
  '.elixir_ls',
  'DerivedData',
  'xcuserdata',
  '__MACOSX',
]);

/** Files of editors and operating systems. */
export const DROPPED_NAMES = new Set([
  '.DS_Store',
  'Thumbs.db',
  'ehthumbs.db',
  'desktop.ini',
  'Icon\r',
  '.directory',
  '.localized',
  '.eslintcache',
  '.stylelintcache',
  'tsconfig.tsbuildinfo',
]);

/** Endings after the last dot, lower case, of what is not text to read. */
export const DROPPED_EXTENSIONS = new Set(
  [
    // Images and drawings.
    'png jpg jpeg jpe gif bmp ico icns cur webp avif heic heif tif tiff tga psd ai eps xcf sketch fig svg svgz dds hdr exr',
    // Fonts.
    'ttf otf woff woff2 eot pfb pfm',
    // Sound and film.
    'mp3 mp4 m4a m4v wav ogg oga ogv flac aac webm avi mov mkv wmv flv mid midi',
    // Archives and packages.
    'zip tar gz tgz bz2 tbz xz txz zst lz lz4 lzma br 7z rar jar war ear aar apk ipa dmg iso deb rpm msi whl egg gem nupkg crate cab',
    // Programs and what compilers leave.
    'exe dll so dylib a o obj lib pdb class pyc pyo pyd node wasm elc beam rlib rmeta bin dat ilk idb gch pch',
    // Databases, models and binary data.
    'db sqlite sqlite3 mdb ibd rdb npy npz pkl pickle h5 hdf5 parquet feather arrow avro orc onnx pt pth safetensors gguf tflite mo',
    // Office and print.
    'pdf doc docx xls xlsx ppt pptx odt ods odp pages numbers epub',
    // Geography and 3D data.
    'shp shx dbf sbn sbx glb gltf fbx blend stl 3ds mmdb',
    // Editors' and merge tools' left-overs, caches, maps.
    'swp swo swn bak orig rej tmp temp map tsbuildinfo suo',
  ].flatMap((line) => line.split(' ')),
);

/** Whole-name patterns of minified, swap and left-over files. */
export const DROPPED_PATTERN = /(?:[.-]min\.(?:js|mjs|cjs|css|html)|\.bundle\.js|~|^#.*#|^\.#.*)$/i;

/** Names of files that usually hold secrets; samples of them are fine. */
export const SECRET_PATTERN = new RegExp(
  [
    String.raw`^\.env(?:rc)?(?:\.(?!(?:example|sample|template|dist|defaults?|schema|test|ci|tpl|tmpl)$)[^/]*)?$`,
    String.raw`\.(?:pem|key|p12|pfx|jks|keystore|kdbx?|ppk|pkcs12|p8|ovpn|agekey|tfstate|tfvars)$`,
    String.raw`\.tfstate\.backup$`,
    '^id_(?:rsa|dsa|ecdsa|ed25519)(?:_sk)?$',
    String.raw`^\.?(?:netrc|pgpass|htpasswd|git-credentials|pypirc|s3cfg|boto|my\.cnf|dockercfg|vault-token|vault_pass)$`,
    String.raw`^(?:credentials|service[-_]account.*\.json|client_secret.*\.json|master\.key|secring\..*|wallet\.dat)$`,
  ].join('|'),
  'i',
);
