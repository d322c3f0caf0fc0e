// table
import { execFileSync } from 'node:child_process';

/** Every key git knows how to be configured with, `<placeholders>` as its documentation writes them. */
export function keysOfGit(): readonly string[] {
  // Without its documentation git still knows this list. Keys ending in a dot only head those with a placeholder.
  const listed = execFileSync('git', ['help', '--config'], { encoding: 'utf8' }).split('\n');
  const keys = listed.filter((line) => /^\w[\w-]*\.\S*[^.\s]$/.test(line));
  return [...new Set([...keys, ...UNLISTED])].sort();
}

// Keys that older lists leave out, or that newer versions brought.
const UNLISTED = [
  'credential.<url>.helper',
  'extensions.partialClone',
  'extensions.refStorage',
  'fetch.bundleURI',
  'filter.<driver>.process',
  'filter.<driver>.required',
  'hook.<name>.command',
  'hook.<name>.event',
  'tar.<format>.command',
  'trailer.<token>.cmd',
  'trailer.<token>.command',
];

/** Keys that can name a program, a server, a folder to work in or a file to write: each is tried. */
export const DANGEROUS: readonly RegExp[] = [
  /^alias\./,
  /\.(?:cmd|command|driver|textconv|process|program|helper|tunnel|editor|browser|vcs)$/i,
  /^(?:browser|man|difftool|mergetool)\.<tool>\.path$/,
  /^(?:bundle|credential|http|sendemail)\..*(?:\.\*|uri|url)$/i,
  /^(?:core|extensions)\.(?:alternateRefsCommand|askPass|pager|attributesFile|fsmonitor|gitProxy|hooksPath|partialClone|sshCommand|worktree)$/,
  /^(?:diff\.(?:external|tool|guitool)|merge\.(?:tool|guitool)|man\.viewer|interactive\.diffFilter|pager\..*)$/,
  /^(?:fetch\.bundleURI|hook\..*|filter\..*|fsmonitor\.socketDir|gpg\.ssh\.defaultKeyCommand)$/,
  /^(?:help\.htmlPath|http\.(?:proxy|cookieFile|curloptResolve|sslCert|sslKey|sslCAInfo|sslCAPath|extraHeader))$/,
  /^(?:imap\.host|instaweb\..*|include\.path|includeIf\..*|init\.templateDir|mailmap\.file|notes\.displayRef)$/,
  /^(?:protocol\..*|remote\.<name>\..*|remotes\.<group>|remote\.pushDefault|ssh\.variant)$/,
  /^(?:sendemail\.(?:\w+Cmd|smtpServer|sendmailCmd|headerCmd)|submodule\.<name>\.(?:update|url)|submodule\.(?:recurse|active))$/i,
  /^(?:trace2\..*Target|uploadpack\.packObjectsHook|url\..*|log\.showSignature|merge\.verifySignatures)$/,
  /^(?:commit|tag|push)\.gpgSign$|^tag\.forceSignAnnotated$|^user\.signingKey$/,
];

// Sections of commands that knap does not call, of words and colours, or of servers: nothing in them is read.
const UNREAD =
  `add advice am apply author blame checkout clean color column commitGraph committer completion fastimport feature fetch.fsck
format fsck gc gitcvs gitweb grep gui i18n index lsrefs mailinfo maintenance notes pack pretty pull push rebase receive reftable repack rerere
revert showBranch sparse splitIndex stash status transfer versionsort worktree`.split(/\s+/);

