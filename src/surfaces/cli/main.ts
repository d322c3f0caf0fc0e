// Checks the version of Node, then lets a server or this process answer. Old versions must be able to read this file,
// so it has no static imports and no new syntax.
const NODE_LEAST = [22, 13] as const;

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < NODE_LEAST[0] || (major === NODE_LEAST[0] && minor < NODE_LEAST[1])) {
  process.stderr.write(
    `knap: needs Node ${NODE_LEAST.join('.')} or newer; this is ${process.versions.node} (${process.execPath}).\n`,
  );
  // For an agent, exit status 2 of a hook would mean: stop this prompt.
  process.exitCode = process.argv[2] === 'hook' ? 0 : 2;
} else {
  keepCompiledCode();
  import('../socket/ask-server.ts')
    .then(({ askServer }) => askServer(process.argv.slice(2)))
    .then(({ status, input }) => {
      if (status !== null) process.exit(status);
      return import('./run-process.ts').then(({ runProcess }) => runProcess(input));
    });
}

// Saves compiling at the next start. The folder belongs to the installation, so no workspace can bring such code; where
// the user may not write there, Node goes on without it. NODE_COMPILE_CACHE names another folder,
// NODE_DISABLE_COMPILE_CACHE=1 none.
function keepCompiledCode(): void {
  if (import.meta.url.endsWith('.ts')) return;
  const { fileURLToPath } = process.getBuiltinModule('node:url');
  process.getBuiltinModule('node:module').enableCompileCache(fileURLToPath(new URL('compiled', import.meta.url)));
}

export {};
