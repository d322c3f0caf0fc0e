/** Whether a text is what an example says, where a line of `…` stands for any lines and `…` in a line for any text. */
export function expectCut(printed: string, example: string): string | null {
  const pattern = example
    .split('\n')
    .map((line) => (line.trim() === '…' ? ANY_LINES : `${line.split('…').map(escaped).join('.*?')}\n`))
    .join('');
  // The first line that differs says more than two pages side by side.
  return new RegExp(`^${pattern}$`).test(`${printed.trimEnd()}\n`) ? null : firstMissing(printed, example);
}

const ANY_LINES = '(?:.*\\n)*?';
const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');

function firstMissing(printed: string, example: string): string {
  const missing = example
    .split('\n')
    .find(
      (line) => line.trim() !== '…' && !new RegExp(`^${line.split('…').map(escaped).join('.*?')}$`, 'm').test(printed),
    );
  return `${missing === undefined ? 'its lines come in another order, or others between them' : `no line "${missing}"`}\n${printed}`;
}
