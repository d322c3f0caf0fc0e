import { render } from 'preact';
import { App } from './app.tsx';
import { askNow } from './asking.ts';
import { rememberAnswers } from './past-packs.ts';
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

// The address says what is shown, without a step back for every step of a slider.
let told = '';
page.watch(() => {
  const state = page.get();
  if (state.choices === null) return;
  const hash = hashOf(state);
  if (hash !== told) history.replaceState(null, '', hash);
  told = hash;
});
window.addEventListener('hashchange', () => {
  if (location.hash === told) return;
  page.set(readHash(location.hash, page.get()));
  askNow();
});
