/** What a command line runs in. */
export interface Terminal {
  readonly stdin: NodeJS.ReadStream;
  readonly stdout: NodeJS.WriteStream;
  readonly stderr: NodeJS.WriteStream;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  /** From now on the first signal to stop aborts this instead of ending the process; absent where there are no signals. */
  readonly stopInOrder?: () => AbortSignal;
}

/** Writes and waits until it has left the process. */
export function print(stream: NodeJS.WriteStream, text: string): Promise<void> {
  return new Promise((resolve) => {
    // Errors of the stream are met by its own listener.
    stream.write(text, () => resolve());
  });
}

/** Text without anything a terminal would obey: what is quoted is data. */
export function harmless(text: string): string {
  return text.replace(/[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]+/g, ' ').trim();
}
