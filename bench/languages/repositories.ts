/** A repository whose definitions ctags finds too. */
export interface ComparedRepository {
  readonly language: string;
  readonly name: string;
  /**
   * ctags' name of the language and the kinds that count: functions, types, constants and modules. Fields, enumerators, parameters
   * and locals are symbols in no language here. Null where ctags does not know the language.
   */
  readonly ctags: readonly [language: string, kinds: string] | null;
  /** Paths to leave out, because they are no programs. */
  readonly leaves?: RegExp;
}

export const REPOSITORIES: readonly ComparedRepository[] = [
  { language: 'shell', name: 'nvm-sh/nvm', ctags: ['Sh', 'f'] },
  { language: 'powershell', name: 'pester/Pester', ctags: ['PowerShell', 'f'] },
  { language: 'lua', name: 'luarocks/luarocks', ctags: ['Lua', 'f'] },
  { language: 'elixir', name: 'elixir-plug/plug', ctags: ['Elixir', 'acdfgmpy'] },
  { language: 'haskell', name: 'koalaman/shellcheck', ctags: ['Haskell', 'tf'] },
  { language: 'ocaml', name: 'ocsigen/lwt', ctags: ['OCaml', 'cMefmptv'] },
  { language: 'r', name: 'tidyverse/dplyr', ctags: ['R', 'f'] },
  { language: 'julia', name: 'JuliaCollections/DataStructures.jl', ctags: ['Julia', 'cfmnst'] },
  { language: 'objectivec', name: 'AFNetworking/AFNetworking', ctags: ['ObjectiveC', 'iIPmcfpt'] },
  { language: 'sql', name: 'theory/pgtap', ctags: ['SQL', 'fptTVDis'] },
  { language: 'perl', name: 'mojolicious/mojo', ctags: ['Perl', 'cps'] },
  { language: 'proto', name: 'envoyproxy/data-plane-api', ctags: ['Protobuf', 'gmrs'] },
  { language: 'scss', name: 'twbs/bootstrap', ctags: ['SCSS', 'Pcfimv'] },
  { language: 'css', name: 'twbs/bootstrap', ctags: ['CSS', 'ci'], leaves: /^dist\// },
  { language: 'html', name: 'twbs/bootstrap', ctags: ['HTML', 'I'] },
  { language: 'json', name: 'twbs/bootstrap', ctags: null },
  { language: 'yaml', name: 'twbs/bootstrap', ctags: null },
  { language: 'makefile', name: 'redis/redis', ctags: ['Make', 'mt'] },
  { language: 'cmake', name: 'fmtlib/fmt', ctags: ['CMake', 'Dfmptv'] },
  { language: 'groovy', name: 'spockframework/spock', ctags: null },
  { language: 'graphql', name: 'octokit/graphql-schema', ctags: null },
  { language: 'toml', name: 'clap-rs/clap', ctags: null },
  { language: 'terraform', name: 'terraform-aws-modules/terraform-aws-vpc', ctags: null },
  { language: 'zig', name: 'zigtools/zls', ctags: null },
  { language: 'solidity', name: 'OpenZeppelin/openzeppelin-contracts', ctags: null },
  { language: 'dart', name: 'felangel/bloc', ctags: null },
];
