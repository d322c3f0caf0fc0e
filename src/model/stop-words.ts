// table
// Some words of a question carry no meaning for a search. This file lists them by language.

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

// A text counts as foreign from this share of words in a foreign list: English has `die`, `man` and `son` too.
const LANGUAGE_SHARE_MIN = 0.12;
const SAMPLE_WORDS_MAX = 400;

/**
 * Creates a test for words without meaning: English ones, and those of other languages that the words of the text seem
 * to be in.
 */
export function stopWordTest(words: readonly string[]): (word: string) => boolean {
  const sample = words.slice(0, SAMPLE_WORDS_MAX).map((word) => word.toLowerCase());
  const foreign = Object.values(OTHER_LANGUAGES).filter((list) => {
    const hits = sample.filter((word) => list.has(word) && !ENGLISH.has(word));
    return new Set(hits).size > 1 && hits.length >= sample.length * LANGUAGE_SHARE_MIN;
  });
  return (word) => ENGLISH.has(word) || foreign.some((list) => list.has(word));
}

function split(text: string): ReadonlySet<string> {
  return new Set(text.split(/\s+/));
}
