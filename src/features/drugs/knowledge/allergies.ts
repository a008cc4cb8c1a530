import type { GroupName } from './groups.ts'

export const source = 'BNF-style class; WHO ATC 2025'

/** Groups within which an allergy to one member stops all, with the words that people write for the whole group. */
export const allergyGroups: readonly { group: GroupName; words: string }[] = [
  {
    group: 'penicillins',
    words:
      'penicillin, penicillins, pcn, penicilin, pencillin, pen, penicilline, peniciline, penicillin group, penicillin family, amoxicillins',
  },
  { group: 'cephalosporins', words: 'cephalosporin, cephalosporins, cefalosporin, cefalosporins' },
  { group: 'carbapenems', words: 'carbapenem, carbapenems' },
  {
    group: 'sulfonamides',
    words:
      'sulfa, sulpha, sulphur, sulfur, sulpher, sulfar, sp, sulfa drug, sulfa drugs, sulpha drugs, sulphur drugs, sulfur drugs, sulfonamide, sulfonamides, sulphonamide, sulphonamides, sulphurs, sulphas',
  },
  { group: 'macrolides', words: 'macrolide, macrolides, erythromycins' },
  { group: 'lincosamides', words: 'lincosamides' },
  { group: 'quinolones', words: 'quinolone, quinolones, fluoroquinolone, fluoroquinolones' },
  { group: 'tetracyclines', words: 'tetracyclines' },
  { group: 'aminoglycosides', words: 'aminoglycoside, aminoglycosides' },
  { group: 'glycopeptides', words: 'glycopeptides' },
  { group: 'nitroimidazoles', words: 'nitroimidazole, nitroimidazoles, imidazoles' },
  { group: 'rifamycins', words: 'rifamycin, rifamycins' },
  { group: 'azoles', words: 'azole antifungals, azoles, antifungal azoles' },
  { group: 'polyenes', words: 'polyenes' },
  { group: 'aminoquinolines', words: 'aminoquinolines' },
  { group: 'cinchona', words: 'cinchona' },
  { group: 'artemisinins', words: 'artemisinin, artemisinins' },
  { group: 'benzimidazoles', words: 'benzimidazoles' },
  { group: 'proteaseInhibitors', words: 'protease inhibitors' },
  {
    group: 'nonSelectiveNsaids',
    words: 'nsaid, nsaids, anti-inflammatories, anti inflammatory drugs, non-steroidal anti-inflammatory drugs, nsaid drugs',
  },
  { group: 'coxibs', words: 'coxib, coxibs, cox-2 inhibitors' },
  { group: 'salicylates', words: 'salicylate, salicylates' },
  { group: 'opiates', words: 'opiate, opiates' },
  { group: 'aceInhibitors', words: 'ace inhibitor, ace inhibitors, acei, aceis, ace-i' },
  { group: 'arbs', words: 'arb, arbs, angiotensin receptor blockers, angiotensin ii receptor blockers, sartans' },
  { group: 'statins', words: 'statin, statins' },
  { group: 'betaBlockers', words: 'beta blocker, beta blockers' },
  { group: 'dihydropyridines', words: 'dihydropyridines' },
  { group: 'thiazides', words: 'thiazide, thiazides' },
  { group: 'loopDiuretics', words: 'loop diuretics' },
  { group: 'heparins', words: 'heparins' },
  { group: 'ppis', words: 'ppi, ppis, proton pump inhibitors' },
  { group: 'h2Blockers', words: 'h2 blockers' },
  { group: 'sulfonylureas', words: 'sulfonylurea, sulfonylureas, sulphonylureas' },
  { group: 'insulins', words: 'insulins' },
  { group: 'aromaticAnticonvulsants', words: 'aromatic anticonvulsants, anticonvulsants, antiepileptics' },
  { group: 'phenothiazines', words: 'phenothiazine, phenothiazines' },
  { group: 'benzodiazepines', words: 'benzodiazepine, benzodiazepines, benzos' },
  { group: 'piperazineAntihistamines', words: 'piperazine antihistamines' },
  {
    group: 'amideAnaesthetics',
    words: 'local anaesthetic, local anaesthetics, local anesthetics, local anesthetic, amide anaesthetics, lignocaines',
  },
  { group: 'esterAnaesthetics', words: 'ester anaesthetics, caines' },
  {
    group: 'iodinatedContrast',
    words: 'contrast, contrast media, contrast dye, iodinated contrast, iodine contrast, ct contrast, x-ray contrast, radiocontrast',
  },
]

