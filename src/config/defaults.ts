// table
/** What a user may set or sees: limits, budgets, choices. Stages get them as arguments. Weights of one ranking step stand beside it. */
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
    /** Candidates whose scores are told beside a pack. */
    explainedMax: 250,
    wholeBytesPerToken: 2.5,
  },
  packs: {
    listed: 20,
  },
  query: {
    budgetTokens: 4000,
    /** Results are quoted in their order, each with at most this share of the budget before what is left is given out. */
    shares: { pinned: 0.6, each: 0.4 },
    limit: 10,
    minScore: 0.3,
    contextLines: 3,
    includeImports: true,
    /** Hits that are taken from each way of searching, where a caller names them. */
    hitsEach: 200,
    /** How units answer a question; chosen on questions about five repositories. */
    spread: { filePower: 1, unitPower: 0.05, repeatShare: 0.84 },
    /** What a unit keeps of its score when a word is asked for that does not stand in it. */
    withoutWord: 0.5,
    /** Files that are opened where only entities of some kinds are wanted: many hold none of them. */
    openedForTypesMax: 200,
    /** Where a page cuts long blocks, as the older layout of assembled results does. */
    charactersPerBlockMax: 500,
  },
  ranking: {
    ranker: 'learned',
    /** The likeliest units that together hold this share of all likelihood are worth quoting. */
    mass: 0.95,
    /** The graph is walked from this many of the strongest candidates. */
    seedsMax: 8,
    /** Files whose text is opened; beyond them candidates are only named. */
    openedMax: 40,
    /** Share of a unit's score that its file gives it. */
    fileShare: 0.25,
    /** Evidence this strong pins what it points at, if it is of a kind that names things. */
    pinFrom: 0.8,
    /** What scores less than this share of the best is noise. */
    floorShare: 0.2,
    /** What the best units lean on comes along: the class around them, the helpers they call, the types they name. */
    related: { unitsMax: 8, unitsEachFileMax: 3, namesEachMax: 12, share: 0.5, besideShare: 0.5 },
    /** What a change touches: who uses what it changes. */
    touched: { share: 0.6, testShare: 0.45, namesMax: 60, filesMax: 80, usersMax: 10, testsMax: 5, rareFilesMax: 100 },
    /**
     * What scores of signals weighed by hand were worth (bench/ranking): how often a file, a unit of such a score was
     * needed, and how often anything mattered where the best file scored so.
     */
    likelihoods: {
      files: [
        [0, 0],
        [0.076, 0.007],
        [0.114, 0.017],
        [0.174, 0.053],
        [0.204, 0.075],
        [0.268, 0.191],
        [0.332, 0.398],
        [0.366, 0.419],
        [0.605, 0.821],
      ],
      units: [
        [0, 0],
        [0.046, 0.001],
        [0.082, 0.004],
        [0.115, 0.011],
        [0.158, 0.019],
        [0.197, 0.026],
        [0.262, 0.069],
        [0.345, 0.121],
        [0.667, 0.412],
      ],
      anything: [
        [0, 0],
        [0.177, 0.498],
        [0.252, 0.71],
        [0.295, 0.827],
        [0.331, 0.851],
        [0.366, 0.932],
        [0.411, 0.943],
        [0.471, 0.943],
        [0.611, 0.984],
      ],
    },
    /** A role lowers a rank and never filters. */
    roleFactors: { source: 1, test: 0.5, config: 0.75, docs: 0.5, example: 0.6, generated: 0.4, vendored: 0.3 },
  },
  /** How a budget is spent; shares are of the whole budget. */
  budget: {
    truncator: 'around-matches',
    headShare: 0.25,
    headTokensMax: Number.MAX_SAFE_INTEGER,
    referenceShare: 0.04,
    referenceShareMax: 0.15,
    referenceTokensMax: 400,
    referencesMax: 10,
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
  /** What a model reads holds as little as can be besides code. */
  prompt: { headShare: 0.05, headTokensMax: 80, gapLines: 4 },
  /** What a map costs where nobody says what it may, and how many places of one file it names. */
  map: { budgetTokens: 1000, namesEach: 5, namesLikely: 0.01 },
  /** A pack names what it does not quote. */
  packNames: { referenceShare: 0.05, referencesMax: 80 },
  /** What a diff changes: hunks closer than this stand together, longer ones are quoted in parts, so many are looked at. */
  hunks: { gapLines: 2, linesMax: 60, hunksMax: 2000, filesOpenedMax: 400, filesParsedMax: 60 },
  /** Likelihoods fall steeply: what is spent by them needs less spreading than what is spent by sums. */
  learned: {
    budget: {
      firstFiles: 0,
      spread: 1,
      costExponent: 0.3,
      typicalTokens: 60,
      relatedShare: 1,
      neighbourShare: 0,
    },
    related: { unitsMax: 8, unitsEachFileMax: 3, namesEachMax: 12, share: 0.15, besideShare: 0.5 },
    fileShare: 0.3,
  },
  /**
   * What share of a unit's lines one needs (bench/packs/learn-need.ts): learned on tasks whose lines to change and to read were marked.
   */
  need: {
    bias: 1.3,
    weights: {
      ...{ likelihood: 0.42, lines: -0.41, file: 0.23, place: -0.24, rank: -0.21, score: 0.23 },
      ...{ related: 0.62, holder: -0.41, named: 0.36, inBest: -0.31 },
      ...{ function: 1.0, method: 0.82, class: 0.32, constant: 0.03, region: 0.05, type: 0.38, interface: -0.57 },
    },
  },
  /**
   * Where a pack ends (bench/packs): `focused` where more would cost its reader more than it helps, `full` at the budget. Where all code
   * and its tests fit, `full` quotes all of it, best first. `map` quotes nothing: all its room is for names of places.
   */
  aims: {
    focused: {
      ends: { leastShare: 0.13, power: 0.7, leastFile: 0.1 },
      isWholeQuoted: false,
      budget: {
        ...{ wholeFiles: 0, wholeFileWhen: 0.9, wholeFunctionLines: 200 },
        importTokensMax: 40,
      },
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
  scan: {
    fileBytesMax: 1_048_576,
    filesMax: 200_000,
  },
  /** Configuration and ignore files: more than a person would write is no setting. */
  settings: {
    bytesMax: 512 * 1024,
  },
  /** Files knap keeps for itself, and those it is handed: tasks, results, settings of agents. */
  kept: {
    bytesMax: 64 * 1024 * 1024,
  },
  reader: {
    cachedBytesMax: 24 * 1024 * 1024,
    /** Texts whose secrets are found already; most of them are held by the cache of files too. */
    redactedCharactersMax: 16 * 1024 * 1024,
  },
  /** What is kept for the next call that assembles results: for so many folders, so much of each. */
  assembling: { rootsMax: 4, cachedBytesMax: 16 * 1024 * 1024, redactedCharactersMax: 6 * 1024 * 1024, factsMax: 1000 },
  /** How many files are read again where not all are. */
  verify: { sample: 200 },
  indexing: {
    batchFiles: 150,
    batchBytes: 1.5 * 1024 * 1024,
    /** Files touched less than this before they were indexed are hashed again: a later write may look the same. */
    youngMs: 2000,
    /** Below this many files the work is done in this thread: starting workers costs more. */
    inlineFilesMax: 40,
    workersMax: 4,
    symbolsPerFileMax: 2000,
    /** A file that takes longer of the processor to parse is given up. */
    fileTimeoutMs: 10_000,
    /** Threads that had nothing to parse for so long are ended: a server need not hold their memory. */
    threadRestMs: 5000,
  },
  /** What an index keeps of earlier branches and edits: as many contents as so many of its largest views, and so many in any case. */
  keeping: { otherStates: 2, contentsMin: 256 },
  /** An answer before all is indexed. */
  first: {
    /** With no more than this to read, nothing is put off. */
    wholeFilesMax: 500,
    wholeBytesMax: 4 * 1024 * 1024,
    /** What is indexed before the answer. */
    filesMax: 200,
    bytesMax: 2.25 * 1024 * 1024,
    fileBytesMax: 192 * 1024,
    largeWithin: 20,
    /** So many of them are stored while the others are parsed. */
    batchFiles: 70,
    commits: 1500,
    /** Files whose words are looked at to choose them; of more only the paths. */
    lookedFilesMax: 20_000,
    lookedBytesMax: 96 * 1024 * 1024,
    /** How long a later call in a pipe goes on with the rest after it has answered. */
    goOnMs: 2000,
  },
  postgres: {
    connectTimeoutMs: 10_000,
    statementTimeoutMs: 120_000,
    /** How long a writer waits for another one of the same workspace. */
    lockWaitMs: 60_000,
    reconnectDelaysMs: [100, 500, 2000],
    /** How long a replica that is behind is waited for, how often it is looked at meanwhile, and when one that failed is tried again. */
    replicaWaitMs: 500,
    replicaPollMs: 50,
    replicaRetryMs: 10_000,
    /** How long the primary may take to say whether a replica is behind. */
    primaryWaitMs: 3000,
    /** Into how many parts each table is cut when it is made. */
    partitions: 8,
    /** A view nobody changed for so long is forgotten by `knap store vacuum`. */
    viewDays: 90,
  },
  /** Views that workers index for many. */
  queue: {
    leaseMs: 30_000,
    attemptsMax: 3,
    retryMs: 10_000,
    lookedMs: 5 * 60 * 1000,
    /** How often a worker that stays looks for work. */
    pollMs: 1000,
  },
  watching: {
    /** However quiet it is, everything is looked at this often. */
    wholeEveryMs: 10 * 60 * 1000,
    /** The machine has slept when the clock of the day went this much further than the process did. */
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
    /** How long an answer waits for vectors that a server makes; the next one goes on where this one stopped. */
    waitMs: 10_000,
    /** How much of a unit is looked at; more hardly moves its vector. */
    charactersMax: 8000,
  },
  markdown: {
    /** Names of files that stand for their folder; `{folder}` is the folder's own name. */
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
    /** A briefing names issues of the same folder that were closed at most this long ago. */
    finishedDays: 30,
  },
  /** Lines that are looked for by their text, or by a name they use. */
  grep: {
    budgetTokens: 4000,
    limit: 100,
    /** Uses of a name that are told apart; beyond them they are counted. */
    usesMax: 2000,
    lineCharactersMax: 200,
    textsAtOnce: 64,
  },
  list: {
    listed: 50,
    ready: 10,
    found: 20,
  },
  serving: {
    /** More threads than these cost memory and gain little: the disk and the index are shared. */
    workersMax: 2,
    /**
     * What V8 may take for a thread: left alone, it doubles the room for what is soon forgotten up to 128 megabytes before it cleans up.
     * The main thread keeps the room it has; a thread that starts later has all its room from the beginning.
     */
    mainFlags: ['--semi-space-growth-factor=1', '--min-semi-space-size=16'],
    /** The engine's thread hands on what others answered; those make much, and would clean up all the time. */
    memory: {
      engine: { maxYoungGenerationSizeMb: 16 },
      answering: { maxYoungGenerationSizeMb: 32, maxOldGenerationSizeMb: 1024 },
    },
    /** A thread that had nothing to do for `restMs` gives back what it no longer needs; all but one are ended `surplusMs` later. */
    restMs: 3000,
    surplusMs: 60_000,
    /** A thread that answers about many views keeps so many of them open, as long as they take no more memory than this. */
    kept: { enginesMax: 200, bytesMax: 640 * 1024 * 1024 },
    /** The first call on a new workspace waits this long for the index, then answers from what is there. */
    indexWaitMs: 10_000,
    /** A thread that has not let go of a question so long after it was given up is ended, and a fresh one takes its place. */
    patienceMs: 30_000,
    /** A question goes to another thread when its own ends: one that ended two would end every one. */
    attempts: 2,
    /** A thread that is told to close is ended after so long. */
    closingMs: 2000,
    /** Characters one question may have in all. */
    questionCharactersMax: 4_000_000,
    /** No field of a question goes deeper than a list of texts. */
    questionDepthMax: 32,
  },
  /** How much an agent may say at once, and is told. */
  mcp: {
    /** Everything an answer sends, and all messages of a prompt. */
    budgetTokens: 4000,
    aim: 'focused',
    noteCharactersMax: 200,
    /** Places a connection is known to have. */
    rememberedMax: 2000,
    /** Of the budget, what the notes beside a page may take from it. */
    notesShare: 0.25,
    /** Of the budget, what each thing a person fills into a prompt may take of it. */
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
     * Questions worked on at once; others wait, and beyond those that wait callers are sent away. Where more than a few wait, so are
     * those who have waited long, so that what is answered is answered soon.
     */
    runningMax: 4,
    waitingMax: 128,
    waitingFew: 8,
    waitMs: 500,
    /** A question that takes longer is given up. */
    answerMs: 60_000,
    /** What is being answered when the server stops may finish within this. */
    stopMs: 5000,
    connectionsMax: 512,
    /** Of those, connections on which nobody has shown yet that he may ask. */
    unauthorizedMax: 384,
    /** A connection on which nothing moves is closed: also that of a caller who never reads. */
    idleMs: 120_000,
    headersMs: 10_000,
    /** Listeners to progress at once, the time between two events, and between two signs of life. */
    listenersMax: 32,
    eventMs: 100,
    pulseMs: 15_000,
    tokenCharactersMin: 16,
  },
  /** The page for a person. */
  ui: {
    port: 7374,
    fileBytesMax: 4 * 1024 * 1024,
  },
  /** What was left behind by a change. */
  missed: {
    /** A change of more files is a sweep. */
    filesMax: 30,
    /** What is read of the history: so many commits of each file, of those that touch at most so many. */
    commitsEach: 60,
    commitFilesMax: 30,
    /** Less often together may be chance; so many commits without it are counted in addition. */
    timesMin: 3,
    doubt: 1.5,
    likelihoodMin: 0.8,
    /** Names that are looked for; lines beside it in which a name may be left behind before it is taken for somebody else's; files told of each name. */
    callers: { namesMax: 8, nameLengthMin: 4, linesMax: 8, filesEach: 3, goneLikelihood: 0.9, unfitLikelihood: 0.9 },
    testsMax: 3,
  },
  /** What is said beside a prompt that nobody asked about. */
  /** From which likelihood on a page begins with saying that nothing here may answer: one in twenty of the tasks that have an answer is told so. */
  notHere: { perhapsFrom: 0.35, probablyFrom: 0.5 },
  hook: {
    /** Agents wait for it with every prompt. */
    deadlineMs: 1000,
    /** At the end of a turn there is more time, and less to say. */
    afterDeadlineMs: 4000,
    afterIndexWaitMs: 3000,
    afterTokens: 150,
    /** Where more files differ from the last commit, nobody can tell whose they are. */
    changedFilesMax: 1000,
    /** How much of that may go by until the index is up to date. */
    indexWaitMs: 400,
    /** Of the tokens, what the words around the code may take. Codex cuts at 2,500 tokens of four bytes, Claude Code at 10,000 characters. */
    budgetTokens: 2000,
    aim: 'focused',
    frameTokens: 60,
    charactersMax: 9500,
    promptCharactersMax: 20_000,
    eventBytesMax: 4 * 1024 * 1024,
    /** More likely than this to be about nothing here: nothing is said. */
    nothingMax: 0.9,
    /**
     * Which words speak of this code: those in at least so many names or paths of code, and in at most so many files or this share of all. The
     * first so many of the words that code everywhere uses weigh little, those behind the second place 1; and what they must weigh together.
     */
    codeWords: {
      namesMin: 2,
      filesFree: 4,
      shareMax: 0.3,
      commonRank: 300,
      commonWeight: 0.18,
      rareRank: 4800,
      weightMin: 0.7,
      /** Enough for a prompt without the words of a conversation, where the ranker is `perhapsLikely` sure of a file. */
      perhapsMin: 0.36,
    },
    perhapsLikely: 0.3,
    /** Less sure of its first file than this, places are named and no code is quoted, in so many tokens. */
    codeLikely: 0.2,
    mapTokens: 500,
    /** Of the files, what must be indexed before anything is said. */
    shareKnownMin: 0.5,
    scoreMin: 0.2,
    sessionsKept: 20,
    givenMax: 400,
    stateBytesMax: 256 * 1024,
  },
  /** How long a program may take to take a text, and the longest one terminals are known to take, encoded. */
  clipboard: { waitMs: 5000, terminalCharactersMax: 100_000 },
  /** Repositories that are fetched to be asked: how many commits, and how long they count as fresh. */
  elsewhere: { depth: 50, freshMs: 10 * 60 * 1000 },
  setup: {
    scope: 'user',
    /** A server that does not greet within this is not written down. */
    answerMs: 20_000,
  },
  units: {
    functionLinesMax: 60,
    containerLinesMax: 25,
    regionLinesMax: 40,
  },
  conversations: {
    fileBytesMax: 1024 * 1024 * 1024,
    filesMax: 20_000,
    entriesMax: 200_000,
    depthMax: 8,
    /** A longer line of a transcript, or a longer conversation of an export, is left out. */
    recordBytesMax: 64 * 1024 * 1024,
    messageCharactersMax: 100_000,
    keepToolResults: false,
    keepThinking: false,
  },
  /** Knowledge graphs. */
  graphs: {
    workspace: 'main',
  },
  tana: {
    url: 'http://127.0.0.1:8262',
    live: true,
    timeoutMs: 30_000,
    healthTimeoutMs: 2000,
    attempts: 3,
    /** The pause after the n-th failed attempt is this times n². */
    backoffMs: 100,
    retryAfterMaxMs: 5000,
    requestsAtOnce: 4,
    answerBytesMax: 32 * 1024 * 1024,
    /** A live interface that failed is not asked again for this long. */
    restMs: 15_000,
    /** Of the nodes that link to one, so many are read to tell how they link; the others count as references. */
    linkersReadMax: 10,
    searchWordsMax: 8,
  },
  /** Documents about a topic or node of a knowledge graph. */
  context: {
    depth: 2,
    depthMax: 5,
    seedsMax: 10,
    budgetTokens: 4000,
    lens: 'general',
    /** Below this there are lines only. */
    summaryBelow: 500,
    leastTokens: 50,
    shares: { pinned: 0.5, each: 0.2 },
    /** Kept for the lines of what does not fit: each has one as long as there is room. */
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
    /** Which neighbours are opened first where there are too many. */
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
    /** Of a node's text, what is compared by meaning. */
    meaningCharactersMax: 2000,
    /** What other sources may add. */
    besideMax: 10,
    /** Nodes in the pack of a task: how many, found by how many of its words, and how much of them they must hold. */
    pack: { linesMax: 120, nodesMax: 8, keywordsMax: 12, scoreMin: 0.3, ownersUp: 5 },
  },
  history: {
    commitsMax: 50_000,
    messageCharactersMax: 1500,
    filesPerCommitMax: 60,
    churnHalfLifeDays: 180,
  },
  evaluation: {
    budgetTokens: 8000,
    threadsMax: 2,
    history: { limit: 30, commitsMax: 2000, filesMax: 8, wordsMin: 3 },
  },
  task: {
    charactersMax: 200_000,
    /** Of a log the end is kept: that is where it broke. */
    logCharactersMax: 1_000_000,
    keywordsMax: 40,
    phrasesMax: 10,
    mentionsMax: 60,
    suggestionsMax: 3,
    vagueBelow: 0.3,
  },
} as const;
