import { type CommandPage, GLOBALS, type PageOption } from './command-page.ts';
import { type CommandPlace, placesOf } from './command-tree.ts';

/** For Windows PowerShell 5.1 and PowerShell 7. */
export function powershellCompletion(pages: readonly CommandPage[]): string {
  const places = placesOf(pages);
  const valued = GLOBALS.filter(({ value }) => value !== null);
  return `# Completes knap in PowerShell: knap completion powershell | Out-String | Invoke-Expression
Register-ArgumentCompleter -Native -CommandName knap -ScriptBlock {
  param($word, $ast, $cursor)
  $places = @{
${places.map(placeLine).join('\n')}
  }
  $values = @{
${places.flatMap(valueLines).join('\n')}
  }
  $taking = ${listOf(valued.map(({ long }) => long))}
  $words = @($ast.CommandElements | Select-Object -Skip 1 | Where-Object { $_.Extent.EndOffset -lt $cursor } | ForEach-Object { $_.ToString() })
  $at = ''
  $before = ''
  for ($i = 0; $i -lt $words.Count; $i++) {
    $before = $words[$i]
    if (($taking -contains $before) -and ($i + 1 -lt $words.Count)) { $i++; $before = ''; continue }
    $next = "$at $before".Trim()
    if ($places.ContainsKey($next)) { $at = $next }
  }
  $offered = if ($taking -contains $before) { @() } elseif ($values.ContainsKey("$at,$before")) { $values["$at,$before"] } else { $places[$at] }
  $offered | Where-Object { $_.StartsWith($word) } | ForEach-Object {
    [System.Management.Automation.CompletionResult]::new($_, $_, 'ParameterValue', $_)
  }
}`;
}

function placeLine({ words, next, page }: CommandPlace): string {
  const options = [...(page?.options ?? []), ...GLOBALS].filter(({ isHidden }) => !isHidden);
  const all = [...next.map(({ word }) => word), ...(page?.argument?.choices ?? []), ...options.map(({ long }) => long)];
  return `    ${quoted(words.join(' '))} = ${listOf([...new Set(all)])}`;
}

// Of a value nothing is known about nothing is offered, and PowerShell completes files.
function valueLines({ words, page }: CommandPlace): readonly string[] {
  const taking = (page?.options ?? []).filter(({ value }) => value !== null);
  const names = ({ long, short }: PageOption) => (short === null ? [long] : [long, short]);
  return taking.flatMap((option) =>
    names(option).map((name) => `    ${quoted(`${words.join(' ')},${name}`)} = ${listOf(option.choices)}`),
  );
}

const listOf = (words: readonly string[]): string => `@(${words.map(quoted).join(', ')})`;

// Between single quotes PowerShell reads nothing but another one.
const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`;