/** Words for more than one group. */
export const wideAllergyWords: readonly { words: string; groups: readonly GroupName[] }[] = [
  { words: 'opioid, opioids, narcotics', groups: ['opiates', 'otherOpioids'] },
  { words: 'beta-lactam, beta-lactams, betalactams', groups: ['penicillins', 'cephalosporins', 'carbapenems'] },
  { words: 'antimalarials, antimalarial drugs', groups: ['aminoquinolines', 'cinchona', 'artemisinins'] },
]

/** Weaker ties, both ways: a stop when the reaction was severe, else a note. */
export const crossAllergies: readonly { id: string; groups: readonly [GroupName, GroupName]; detail: string; isSevereOnly?: true }[] = [
  {
    id: 'penicillin-cephalosporin',
    groups: ['penicillins', 'cephalosporins'],
    detail:
      'A few people react to both; the risk is higher when the side chains are alike (amoxicillin with cefalexin, cefadroxil or cefaclor).',
  },
  {
    id: 'penicillin-carbapenem',
    groups: ['penicillins', 'carbapenems'],
    detail: 'Fewer than one in a hundred react to both; give the first dose under observation.',
  },
  {
    id: 'cephalosporin-carbapenem',
    groups: ['cephalosporins', 'carbapenems'],
    detail: 'Reactions to both are rare; give the first dose under observation.',
  },
  {
    id: 'nsaid-coxib',
    groups: ['nonSelectiveNsaids', 'coxibs'],
    detail: 'Most tolerate a coxib, some do not, above all with asthma, hives or swelling after an NSAID.',
  },
  {
    id: 'opiate-opioid',
    groups: ['opiates', 'otherOpioids'],
    detail: 'Opioids of another kind are often tolerated; watch the first dose.',
  },
  {
    id: 'salicylate-nsaid',
    groups: ['salicylates', 'nonSelectiveNsaids'],
    detail: 'Whoever reacts to a salicylate may react to other NSAIDs.',
  },
  {
    id: 'ace-arb-swelling',
    groups: ['aceInhibitors', 'arbs'],
    isSevereOnly: true,
    detail: 'Of those whose face or throat swelled after an ACE inhibitor a few swell again; a cough does not come back.',
  },
  { id: 'macrolide-lincosamide', groups: ['macrolides', 'lincosamides'], detail: 'Reactions to both are rare.' },
  {
    id: 'amide-ester',
    groups: ['amideAnaesthetics', 'esterAnaesthetics'],
    detail: 'Reactions to both kinds of local anaesthetic are rare; preservatives may be the cause.',
  },
]

/** Dapsone and trimethoprim are often in one product with, or given in place of, what caused the reaction. */
export const pairAllergies: readonly { id: string; of: string; to: GroupName; detail: string }[] = [
  { id: 'sulfonamide-dapsone', of: 'dapsone', to: 'sulfonamides', detail: 'Some people with a sulfonamide allergy react to dapsone, too.' },
]

/** What no medicine of the list holds, also when it was recorded as an allergy to a drug. */
export const nonDrugWords =
  'egg, eggs, dust, latex, peanut, peanuts, nuts, pollen, milk, fish, seafood, shellfish, cats, dogs, bees, bee stings, cold, smoke, perfume'

/** What stands for "no allergy is known". */
export const noAllergyWords =
  'nkda, nka, none, nil, no, n a, na, no known allergies, no known allergy, no known drug allergies, no known drug allergy, no allergies, none known, nil known, none reported, nil reported, denies, denies any, denied'

/** Words of a reaction that make it a severe one, whatever the recorded severity says. */
export const severeReactionWords =
  /anaphyla|angio-?o?edema|swell|breath|wheez|bronchospasm|collapse|shock|steven|johnson|sjs|\bten\b|necrolysis|dress|blister|peeling|intubat|hypotension/i
