import { useState } from 'preact/hooks';
import { askNow } from './asking.ts';
import { enter } from './parts/api.ts';
import { connect, shutOut } from './server.ts';
import { usePage } from './state.ts';

/** What the person should know of the server: that it is away, that it shut the page out, that something went wrong. */
export function Banner() {
  const { isAway, isShutOut, fault } = usePage((state) => state);
  if (isAway)
    return (
      <div class="banner warn" role="status">
        The server is away. This page goes on by itself when it is back; to start it: <code>knap ui</code>
      </div>
    );
  if (isShutOut) return <EnterAgain />;
  if (fault)
    return (
      <div class="banner warn" role="alert">
        {fault.message} {fault.hint ?? ''}
      </div>
    );
  return null;
}

/** How far the index is, in the bar at the top: there it moves nothing when it comes and goes. */
export function IndexState() {
  const isMade = usePage(({ choices }) => choices === null || choices.isReady);
  const progress = usePage((state) => state.progress);
  if (isMade) return <span role="status" />;
  const stage = progress ? (STAGES[progress.stage] ?? progress.stage) : 'beginning';
  const share = progress && progress.total > 0 ? progress.done / progress.total : null;
  return (
    <span class="index-state" role="status" title="Questions are answered already, from what is there.">
      <span>Index: {stage}</span>
      {share !== null && <progress max={1} value={share} aria-label="How far indexing is" />}
    </span>
  );
}

const STAGES: Readonly<Record<string, string>> = {
  scan: 'looking for files',
  parse: 'reading files',
  link: 'linking them',
  embed: 'comparing by meaning',
  history: 'reading commits',
};

function EnterAgain() {
  const [text, setText] = useState('');
  const submit = (event: Event) => {
    event.preventDefault();
    const code = /code=([\w-]+)/.exec(text)?.[1] ?? text.trim();
    void enter(code)
      .then(() => connect(askNow))
      .catch(shutOut);
  };
  return (
    <form class="banner warn" onSubmit={submit}>
      <label for="address">
        This page may not ask: its address was used already, or the server was started again. Paste the address that{' '}
        <code>knap ui</code> printed last:
      </label>
      <input id="address" type="text" value={text} onInput={(event) => setText(event.currentTarget.value)} />
      <button type="submit">Go on</button>
    </form>
  );
}
