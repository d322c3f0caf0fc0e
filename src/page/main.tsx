// Starts the page in the browser.
import { render } from 'preact';
import { App } from './app.tsx';
import { rememberAnswers } from './past-packs.ts';
import { askNow } from './question-actions.ts';
import { connect, shutOut } from './server.ts';
import { hashOf, page, readHash } from './state.ts';
import { followTheme } from './theme.ts';

followTheme();
rememberAnswers();
const place = document.getElementById('app');
if (place) {
  place.replaceChildren();
  render(<App />, place);
}
void connect(askNow).catch(shutOut);

// Writes the state into the address without a history entry for each step of a slider.
let lastHash = '';
page.watch(() => {
  const state = page.get();
  if (state.choices === null) return;
  const hash = hashOf(state);
  if (hash !== lastHash) history.replaceState(null, '', hash);
  lastHash = hash;
});
window.addEventListener('hashchange', () => {
  if (location.hash === lastHash) return;
  page.set(readHash(location.hash, page.get()));
  askNow();
});
