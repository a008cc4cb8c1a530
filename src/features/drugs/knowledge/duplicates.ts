export const source = 'WHO ATC 2025, fourth level'

/** Kinds of which one is enough: two stop. ATC prefixes and names. */
export const onceOnly: readonly { id: string; label: string; list: string }[] = [
  { id: 'nsaids', label: 'NSAIDs', list: '@nonSelectiveNsaids, @coxibs, -acetylsalicylic acid' },
  { id: 'oral-anticoagulants', label: 'anticoagulants', list: '@oralAnticoagulants, @heparins, fondaparinux' },
  { id: 'statins', label: 'statins', list: '@statins' },
  { id: 'ppis', label: 'proton pump inhibitors', list: '@ppis' },
  { id: 'h2-blockers', label: 'H2 blockers', list: '@h2Blockers' },
  { id: 'ace-inhibitors', label: 'ACE inhibitors', list: '@aceInhibitors' },
  { id: 'arbs', label: 'angiotensin receptor blockers', list: '@arbs' },
  { id: 'beta-blockers', label: 'beta-blockers', list: '@betaBlockers' },
  { id: 'dihydropyridines', label: 'dihydropyridines', list: '@dihydropyridines' },
  { id: 'opioids', label: 'opioids', list: '@opiates, @otherOpioids' },
  { id: 'benzodiazepines', label: 'benzodiazepines', list: '@benzodiazepines' },
  { id: 'ssris', label: 'SSRIs', list: '@ssris' },
  { id: 'tricyclics', label: 'tricyclic antidepressants', list: '@tricyclics' },
  { id: 'sulfonylureas', label: 'sulfonylureas', list: '@sulfonylureas' },
  { id: 'gliptins', label: 'gliptins', list: 'sitagliptin, vildagliptin, saxagliptin, linagliptin' },
  { id: 'thiazides', label: 'thiazides', list: '@thiazides' },
  { id: 'macrolides', label: 'macrolides', list: '@macrolides' },
  { id: 'quinolones', label: 'quinolones', list: '@quinolones' },
  { id: 'pde5-inhibitors', label: 'PDE5 inhibitors', list: '@pde5Inhibitors' },
  { id: 'lamivudine-like', label: 'medicines like lamivudine', list: 'lamivudine, emtricitabine' },
  { id: 'tenofovirs', label: 'forms of tenofovir', list: 'tenofovir disoproxil, tenofovir alafenamide' },
]

/** Groups in which several at once are normal: antacids, laxatives, insulins, vitamins, minerals, platelets, iron, fluids, nitrates, local
 * products, hormones, tuberculosis, HIV, malaria, worms, epilepsy, anaesthesia, asthma, coughs, cancer, immunity, eyes, antidotes, vaccines. */
export const severalNormal: readonly string[] = [
  'A01', 'A02A', 'A02B', 'A06', 'A07', 'A10A', 'A11', 'A12', 'B01AC', 'B02', 'B03', 'B05', 'C01C', 'C01DA', 'C05', 'D', 'G01', 'G02', 'G03',
  'G04BX', 'J04', 'J05A', 'J06', 'J07', 'L', 'M02', 'N01', 'N03A', 'P01B', 'P02', 'P03', 'R01', 'R02', 'R03', 'R05', 'S', 'V',
] // prettier-ignore

/** Substances that may well stand twice on one prescription. */
export const twiceNormal =
  '@insulins, oral rehydration salts, sodium chloride, glucose, sodium lactate compound, water for injection, oxygen, lidocaine, cough mixture, cold remedy, multivitamins, zinc'
