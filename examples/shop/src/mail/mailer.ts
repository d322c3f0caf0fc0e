export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

const TRIES = 3;

/** Sends a mail; a server that is busy is asked again. */
export async function send(mail: Mail, post: (mail: Mail) => Promise<boolean> = async () => true): Promise<void> {
  for (let attempt = 0; attempt < TRIES; attempt++) if (await post(mail)) return;
  throw new Error(`mail to ${mail.to} was not taken`);
}
