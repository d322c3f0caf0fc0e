// table
// This table holds limits, and defaults of settings and options. Numbers that benchmarks learned stand in learned.json.
import learned from './learned.json' with { type: 'json' };

/** Limits, budgets and choices. The pipeline gets them as arguments. */
export const DEFAULTS = {
  pack: {
    budgetTokens: 16_000,
    aim: 'focused',
    filesMax: 25,
    linesPerFileMax: 300,
    format: 'markdown',
    tokenizer: 'o200k',
    /** Share of the budget kept free for models whose tokenizer is not public. */
    safetyMargin: 0,
    contextLines: 0,
    includeImports: true,
    packsKept: 50,
    /** Most candidates that an explanation of a pack lists. */
    explainedMax: 250,
    wholeBytesPerToken: 2.5,
  },
  packs: { listed: 20 },
  query: {
    budgetTokens: 4000,
    /** Shares of the budget that all pinned results together, and each other one, may get in the first round. */
    shares: { pinned: 0.6, each: 0.4 },
    limit: 10,
    minScore: 0.3,
    contextLines: 3,
    includeImports: true,
    /** Hits taken from each strategy, if the caller names strategies. */
    hitsEach: 200,
    /** How the scores of files and units make those of results; chosen on questions about five repositories. */
    spread: { filePower: 1, unitPower: 0.05, repeatShare: 0.84 },
    /** Factor for the score of a unit without the name, if the query is a name. */
    withoutWord: 0.5,
    /** Files to open where only some kinds of entities are wanted, because many files hold none. */
    openedForTypesMax: 200,
    /** The older layout of assembled results cuts longer blocks. */
    charactersPerBlockMax: 500,
  },
  ranking: {
    ranker: 'learned',
    /** The best units that together have this share of all scores are worth quoting, unless an aim decides. */
    mass: 0.95,
    /** Number of strongest candidates from which the graph is walked. */
    seedsMax: 8,
    /** Number of files whose text is read and whose units are ranked. */
    openedMax: 40,
    /** The least share of a file's score that its units get. */
    fileShare: 0.25,
    /** Evidence that names a place and is at least this strong pins the place. */
    pinFrom: 0.8,
    /** Scores below this share of the best are noise. */
    floorShare: 0.2,
    /** Code that the best units depend on: the class around them, the helpers they call, the types they name. */
    related: { unitsMax: 8, unitsEachFileMax: 3, namesEachMax: 12, share: 0.5, besideShare: 0.5 },
    /**
     * Calibration of scores from hand-weighed signals (bench/ranking): how often a file or unit with such a score was
     * needed, and how often the workspace held anything relevant when the best file had such a score.
     */
    likelihoods: learned.likelihoods as Record<keyof typeof learned.likelihoods, [number, number][]>,
    /** Factors that lower the rank of a role; no role is excluded. */
    roleFactors: { source: 1, test: 0.5, config: 0.75, docs: 0.5, example: 0.6, generated: 0.4, vendored: 0.3 },
  },
  /** Distribution of a budget; the type `BudgetTuning` describes the numbers. */
  budget: {
    truncator: 'around-matches',
    headShare: 0.25,
    headTokensMax: Number.MAX_SAFE_INTEGER,
    referenceShare: 0.04,
    referenceShareMax: 0.15,
    referenceTokensMax: 400,
    referencesMax: 10,
    partnersMax: 0,
    relatedShare: 0.15,
    neighbourShare: 100,
    pinnedShare: 0.6,
    hunkContextLines: 3,
    hunkFunctionLines: 60,
    firstFiles: 12,
    firstFileTokens: 1000,
    wholeFiles: 2,
    wholeFileShare: 0.2,
    wholeFileWhen: 0.6,
    wholeFunctionLines: 150,
    spread: 0.9,
    costExponent: 0.1,
    typicalTokens: 200,
    gapLines: 2,
    importTokensFree: 40,
    importTokensMax: 120,
    importShare: 0.25,
    leastBlockTokens: 40,
  },
  /** In a pack for a model: limits on text besides code, and the gaps that are quoted too. */
  prompt: { headShare: 0.05, headTokensMax: 80, gapLines: 4 },
  /** The default budget of a map, the places it names per file, and how likely a file must be if no budget is given. */
  map: { budgetTokens: 1000, namesEach: 5, namesLikely: 0.01 },
  /** Limits on places that a pack names without quoting them. */
  packNames: { referenceShare: 0.05, referencesMax: 80, partnersMax: 3 },
  /** Hunks of a diff: closer ones are joined, longer ones are quoted in parts, and only the first are read. */
  hunks: { gapLines: 2, linesMax: 60, hunksMax: 2000, filesOpenedMax: 400, filesParsedMax: 60 },
  /** What differs with the learned ranker: its likelihoods fall more steeply than sums of signals. */
  learned: {
    budget: { firstFiles: 0, spread: 1, costExponent: 0.3, typicalTokens: 60, relatedShare: 1, neighbourShare: 0 },
    related: { unitsMax: 8, unitsEachFileMax: 3, namesEachMax: 12, share: 0.15, besideShare: 0.5 },
    fileFloor: 0.3,
  },
  /**
   * The end of a pack (bench/packs): `focused` stops when more text would cost its reader more than it helps, `full`
   * mostly at the budget. If all code with its tests fits, `full` quotes all of it, best first. `map` names places.
   */
  aims: {
    focused: {
      ends: { leastShare: 0.13, power: 0.7, leastFile: 0.1 },
      isWholeQuoted: false,
      budget: { wholeFiles: 0, wholeFileWhen: 0.9, wholeFunctionLines: 200, importTokensMax: 40 },
    },
    full: {
      ends: { leastShare: 0.008, power: 1, leastFile: 0.01 },
      isWholeQuoted: true,
      budget: { neighbourShare: 100, firstFiles: 6, firstFileTokens: 1400 },
    },
    map: {
      ends: { leastShare: 0.008, power: 1, leastFile: 0.01 },
      isWholeQuoted: false,
      budget: { referenceTokensMax: Number.MAX_SAFE_INTEGER, referenceShareMax: 1, referencesMax: 200 },
    },
  },
  scan: { fileBytesMax: 1_048_576, filesMax: 200_000 },
  /** Largest configuration and ignore files. */
  settings: { bytesMax: 512 * 1024 },
  /** Largest files of knap's state, and of input: tasks, results, settings of agents. */
  kept: { bytesMax: 64 * 1024 * 1024 },
  reader: {
    cachedBytesMax: 24 * 1024 * 1024,
    /** Cache of redacted texts; the cache of files holds most of them too. */
    redactedCharactersMax: 16 * 1024 * 1024,
  },
  /** Caches between calls that assemble results: two for each of the last `rootsMax` folders, and one of facts. */
  assembling: { rootsMax: 4, cachedBytesMax: 16 * 1024 * 1024, redactedCharactersMax: 6 * 1024 * 1024, factsMax: 1000 },
  /** Number of files that `knap verify` reads without --all. */
  verify: { sample: 200 },
  indexing: {
    batchFiles: 150,
    batchBytes: 1.5 * 1024 * 1024,
    /** A file modified this shortly before indexing is hashed again, because a later write may have the same time. */
    youngMs: 2000,
    /** A batch of more files is parsed by workers; for smaller ones starting them mostly costs more. */
    inlineFilesMax: 40,
    workersMax: 4,
    symbolsPerFileMax: 2000,
    /** Processor time after which parsing a file is given up; reading its syntax is given up after half of it. */
    fileTimeoutMs: 10_000,
    /** Idle threads end after this time, so that a server frees their memory. */
    threadRestMs: 5000,
  },
  /**
   * Contents of earlier branches and edits that an index stores: at most `otherStates` times those of its largest view,
   * or `contentsMin` if that is more.
   */
  keeping: { otherStates: 2, contentsMin: 256 },
  /** The first answer, before the index is complete. */
  first: {
    /** If there is no more than this to read, the answer waits for all of it. */
    wholeFilesMax: 500,
    wholeBytesMax: 4 * 1024 * 1024,
    /** Limits on what is indexed before the answer. */
    filesMax: 200,
    bytesMax: 2.25 * 1024 * 1024,
    fileBytesMax: 192 * 1024,
    largeWithin: 20,
    /** Files per batch: one batch is stored while the next is parsed. */
    batchFiles: 70,
    commits: 1500,
    /** Limits on the files whose words are counted. */
    lookedFilesMax: 20_000,
    lookedBytesMax: 96 * 1024 * 1024,
    /** Time for which a later call in a pipe continues indexing after its answer. */
    goOnMs: 2000,
  },
  postgres: {
    connectTimeoutMs: 10_000,
    statementTimeoutMs: 120_000,
    /** Time a writer waits for another writer of the workspace. */
    lockWaitMs: 60_000,
    reconnectDelaysMs: [100, 500, 2000],
    /** Time to wait for a delayed replica, pause between checks, and pause before a failed replica is tried again. */
    replicaWaitMs: 500,
    replicaPollMs: 50,
    replicaRetryMs: 10_000,
    /** Time limit for the primary to report whether a replica is behind. */
    primaryWaitMs: 3000,
    /** Number of partitions of each new table. */
    partitions: 8,
    /** `knap store vacuum` removes views that did not change for this long. */
    viewDays: 90,
  },
  /** The queue of views that workers index. */
  queue: {
    leaseMs: 30_000,
    attemptsMax: 3,
    retryMs: 10_000,
    lookedMs: 5 * 60 * 1000,
    /** Pause between checks of a waiting worker. */
    pollMs: 1000,
  },
  watching: {
    /** The next scan is a full one if the last full one was longer ago. */
    wholeEveryMs: 10 * 60 * 1000,
    /** If the clock advanced this much more than the process, the machine has slept. */
    sleptMs: 5000,
  },
  embedder: {
    use: 'builtin',
    timeoutMs: 30_000,
    attempts: 3,
    backOffMs: 250,
    batchTexts: 64,
    questionCharactersMax: 4000,
    restMs: 30_000,
  },
  embedding: {
    /** Time an answer waits for vectors from a server; the next answer continues with the rest. */
    waitMs: 10_000,
    /** Characters of a unit that are embedded; more hardly change its vector. */
    charactersMax: 8000,
  },
  markdown: {
    /** Files that represent their folder; `{folder}` is the name of the folder. */
    rootPatterns: ['!*.md', '00_*.md', '{folder}.md'],
    linesMax: 500,
    nameCharactersMax: 64,
    descriptionCharactersMax: 1024,
  },
  /** Lengths in code points. */
  show: {
    contextCharacters: 5000,
    referenceCharacters: 500,
    briefCharacters: 30_000,
    mostCharacters: 100_000,
    /** A briefing lists issues of the same folder that were closed in the last days. */
    finishedDays: 30,
  },
  /** Limits of `knap grep` and `knap uses`. */
  grep: {
    budgetTokens: 4000,
    limit: 100,
    /** Uses of a name that are classified; further ones are only counted. */
    usesMax: 2000,
    lineCharactersMax: 200,
    textsAtOnce: 64,
  },
  list: { listed: 50, ready: 10, found: 20 },
  serving: {
    /** More threads cost memory and gain little, because they share disk and index. */
    workersMax: 2,
    /**
     * Heap limits. By default V8 lets short-lived objects grow to 128 megabytes before it collects them.
     * The flags apply to the main thread, whose heap exists already; other threads start with the limits of `memory`.
     */
    mainFlags: ['--semi-space-growth-factor=1', '--min-semi-space-size=16'],
    /** The engine's thread indexes and passes answers on; the answering threads allocate more and get more room. */
    memory: {
      engine: { maxYoungGenerationSizeMb: 16 },
      answering: { maxYoungGenerationSizeMb: 32, maxOldGenerationSizeMb: 1024 },
    },
    /** A thread idle for `restMs` frees memory, and may end after `surplusMs`. */
    restMs: 3000,
    surplusMs: 60_000,
    /** Views that one thread holds open, and the memory they may take together. */
    kept: { enginesMax: 200, bytesMax: 640 * 1024 * 1024 },
    /** A call waits this long for the index, then answers from the part that exists. */
    indexWaitMs: 10_000,
    /** A thread that still works on a cancelled question after this time is replaced. */
    patienceMs: 30_000,
    /** Attempts of a question whose thread ended: a question that ended two threads would end every thread. */
    attempts: 2,
    /** A closing thread is terminated after this time. */
    closingMs: 2000,
    /** Most characters of a question. */
    questionCharactersMax: 4_000_000,
    /** Deepest nesting of a question; fields need no more than a list of texts. */
    questionDepthMax: 32,
  },
  /** Limits of messages to and from an agent. */
  mcp: {
    /** Tokens of a whole answer, and of all messages of a prompt. */
    budgetTokens: 4000,
    aim: 'focused',
    noteCharactersMax: 200,
    /** Sent places that a connection remembers. */
    rememberedMax: 2000,
    /** A page is shortened for notes that need at most this share of the budget. */
    notesShare: 0.25,
    /** Largest share of the budget for each argument of a prompt. */
    argumentShare: 0.25,
    lineBytesMax: 32 * 1024 * 1024,
    openMax: 256,
    unsentBytesMax: 8 * 1024 * 1024,
    stalledMs: 60_000,
  },
  http: {
    host: '127.0.0.1',
    port: 7373,
    bodyBytesMax: 4 * 1024 * 1024,
    /**
     * Questions answered at once; others wait in a queue, and a full queue refuses callers. A long queue also refuses
     * questions that have waited long, so that answers come soon.
     */
    runningMax: 4,
    waitingMax: 128,
    waitingFew: 8,
    waitMs: 500,
    /** Time limit of a question. */
    answerMs: 60_000,
    /** Running questions may finish within this time when the server stops. */
    stopMs: 5000,
    connectionsMax: 512,
    /** Connections among those without authorization. */
    unauthorizedMax: 384,
    /** An idle connection is closed after this time, also if the caller never reads. */
    idleMs: 120_000,
    headersMs: 10_000,
    /** Progress listeners at once, time between two events, and between two heartbeats. */
    listenersMax: 32,
    eventMs: 100,
    pulseMs: 15_000,
    tokenCharactersMin: 16,
  },
  /** The page of `knap ui`. */
  ui: { port: 7374, fileBytesMax: 4 * 1024 * 1024 },
  /** Files that a change may have forgotten. */
  missed: {
    /** A larger change is a sweep and is not checked. */
    filesMax: 30,
    /** Commits read per file, and the most files that such a commit may touch. */
    commitsEach: 60,
    commitFilesMax: 30,
    /** Fewer common commits may be chance. Their share is taken of `doubt` commits more than there are. */
    timesMin: 3,
    doubt: 1.5,
    likelihoodMin: 0.8,
    /** Search for old callers. `linesMax` bounds uses in the same folder of which no link leads to the change. */
    callers: { namesMax: 8, nameLengthMin: 4, linesMax: 8, filesEach: 3, goneLikelihood: 0.9, unfitLikelihood: 0.9 },
    testsMax: 3,
  },
  /**
   * From these likelihoods a page begins with a warning that nothing here may answer. From `probablyFrom` on the warning
   * is wrong for one in twenty tasks with an answer.
   */
  notHere: { perhapsFrom: 0.35, probablyFrom: 0.5 },
  hook: {
    /** Time limit of the hook, for which agents wait with every prompt. */
    deadlineMs: 1000,
    /** Time limit at the end of a turn, which may take longer than a prompt. */
    afterDeadlineMs: 4000,
    afterIndexWaitMs: 3000,
    afterTokens: 150,
    /** If more files differ from the last commit, the hook cannot tell who changed them. */
    changedFilesMax: 1000,
    /** Part of the time limit for updating the index. */
    indexWaitMs: 400,
    /**
     * Tokens of the page, and those for text around the code. Codex cuts at 2,500 tokens of four bytes, Claude Code at
     * 10,000 characters.
     */
    budgetTokens: 2000,
    aim: 'focused',
    frameTokens: 60,
    pageBytesMax: 9500,
    promptCharactersMax: 20_000,
    eventBytesMax: 4 * 1024 * 1024,
    /** If it is likelier than this that the prompt concerns nothing here, the hook stays silent. */
    nothingMax: 0.9,
    /**
     * Words that identify this code: at least `namesMin` names or paths hold them (one is enough for a long word that no
     * other code has), and at most `filesFree` files or `shareMax` of all files. The `commonRank` most common words of
     * all code weigh `commonWeight`, words after `rareRank` weigh 1; `weightMin` is the least sum of weights.
     */
    codeWords: {
      namesMin: 2,
      filesFree: 4,
      shareMax: 0.3,
      commonRank: 300,
      commonWeight: 0.18,
      rareRank: 4800,
      weightMin: 0.7,
      /** Minimum for a prompt without conversational words, if the ranker gives a file at least `perhapsLikely`. */
      perhapsMin: 0.36,
    },
    perhapsLikely: 0.3,
    /** If the first file is less likely than this, the page names places without code, in at most `mapTokens`. */
    codeLikely: 0.2,
    mapTokens: 500,
    /** Share of the files that must be indexed before the hook answers. */
    shareKnownMin: 0.5,
    scoreMin: 0.2,
    sessionsKept: 20,
    givenMax: 400,
    stateBytesMax: 256 * 1024,
  },
  /** Time limit of a clipboard program, and the longest encoded text that terminals accept. */
  clipboard: { waitMs: 5000, terminalCharactersMax: 100_000 },
  /** Repositories of `--repo`: number of fetched commits, and time until the next fetch. */
  elsewhere: { depth: 50, freshMs: 10 * 60 * 1000 },
  setup: {
    scope: 'user',
    /** `knap setup` writes no server into a user's settings that does not answer within this time. */
    answerMs: 20_000,
  },
  units: { functionLinesMax: 60, containerLinesMax: 25, regionLinesMax: 40 },
  conversations: {
    fileBytesMax: 1024 * 1024 * 1024,
    filesMax: 20_000,
    entriesMax: 200_000,
    depthMax: 8,
    /** Longer lines of a transcript and longer conversations of an export are left out. */
    recordBytesMax: 64 * 1024 * 1024,
    messageCharactersMax: 100_000,
    keepToolResults: false,
    keepThinking: false,
  },
  graphs: { workspace: 'main' },
  tana: {
    url: 'http://127.0.0.1:8262',
    live: true,
    timeoutMs: 30_000,
    healthTimeoutMs: 2000,
    attempts: 3,
    /** Pause after the n-th failed attempt, times n². */
    backoffMs: 100,
    retryAfterMaxMs: 5000,
    requestsAtOnce: 4,
    answerBytesMax: 32 * 1024 * 1024,
    /** Pause before a failed live interface is asked again. */
    restMs: 15_000,
    /** Linking nodes that are read to find the kind of link; further ones count as references. */
    linkersReadMax: 10,
    searchWordsMax: 8,
  },
  context: {
    depth: 2,
    depthMax: 5,
    seedsMax: 10,
    budgetTokens: 4000,
    lens: 'general',
    /** Smaller budgets print only a line per node. */
    summaryBelow: 500,
    leastTokens: 50,
    shares: { pinned: 0.5, each: 0.2 },
    /** Share of the budget for one-line references to nodes that do not fit. */
    referenceShare: 0.06,
    referencesMax: Number.MAX_SAFE_INTEGER,
    headShare: 0.7,
    halfLifeDays: 30,
    scoring: {
      boost: 0.1,
      scoreMax: 0.99,
      weights: {
        withMeaning: { graphDistance: 0.4, semanticSim: 0.35, recency: 0.25 },
        without: { graphDistance: 0.6, semanticSim: null, recency: 0.4 },
      },
    },
    /** Weights that decide which neighbours are read first. */
    promise: { words: 0.3, recency: 0.2, boosted: 0.3, standing: 0.2 },
    limits: {
      hitsMax: 10,
      hitShare: 0.6,
      nodesMax: 100,
      openedMax: 400,
      hubFrom: 500,
      toldMax: 5000,
      weighedMax: 1000,
      closeMax: 5,
      outline: { depth: 6, readMax: 10_000, lineCharactersMax: 1000 },
      fields: { valuesMax: 20, valueCharactersMax: 500 },
    },
    /** Characters of a node that are embedded. */
    meaningCharactersMax: 2000,
    /** Most results from other sources. */
    besideMax: 10,
  },
  history: { commitsMax: 50_000, messageCharactersMax: 1500, filesPerCommitMax: 60, churnHalfLifeDays: 180 },
  evaluation: {
    budgetTokens: 8000,
    threadsMax: 2,
    history: { limit: 30, commitsMax: 2000, filesMax: 8, wordsMin: 3 },
  },
  task: {
    charactersMax: 200_000,
    /** Longer logs lose their beginning, because the failure is at the end. */
    logCharactersMax: 1_000_000,
    keywordsMax: 40,
    phrasesMax: 10,
    mentionsMax: 60,
    suggestionsMax: 3,
    vagueBelow: 0.3,
  },
} as const;
