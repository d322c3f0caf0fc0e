// table
import { stem, termsOfWord } from '../../model/terms.ts';

const ENGLISH =
  split(`a about above after again against all almost along already also although always am among an and another any
anyone anything are aren around as at away back be became because become been before being below between both but by came can cannot
cant come comes could couldn did didn do does doesn doing don done down during each either else enough especially etc even ever every
everything exactly few first following for from further gave get gets getting give given gives go goes going gone got had hadn has
hasn have haven having he hence her here hers herself him himself his how however i ie eg if im in inside instead into is isn it its
itself ive just keep kind know known last least less let lets like likely ll look looks lot lots made mainly make makes making many
may maybe me mean means might mine more moreover most much must my myself near need needed needs neither never no nobody non none nor
not nothing now nowhere of off often ok okay on once one ones only onto or other others otherwise ought our ours out outside over own
per perhaps please possible possibly pretty put quite rather re really regarding same saw say says second see seem seems seen several
shall she should shouldn simply since so some somehow someone something sometimes somewhere soon still such sure take takes taken than
thank thanks that the their theirs them themselves then there therefore these they thing things think this those though three through
thus to together too took toward towards tried tries truly try trying two under unless until up upon us use used uses using usually
various ve very via vs want wanted wants was wasn way we well went were weren what whatever when whenever where whereas wherever
whether which while who whoever whole whom whose why will with within without won work works would wouldn yes yet you your yours
yourself hi hello hey btw imo imho dont doesnt didnt isnt wasnt wont cant couldnt shouldnt ive ill thats theres whats afaik fyi tl dr s t d m o`);

// The words a person uses to ask for a change, whatever it is about. They rank nothing, so they count only alone.
const ASKING =
  split(`fix bug issue error problem add added adding update change create implement improve remove support new feature
request broken fail failing failure wrong incorrect incorrectly correct correctly bugfix hotfix todo wip chore feat refactor revert bump
expected unable properly`);

// The furniture of reports: a subject in a title, noise below it.
const CHATTER =
  split(`actual actually behavior behaviour happen happens reproduce reproduction repro step describe description version
example current currently allow allows ability able proposal propose suggest suggestion question additional context information detail
output result code sample snippet minimal screenshot latest environment system patch ticket pr pull merge commit branch run running ran
show shows note cause causes caused due solution workaround help find found report reported appear case different differently number
return returns line lines message since simple possible previously specific existing multiple single following include includes call
called calling pass passing passed above below consistent inconsistent work idea wonder today day better best good bad nice part place happy obvious usually approach notice noticed useful value
values type types function method class file files name`);

// Keywords of languages and names of folders that every listing is full of.
const CODE =
  split(`self this import from def class return function const var let if else elif for while try except catch finally raise throw
throws public private protected static void new int str string bool float double true false null none nil undefined async await yield
lambda package namespace using include require module exports export default struct enum fn func impl pub mut end begin do then lib site
packages tmp usr home py js ts file line foo bar baz print println printf console log main args kwargs name test`);

const OTHER_LANGUAGES: Readonly<Record<string, ReadonlySet<string>>> = {
  german:
    split(`aber alle als am an auch auf aus bei beim bin bis bitte da damit dann das dass dem den der des die dies diese dieser
dieses doch dort du durch ein eine einem einen einer eines er es euch für gegen gibt habe haben hat hier ich ihr ihre im immer in ist
ja jede jeder kann kein keine können man mehr mein mit muss müssen nach nicht noch nur ob oder ohne sehr sein seine sich sie sind so
soll sollte sollten über um und uns unser unter vom von vor war warum was weil wenn wer werden wie wir wird wo wurde zu zum zur zwischen`),
  french:
    split(`à alors au aucun aussi autre aux avec avoir bon c ça car ce cela ces cet cette ceux chaque ci comme comment d dans de des
deux devrait doit donc dont du elle elles en encore est et être eu fait faire fois il ils j je l la le les leur leurs lors lorsque lui
ma mais me même mes mon n ne non nos notre nous on ont ou où par parce pas peu peut plus pour pourquoi qu quand que quel quelle qui sa
sans se sera ses si son sont sous sur ta te tes toi ton tous tout toute très tu un une vers vos votre vous`),
  italian:
    split(`a ad agli ai al alla alle allo anche ancora aver avere c che chi ci come con cosa cui d da dagli dai dal dalla dalle
dei del della delle dello di dove due e è ed essere fa fare fra gli ha hanno ho i il in io l la le lei lo loro lui ma me mi molto ne
nei nel nella nelle nello noi non nostro o ogni per perché però più poi qualche quando quanto quello questa queste questi questo qui
quindi sarà se sei senza si sia siamo sono sopra sotto su sua sugli sul sulla sulle suo te ti tra tu tutti tutto un una uno viene voi`),
  spanish:
    split(`a al algo algunos ante antes así aunque cada como con contra cual cuando cuándo de debe del desde donde dos e el él
ella ellas ellos en entre era es esa ese eso esta está están estar este esto estos fue ha hace hacer hasta hay la las le les lo los
más me mi mientras mis mucho muy nada ni no nos o otra otro otros para pero poco por porque puede que qué quien se sea según ser si sí
sin sobre solo son su sus también tan tanto te tiene todo todos tu tus un una uno unos y ya yo`),
};

// Below this share of a text's words a foreign list is taken for chance: English has `die`, `on` and `son` too.
const LANGUAGE_SHARE_MIN = 0.12;
const SAMPLE_WORDS_MAX = 400;

/** The words that carry no meaning in a text: English ones, and those of the other language it seems to be in. */
export function stopWordsOf(texts: readonly string[]): (word: string) => boolean {
  const sample = texts.slice(0, SAMPLE_WORDS_MAX).map((word) => word.toLowerCase());
  const foreign = Object.values(OTHER_LANGUAGES).filter((list) => {
    const hits = sample.filter((word) => list.has(word) && !ENGLISH.has(word));
    return new Set(hits).size > 1 && hits.length >= sample.length * LANGUAGE_SHARE_MIN;
  });
  return (word) => ENGLISH.has(word) || foreign.some((list) => list.has(word));
}

const ASKING_STEMS: ReadonlySet<string> = new Set([...ASKING].map((word) => stem(word)));
const CHATTER_STEMS: ReadonlySet<string> = new Set([...CHATTER].map((word) => stem(word)));

/** Words that ask for a change without saying of what: `fix`, `bug`, `update`. */
export function isAskingWord(word: string): boolean {
  return ASKING_STEMS.has(stemOf(word));
}

/** Words that most reports use, whatever they are about: `version`, `reproduce`, `output`. */
export function isChatter(word: string): boolean {
  return CHATTER_STEMS.has(stemOf(word));
}

/** Words that are syntax in quoted code. */
export function isCodeWord(word: string): boolean {
  return CODE.has(word);
}

// By way of the terms, which are remembered: these questions are asked of every word.
const stemOf = (word: string): string => termsOfWord(word.toLowerCase())[0] ?? '';

function split(text: string): ReadonlySet<string> {
  return new Set(text.split(/\s+/));
}