// In all other sections every key stands with its name, so that one nobody has looked at is seen.
const NAMED: readonly (readonly [section: string, because: string, names: string])[] = [
  [
    'branch',
    'names of branches and switches',
    '<name>.description <name>.merge <name>.mergeOptions <name>.pushRemote <name>.rebase <name>.remote autoSetupMerge autoSetupRebase sort',
  ],
  ['bundle', 'how a list of bundles is read', '* mode version heuristic'],
  ['clone', 'read by clone alone', 'defaultRemoteName filterSubmodules rejectShallow'],
  ['commit', 'read by commit alone', 'cleanup status template verbose'],
  [
    'core',
    'switches, numbers and formats; files that are read as patterns',
    `abbrev alternateRefsPrefixes autocrlf bare bigFileThreshold checkRoundtripEncoding checkStat commentChar commentString commitGraph compression
    createObject deltaBaseCacheLimit eol excludesFile fileMode filesRefLockTimeout fsmonitorHookVersion fsync fsyncMethod fsyncObjectFiles hideDotFiles
    ignoreCase ignoreStat logAllRefUpdates longpaths looseCompression maxTreeDepth multiPackIndex notesRef packedGitLimit packedGitWindowSize
    packedRefsTimeout precomposeUnicode preferSymlinkRefs preloadIndex protectHFS protectNTFS quotePath repositoryFormatVersion
    restrictinheritedhandles safecrlf sharedRepository sparseCheckout sparseCheckoutCone splitIndex symlinks trustctime unsetenvvars untrackedCache
    useReplaceRefs warnAmbiguousRefs whitespace`,
  ],
  ['credential', 'go with a helper, which is tried', 'protectProtocol sanitizePrompt useHttpPath username'],
  ['credentialCache', 'goes with a helper', 'ignoreSIGHUP'],
  ['credentialStore', 'goes with a helper', 'lockTimeoutMS'],
  [
    'diff',
    'what a difference looks like',
    `<driver>.binary <driver>.cachetextconv <driver>.trustExitCode <driver>.wordRegex <driver>.xfuncname algorithm autoRefreshIndex colorMoved
    colorMovedWS context dirstat dstPrefix ignoreSubmodules indentHeuristic interHunkContext mnemonicPrefix noprefix orderFile relative renameLimit
    renames srcPrefix statGraphWidth statNameWidth submodule suppressBlankEmpty trustExitCode wordRegex wsErrorHighlight`,
  ],
  ['difftool', 'go with a tool, which is tried', 'prompt trustExitCode guiDefault'],
  [
    'extensions',
    'formats of what is stored',
    'compatObjectFormat noop noop-v1 objectFormat preciousObjects refStorage relativeWorktrees worktreeConfig',
  ],
  [
    'fetch',
    'how a fetch goes; none is made',
    'all bundleCreationToken followRemoteHEAD fsckObjects negotiationAlgorithm output parallel prune pruneTags recurseSubmodules showForcedUpdates unpackLimit writeCommitGraph',
  ],
  ['fsmonitor', 'goes with a monitor, which is tried', 'allowRemote'],
  ['gpg', 'go with a program, which is tried', 'format minTrustLevel ssh.allowedSignersFile ssh.revocationFile'],
  [
    'guitool',
    'go with a command, which is tried',
    '<name>.argPrompt <name>.confirm <name>.needsFile <name>.noConsole <name>.noRescan <name>.prompt <name>.revPrompt <name>.revUnmerged <name>.title',
  ],
  ['help', 'words', 'autoCorrect format'],
  [
    'http',
    'how a server is spoken to; none is',
    `delegation emptyAuth followRedirects keepAliveCount keepAliveIdle keepAliveInterval lowSpeedLimit lowSpeedTime maxRequests minSessions noEPSV
    pinnedPubkey postBuffer proactiveAuth proxyAuthMethod proxySSLCAInfo proxySSLCert proxySSLCertPasswordProtected proxySSLKey saveCookies
    schannelCheckRevoke schannelUseSSLCAInfo sslBackend sslCertPasswordProtected sslCertType sslCipherList sslKeyType sslTry sslVerify sslVersion userAgent version`,
  ],
  ['imap', 'go with a host, which is tried', 'authMethod folder pass port preformattedHTML sslverify user'],
  ['init', 'names and formats', 'defaultBranch defaultObjectFormat defaultRefFormat'],
  ['interactive', 'a switch', 'singleKey'],
  [
    'log',
    'what is printed',
    'abbrevCommit date decorate diffMerges excludeDecoration follow graphColors initialDecorationSet mailmap showRoot',
  ],
  ['mailmap', 'names of people', 'blob'],
  [
    'merge',
    'how a merge goes; none is made',
    '<driver>.name <driver>.recursive autoStash branchdesc conflictStyle defaultToUpstream directoryRenames ff log renameLimit renames renormalize stat suppressDest verbosity',
  ],
  [
    'mergetool',
    'go with a tool, which is tried',
    '<tool>.hideResolved <tool>.trustExitCode <variant>.layout hideResolved keepBackup keepTemporaries meld.hasOutput meld.useAutoMerge prompt vimdiff.layout writeToTemp',
  ],
  ['promisor', 'which remotes are believed; none is asked', 'acceptFromServer advertise quiet'],
  ['safe', 'git takes these from the user alone', 'bareRepository directory'],
  [
    'sendemail',
    'go with a server or command, which are tried',
    `aliasFileType aliasesFile annotate bcc cc chainReplyTo confirm envelopeSender forbidSendmailVariables from identity mailmap mailmap.blob mailmap.file multiEdit
    signedoffbycc smtpBatchSize smtpDomain smtpEncryption smtpPass smtpReloginDelay smtpServerOption smtpServerPort smtpUser smtpsslcertpath
    suppressFrom suppresscc thread to transferEncoding validate xmailer`,
  ],
  [
    'submodule',
    'switches and names',
    '<name>.active <name>.branch <name>.fetchRecurseSubmodules <name>.ignore alternateErrorStrategy alternateLocation fetchJobs propagateBranches',
  ],
  ['tag', 'an order', 'sort'],
  ['tar', 'a mode', 'umask'],
  [
    'trace2',
    'git takes these from the user alone',
    'configParams destinationDebug envVars eventBrief eventNesting maxFiles normalBrief perfBrief',
  ],
  ['uploadarchive', 'read by a server', 'allowUnreachable'],
  [
    'uploadpack',
    'read by a server',
    'allowAnySHA1InWant allowFilter allowReachableSHA1InWant allowRefInWant allowTipSHA1InWant blobPackfileUri hideRefs keepAlive',
  ],
  ['uploadpackfilter', 'read by a server', '<filter>.allow allow tree.maxDepth'],
  ['user', 'names', 'email name useConfigOnly'],
];
const REASONS = new Map(
  NAMED.flatMap(([section, because, names]) => names.split(/\s+/).map((name) => [`${section}.${name}`, because])),
);

/** What becomes of a key in the test: tried, passed over for a reason, or nothing, because nobody has looked at it. */
export function verdictOn(key: string): { readonly isTried: boolean; readonly because: string } | null {
  if (DANGEROUS.some((keys) => keys.test(key)))
    return { isTried: true, because: 'it can name what is run, asked or written' };
  const isUnread = UNREAD.some((section) => key.startsWith(`${section}.`));
  const because =
    REASONS.get(key) ?? (isUnread ? 'of a command knap does not call, a server, or how something looks' : null);
  return because === null ? null : { isTried: false, because };
}
