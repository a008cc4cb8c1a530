export interface PregnancyRule {
  id: string
  of: string
  severity: 'stop' | 'note'
  /** Names no substance that might be taken: those are in `instead` and `also`, which are held against the patient's record. */
  detail: string
  /** Substances in its place. */
  instead?: string
  /** What is given besides. */
  also?: { text: string; names: string }
  source: string
  /** Holds on the skin and in the eye, too. */
  isLocalToo?: true
}

const who = 'WHO Model Formulary'
const bnf = 'BNF-style class'

export const pregnancyRules: readonly PregnancyRule[] = [
  {
    id: 'vitamin-k-antagonists',
    of: '@vitaminKAntagonists',
    severity: 'stop',
    detail: 'Malformations early, bleeding of the child late.',
    instead: 'heparin',
    source: who,
  },
  {
    id: 'doacs',
    of: 'apixaban, rivaroxaban, edoxaban, dabigatran',
    severity: 'stop',
    detail: 'They reach the child.',
    instead: 'heparin',
    source: bnf,
  },
  { id: 'retinoids', of: 'isotretinoin, acitretin', severity: 'stop', detail: 'Severe malformations.', source: bnf },
  {
    id: 'methotrexate',
    of: 'methotrexate, leflunomide, mycophenolic acid',
    severity: 'stop',
    detail: 'Miscarriage and malformations.',
    source: who,
  },
  {
    id: 'cytotoxics',
    of: 'cyclophosphamide, hydroxycarbamide, procarbazine, fluorouracil, capecitabine',
    severity: 'stop',
    detail: 'Malformations; only by a specialist.',
    source: who,
  },
  { id: 'thalidomide', of: 'thalidomide, lenalidomide', severity: 'stop', detail: 'Severe malformations.', source: bnf },
  {
    id: 'ace-arb',
    of: '@aceInhibitors, @arbs, aliskiren, sacubitril',
    severity: 'stop',
    detail: 'They damage the kidneys of the child.',
    instead: 'methyldopa, nifedipine, labetalol',
    source: who,
  },
  {
    id: 'valproate',
    of: 'valproic acid',
    severity: 'stop',
    detail: 'Malformations and harm to the mind of the child. Ask a specialist; do not stop suddenly.',
    source: 'EMA and MHRA pregnancy prevention measures (2018)',
  },
  {
    id: 'prostaglandins',
    of: 'misoprostol, mifepristone',
    severity: 'stop',
    detail: 'Miscarriage, unless that or the birth is the purpose.',
    source: who,
  },
  { id: 'ergots', of: '@ergots', severity: 'stop', detail: 'They make the womb cramp; only after the birth.', source: who },
  {
    id: 'tetracyclines',
    of: '@tetracyclines',
    severity: 'stop',
    detail: 'They stain teeth and slow bones of the child.',
    instead: 'azithromycin, amoxicillin',
    source: who,
  },
  {
    id: 'antiandrogens',
    of: 'finasteride, dutasteride, testosterone, danazol',
    severity: 'stop',
    detail: 'They disturb the sex organs of the child.',
    source: bnf,
  },
  { id: 'ribavirin', of: 'ribavirin', severity: 'stop', detail: 'Malformations.', source: bnf },
  { id: 'bosentan', of: 'bosentan', severity: 'stop', detail: 'Malformations.', source: 'Product label of bosentan' },
  {
    id: 'primaquine',
    of: 'primaquine, tafenoquine',
    severity: 'stop',
    detail: 'The blood of the child may break down. After the birth instead.',
    source: 'WHO guidelines for malaria',
  },
  {
    id: 'griseofulvin',
    of: 'griseofulvin, miltefosine',
    severity: 'stop',
    detail: 'Malformations in animals; other treatments exist.',
    source: who,
  },
  {
    id: 'podophyllotoxin',
    of: 'podophyllotoxin',
    severity: 'stop',
    detail: 'Harms the child even from the skin.',
    source: bnf,
    isLocalToo: true,
  },
  {
    id: 'live-vaccines',
    of: 'measles rubella vaccine, varicella vaccine, bcg vaccine',
    severity: 'stop',
    detail: 'A live vaccine; after the birth instead.',
    source: 'WHO position papers',
  },
  {
    id: 'retinoids-on-skin',
    of: 'tretinoin, adapalene',
    severity: 'note',
    detail: 'Not on the skin either: stop it for the pregnancy.',
    source: 'EMA recommendation on retinoids (2018)',
    isLocalToo: true,
  },
  { id: 'statins', of: '@statins', severity: 'note', detail: 'Usually paused for the pregnancy.', source: bnf },
  {
    id: 'nsaids',
    of: '@nonSelectiveNsaids, @coxibs',
    severity: 'note',
    detail: 'Not from week 20: kidneys and heart of the child. A low dose against pre-eclampsia may go on.',
    instead: 'paracetamol',
    source: 'FDA safety communication (2020)',
  },
  {
    id: 'anticonvulsants',
    of: 'phenytoin, phenobarbital, primidone, carbamazepine, topiramate',
    severity: 'note',
    detail: 'Malformations are more likely; ask a specialist; do not stop suddenly.',
    also: { text: 'Add folic acid 5 mg.', names: 'folic acid' },
    source: who,
  },
  { id: 'lithium', of: 'lithium', severity: 'note', detail: 'Malformations of the heart are more likely; ask a specialist.', source: bnf },
  {
    id: 'thyrostatics',
    of: 'carbimazole, thiamazole',
    severity: 'note',
    detail: 'Another medicine in the first three months.',
    instead: 'propylthiouracil',
    source: bnf,
  },
  {
    id: 'fluconazole',
    of: 'fluconazole, itraconazole, voriconazole, ketoconazole',
    severity: 'note',
    detail: 'Avoid by mouth; treat with a pessary or cream.',
    source: bnf,
  },
  {
    id: 'trimethoprim',
    of: 'trimethoprim',
    severity: 'note',
    detail: 'Avoid in the first three months and near the birth, except to prevent infections in HIV.',
    source: bnf,
  },
  { id: 'quinolones', of: '@quinolones', severity: 'note', detail: 'Only when nothing safer works.', source: bnf },
  { id: 'aminoglycosides', of: '@aminoglycosides', severity: 'note', detail: 'May harm the hearing of the child.', source: who },
  {
    id: 'anthelmintics',
    of: 'albendazole, mebendazole, ivermectin',
    severity: 'note',
    detail: 'Not in the first three months.',
    source: who,
  },
]
