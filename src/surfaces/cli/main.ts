// The way in. It loads nothing before the version of Node is known to be able to run the rest, so it imports nothing
// and uses no syntax or function that an old Node lacks.
const NODE_LEAST = [22, 13] as const;

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < NODE_LEAST[0] || (major === NODE_LEAST[0] && minor < NODE_LEAST[1])) {
  process.stderr.write(
    `knap: needs Node ${NODE_LEAST.join('.')} or newer; this is ${process.versions.node} (${process.execPath}).\n`,
  );
  // To an agent that calls a hook, 2 would mean: stop this prompt.
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
