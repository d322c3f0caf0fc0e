// Checks the version of Node before it loads anything else. Old versions must be able to run this file, so it imports nothing
// and uses no new syntax.
const NODE_LEAST = [22, 13] as const;

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < NODE_LEAST[0] || (major === NODE_LEAST[0] && minor < NODE_LEAST[1])) {
  process.stderr.write(
    `knap: needs Node ${NODE_LEAST.join('.')} or newer; this is ${process.versions.node} (${process.execPath}).\n`,
  );
  // For an agent, exit status 2 of a hook would mean: stop this prompt.
  process.exitCode = process.argv[2] === 'hook' ? 0 : 2;
} else {
  import('../socket/ask-server.ts')
    .then(({ askServer }) => askServer(process.argv.slice(2)))
    .then(({ status, input }) => {
      if (status !== null) process.exit(status);
      return import('./run-process.ts').then(({ runProcess }) => runProcess(input));
    });
}

export {};
