/** Where the limits of the starter catalogue are taken from. Each laboratory still has to confirm them for its own methods. */
export const sources = {
  // Reference ranges of children.
  nathan:
    'Dallman in Rudolph (ed.), Pediatrics, 16th ed. 1977, as in Nathan and Oski, Hematology of Infancy and Childhood, 5th ed. 1998: mean ± 2 SD',
  dacie: 'Bain, Bates and Laffan, Dacie and Lewis Practical Haematology, 12th ed. 2016, as quoted; to be compared with the book',
  dorset: 'University Hospitals Dorset NHS, haematology reference ranges',
  pedsap: 'ACCP PedSAP reference values for children (from Lexicomp 2014, Harriet Lane 21st ed. 2018)',
  lane: 'Harriet Lane Handbook, 20th ed., ch. 27',
  davis: 'Davis’s Comprehensive Handbook of Laboratory and Diagnostic Tests, white blood cell count and differential',
  harmony: 'UK Pathology Harmony, all ages',
  whipps: 'Whipps Cross University Hospital, paediatric reference ranges 2010',
  ayling: 'Ayling and Bowron, neonates, in Clinical Biochemistry',
  mp: 'Medycyna Praktyczna, Pediatria, table VI.B.2-5',
  ferritin: 'pedia-time.com, ferritin by age (secondary copy)',
  andrew: 'Andrew et al., Blood 1987, term infants: mean ± 2 SD; depends on the reagent, the maker’s range comes first',
  nhlbi: 'NHLBI/AAP Expert Panel on cardiovascular health in children 2011: acceptable concentrations, fasting',
  nice: 'NICE CG98: thresholds by hours of age',
  // Reference ranges of adults.
  harmonyAdult: 'UK Pathology Harmony (PMC4975217, table 3)',
  australasia: 'Australasian harmonised reference intervals (PMC4975217, table 3)',
  oxford: 'Oxford Handbook of General Practice and OUP reference intervals',
  nursing: 'Full blood count reference ranges of UK laboratories (Nursing Times 2020; Oxford University Press)',
  arup: 'ARUP Laboratories, red cell distribution width',
  mayo: 'Mayo Clinic Laboratories, liver profile',
  miller: 'Sedimentation: men half the age, women half of the age and ten years (Miller, BMJ 1983)',
  // Critical limits.
  kost: 'Kost, Pediatrics 1991, children’s hospitals in the United States, means',
  kostCautious: 'Kost, Pediatrics 1991 (children 2.6 and 24.7, newborns 1.8 and 18.2 mmol/L), taken more cautiously',
  wakemed: 'WakeMed Laboratories, critical values',
  citilab: 'Citi Lab, panic values',
  paediatricList: 'Paediatric critical values list (scribd.com 495760027, secondary copy)',
  barnsley: 'Barnsley Hospital NHS, critical results',
  homerton: 'Homerton NHS, urgent results in chemical pathology',
  starling: 'Starling Physicians, critical values',
  iowa: 'University of Iowa Hospitals, critical laboratory values',
} as const
export type Source = keyof typeof sources

/** What a range says of where its limits come from: the reference first, then the critical limits. */
export const sourceText = (reference: Source | null, critical: Source | null, isOfAdults = false): string =>
  [
    reference && `${sources[reference]}.`,
    critical && `Critical limits: ${sources[critical]}${isOfAdults ? '; those of adults, where none are published for children' : ''}.`,
  ]
    .filter(Boolean)
    .join(' ')
