import { drugWords } from '../knowledge/drug-words.ts'

const saltWords = new Set(drugWords.salt)
const cationWords = new Set(drugWords.cation)
const anionWords = new Set(drugWords.anion)
const everyday = new Set(drugWords.everyday)

/** INN stems and the like: what ends so is a drug, but for the words of `everyday`. */
const stem =
  /(?:olol|[aei]pril|prilat|sartan|cillin|mycin|micin|conazole|prazole|nidazole|bendazole|dipine|[av]astatin|[lmtxz]umab|ximab|tinib|caine|az[eo]pam|azolam|azenil|zepine|oxacin|[ae]cycline|profen|coxib|triptan|setron|gliptin|gliflozin|glitazone|fibrate|parin|xaban|platin|rubicin|taxel|[adn]avir|[aiu]vir|vudine|citabine|barbital|barbitone|thiazide|semide|[iy]onium|curium|curonium|flurane|ergoline|ergotamine|[aiou]tidine|zosin|nafil|lukast|terol|phylline|olone|[aei]sone|[oi]nide|gestrel|[eo]estradiol|estrol|steride|relin|tocin|pressin|nidine|oxetine|pramine|triptyline|perid(?:ol|one)|[aoi]apine|othiepin|thixene|[aeo]zine|[ae]zodone|fent[ai]nil|orph(?:an|ine|anol)|codone|morphone|zocine|amphetamine|amfetamine|[hp]edrine|ephrine|terenol|phenidate|dron(?:ate|ic)|fungin|bactam|penem|qu?ine|antel|lidomide|limus|mustine|fos[fp]h?amide|trexate|trexed|poside|tecan|bufen|fenac|oxicam|fenamate|fenamic|buzone|gabalin|tiracetam|racetam|ardarone|arone|ilide|kalant|dopa|tropium|trop(?:ine|ium)|stigmine|ost(?:igm)?ine|cholinium|caproate|azoline|zoline|oxaline|adrenaline|kinra|cept|ermin|grel|gatran|vaptan|entan|ciguat|tide)$/

/** What ends so is a chemical. */
const chemicalEnd =
  /(?:[^x]amines?|idines?|ylenes?|phenols?|benzenes?|toluenes?|aldehydes?|[mbtp]oxides?|chlorides?|bromides?|iodides?|fluorides?|[lt]sulfates?|sulphates?|phosphates?|nitrates?|nitrites?|acetates?|benzoates?|cyanates?|carboxylates?|sulfonates?|[dtn]ecanoates?|methanes?|ethanes?|propanes?|butanes?|hexanes?|pentanes?|furans?|pyr[ai]nes?|thiazoles?|imidazoles?|triazoles?|oxazoles?|pyrazoles?|indoles?|quinolines?|quinones?|azepines?|az[io]nes?|piperazines?|thiones?|ureas?|hydrazines?|guanidines?|nitriles?|steroids?|sterols?|sterones?|stanols?|[dt]iols?|[bp]tanols?|nosides?|cosides?|samides?|zamides?|tamides?|lamides?|namides?|phanes?|valerates?|dopas?|tryptamines?|toxins?|opeptides?|chol(?:ate|ine)s?|lactams?|lactones?|ketones?|quercetin|flavones?|flavanols?|catechins?|glutarates?|peroxides?|hydroxides?|sulfides?|disulfides?|sulfoxides?|carbonates?|tetrazoles?|olines?|uridines?|adenosines?|cytidines?)$/

const fragment =
  /(?:methyl|ethyl|propyl|butyl|pentyl|hexyl|phenyl|benzyl|benzoyl|acetyl|hydroxy|methoxy|ethoxy|amino|nitro|nitroso|chloro|fluoro|bromo|iodo|oxo|deoxy|dehydro|hydro|carboxy|carbonyl|cyano|thio|sulf[oi]n|sulph?on|pyrid|pyrrol|piperid|piperaz|morpholin|imidazol|indol|quinolin|naphth|oxy|azido|phosph|cyclo(?:hex|pent|prop)|yloxy|ylamino|silyl|furyl|thienyl|tropyl|pregn|androst|tetra|keto|aza)/

/** "N", "17beta", "3H", "cis": what stands before a hyphen in the name of a molecule. */
const locant =
  /^(?:\d{1,2}(?:[a-z]|alpha|beta|'|h)?|[1-9]\d{0,2}[a-z]{1,2}|[dlnoprsmehzct]|dl|rs|sr|alpha|beta|gamma|delta|epsilon|omega|kappa|para|meta|ortho|cis|trans|tert|sec|iso|threo|erythro|allo|nor|des|desmethyl|bis|tris|di|tri|mono|tetra|penta|hexa|hepta|octa|deca|all|endo|exo|meso|poly|myo|ng|yl|ylidene|one|amine|amide|ol|dione|diol|nomega|radio|pseudo|epi|hemi)$/

export const isSalt = (word: string) => saltWords.has(word)
export const isCation = (word: string) => cationWords.has(word)
export const isAnion = (word: string) => anionWords.has(word) || (word.length > 6 && /(?:[alnrt]ate|[hpsr]ite|ide)$/.test(word))
export const isLocant = (word: string) => locant.test(word)
export const isEveryday = (word: string) => everyday.has(word)
/** A piece of a systematic name, which names something only together with others. */
export const isFragment = (word: string) => word.length > 3 && !everyday.has(word) && fragment.test(word)
/** How a word of letters alone looks like the name of a drug or a chemical; undefined when it does not. */
export const shapeOf = (word: string): 'stem' | 'chemical shape' | undefined => {
  if (word.length < 6 || word.length > 40 || !/^[a-z]+$/.test(word) || everyday.has(word)) return undefined
  const one = word.endsWith('s') && !word.endsWith('ss') && !word.endsWith('us') ? word.slice(0, -1) : word
  if (everyday.has(one)) return undefined
  if (stem.test(one) || /^(?:cef|ceph)[a-z]{4,}$|^sul(?:f|ph)a[a-z]{4,}$/.test(one)) return 'stem'
  return chemicalEnd.test(one) ? 'chemical shape' : undefined
}
