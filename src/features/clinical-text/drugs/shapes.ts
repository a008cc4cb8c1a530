import { anions, cations, salts } from './dictionary/salts.ts'

const setOf = (text: string) => new Set(text.trim().split(/\s+/))
const saltWords = setOf(salts)
const cationWords = setOf(cations)
const anionWords = setOf(anions)

/** INN stems and the like: what ends so is a drug, but for the words of `everyday`. */
const stem =
  /(?:olol|[aei]pril|prilat|sartan|cillin|mycin|micin|conazole|prazole|nidazole|bendazole|dipine|[av]astatin|[lmtxz]umab|ximab|tinib|caine|az[eo]pam|azolam|azenil|zepine|oxacin|[ae]cycline|profen|coxib|triptan|setron|gliptin|gliflozin|glitazone|fibrate|parin|xaban|platin|rubicin|taxel|[adn]avir|[aiu]vir|vudine|citabine|barbital|barbitone|thiazide|semide|[iy]onium|curium|curonium|flurane|ergoline|ergotamine|[aiou]tidine|zosin|nafil|lukast|terol|phylline|olone|[aei]sone|[oi]nide|gestrel|[eo]estradiol|estrol|steride|relin|tocin|pressin|nidine|oxetine|pramine|triptyline|perid(?:ol|one)|[aoi]apine|othiepin|thixene|[aeo]zine|[ae]zodone|fent[ai]nil|orph(?:an|ine|anol)|codone|morphone|zocine|amphetamine|amfetamine|[hp]edrine|ephrine|terenol|phenidate|dron(?:ate|ic)|fungin|bactam|penem|qu?ine|antel|lidomide|limus|mustine|fos[fp]h?amide|trexate|trexed|poside|tecan|bufen|fenac|oxicam|fenamate|fenamic|buzone|gabalin|tiracetam|racetam|ardarone|arone|ilide|kalant|dopa|tropium|trop(?:ine|ium)|stigmine|ost(?:igm)?ine|cholinium|caproate|azoline|zoline|oxaline|adrenaline|kinra|cept|ermin|grel|gatran|vaptan|entan|ciguat|tide)$/

/** What ends so is a chemical. */
const chemicalEnd =
  /(?:[^x]amines?|idines?|ylenes?|phenols?|benzenes?|toluenes?|aldehydes?|[mbtp]oxides?|chlorides?|bromides?|iodides?|fluorides?|[lt]sulfates?|sulphates?|phosphates?|nitrates?|nitrites?|acetates?|benzoates?|cyanates?|carboxylates?|sulfonates?|[dtn]ecanoates?|methanes?|ethanes?|propanes?|butanes?|hexanes?|pentanes?|furans?|pyr[ai]nes?|thiazoles?|imidazoles?|triazoles?|oxazoles?|pyrazoles?|indoles?|quinolines?|quinones?|azepines?|az[io]nes?|piperazines?|thiones?|ureas?|hydrazines?|guanidines?|nitriles?|steroids?|sterols?|sterones?|stanols?|[dt]iols?|[bp]tanols?|nosides?|cosides?|samides?|zamides?|tamides?|lamides?|namides?|phanes?|valerates?|dopas?|tryptamines?|toxins?|opeptides?|chol(?:ate|ine)s?|lactams?|lactones?|ketones?|quercetin|flavones?|flavanols?|catechins?|glutarates?|peroxides?|hydroxides?|sulfides?|disulfides?|sulfoxides?|carbonates?|tetrazoles?|olines?|uridines?|adenosines?|cytidines?)$/

const fragment =
  /(?:methyl|ethyl|propyl|butyl|pentyl|hexyl|phenyl|benzyl|benzoyl|acetyl|hydroxy|methoxy|ethoxy|amino|nitro|nitroso|chloro|fluoro|bromo|iodo|oxo|deoxy|dehydro|hydro|carboxy|carbonyl|cyano|thio|sulf[oi]n|sulph?on|pyrid|pyrrol|piperid|piperaz|morpholin|imidazol|indol|quinolin|naphth|oxy|azido|phosph|cyclo(?:hex|pent|prop)|yloxy|ylamino|silyl|furyl|thienyl|tropyl|pregn|androst|tetra|keto|aza)/

const everyday = setOf(`
  famine examine reexamine cross-examine stamina determine vitamine margarine magazine magazines routine combine imagine machine medicine outline
  decline define baseline guideline guidelines headline online deadline saline streamline gasoline airline midline vaseline alone bone stone
  zone hormone hormones prone clone backbone milestone gallstone gallstones ozone persone reason person season poison treason prison nylon
  limestone cyclone control protocol alcohol parasol tide peptide polypeptide peptides neuropeptide nucleotide accept concept except precept
  intercept percept accepted antonine canine feline bovine equine murine porcine marine submarine urine uterine supine spine masculine feminine
  doctrine endocrine exocrine paracrine autocrine vaccine crystalline pristine intestine quarantine valentine argentine turbine engine engines
  examines famines interleukine cytokine chemokine aside beside inside outside reside preside provide divide decide suicide homicide genocide
  pesticide fungicide herbicide insecticide rodenticide suicides guide bride pride wide hide ride slide stride tidewater pyramide oxide oxides
  carbohydrate monohydrate protein hydrate methane chlorination phosphatase oxidase transaminase hydroxylase amphetaminelike recombine undermine
  intertwine discipline sanguine genuine quine equines tambourine iodine latrine ravine trampoline vine wine swine shrine twine brine fine
  nine mine pine dine line examinee zidane abandone anemone melone saxophone telephone microphone headphone phone phones throne drone crone
  comparison garrison unison venison advisone lesion season jettison agar seminar caravan artisan partisan courtesan sultan charlatan tartan
  spartan samaritan cosmopolitan metropolitan puritan triumvir elixir reservoir souvenir fakir kashmir vladimir april
  enzyme isozyme adipokine contrapine alpine porcupine opine concubine columbine carbine combines serpentine clementine libertine brigantine
  argentines amine amide amines thiamines transmitter adenosinetriphosphatase cathecholaminergic enterotoxin exotoxin endotoxins neurotoxin cytotoxin
  toxin antitoxin immunotoxin toxins oxidants mycotoxin nephrotoxin cardiotoxin hepatotoxin exotoxins neurotoxins cytotoxins
  calone halone comedone comedones mid-line underline pipeline hairline borderline coastline skyline tagline timeline bloodline frontline sideline
  syringone propane-like receptor prothrombine thrombine gelatine globine hemoglobine albumine keratine codeines christine catherine katherine
  pauline caroline jacqueline madeline adeline angeline emeline undine ondine geraldine blandine claudine amandine nadine
  augustine celestine justine ernestine faustine florentine philippine palestine byzantine labyrinthine holstine houston gladstone whetstone
  peptidase polytone baritone monotone cortone hailstone keystone touchstone grindstone cornerstone moonstone sandstone cobblestone brimstone
  hermaphrodite appetite parasite website opposite composite requisite prerequisite favorite despite finite infinite definite polite unite ignite
  provided elapsed urease polyurea pyuria salicylism acetone chylotoxin bacteriocine polypeptides oligopeptide oligopeptides glycopeptides
  neuropeptides histamines lipopeptide vasopeptide allopurinolol quarantines tetanospasmin cecine ursine leonine asinine aquiline
  vulpine elephantine clandestine byline incline recline beeline hotline lifeline neckline waistline jawline
`)

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
