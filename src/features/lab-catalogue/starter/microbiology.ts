import { adults, bench, choices, type StarterPanel } from './shape.ts'

const strip = bench({ specimen: 'URN', section: 'Urine and stool', turnaround: 60 })
const stool = bench({ specimen: 'STL', section: 'Urine and stool', turnaround: 120 })
const blood = bench({ specimen: 'EDTA', section: 'Parasitology', turnaround: 60 })
const rapid = bench({ specimen: 'CAP', section: 'Parasitology', turnaround: 30 })
const serum = bench({ specimen: 'SER', section: 'Serology', turnaround: 60 })
const sputum = bench({ specimen: 'SPT', section: 'Tuberculosis', turnaround: 1440 })
const DAYS_3 = 3 * 1440
const culture = bench({ specimen: 'SWB', section: 'Bacteriology', turnaround: DAYS_3 })

const GRADES = ['Trace', '1+', '2+', '3+', '4+']
const graded = choices(['Negative'], GRADES)
const presence = choices(['Negative'], ['Positive'])
const reactive = choices(['Non-reactive'], ['Reactive'])
/** A test of three, of which the later ones are done only where the earlier ones ask for it. */
const step = [...choices(['Non-reactive', 'Not done'], ['Reactive', 'Invalid'])]
const grown = (flag: 'abnormal' | 'critical') => [
  ...choices(['No growth'], ['Growth'], flag),
  ...choices([], ['Mixed growth, likely contaminated']),
]

const urine: readonly StarterPanel[] = [
  strip.coded('UCOL', 'Urine colour', choices(['Straw', 'Yellow', 'Amber'], ['Colourless', 'Orange', 'Red', 'Brown', 'Green']), {
    loinc: '5778-6',
  }),
  strip.coded('UAPP', 'Urine appearance', choices(['Clear'], ['Slightly turbid', 'Turbid', 'Bloody']), { loinc: '5767-9' }),
  strip.number('USG', 'Urine specific gravity', null, 3, {
    loinc: '5811-5',
    ranges: adults({ low: '1.005', high: '1.030', low_valid: '1', high_valid: '1.1' }),
  }),
  strip.number('UPH', 'Urine pH', '[pH]', 1, {
    loinc: '5803-2',
    ranges: adults({ low: '5.0', high: '8.0', low_valid: '3', high_valid: '11' }),
  }),
  strip.coded('UPRO', 'Urine protein', graded, { loinc: '20454-5' }),
  strip.coded('UGLU', 'Urine glucose', graded, { loinc: '25428-4' }),
  strip.coded('UKET', 'Urine ketones', graded, { loinc: '2514-8' }),
  strip.coded('UBLD', 'Urine blood', graded, { loinc: '5794-3' }),
  strip.coded('UBIL', 'Urine bilirubin', graded, { loinc: '5770-3' }),
  strip.coded('UNIT', 'Urine nitrite', presence, { loinc: '5802-4' }),
  strip.coded('ULEU', 'Urine leucocyte esterase', graded, { loinc: '5799-2' }),
  strip.number('UUBG', 'Urine urobilinogen', 'umol/L', 0, {
    units: [{ unit: 'mg/dL', factor: '16.929' }],
    ranges: adults({ low: '3', high: '17', low_valid: '0', high_valid: '500' }),
  }),
  strip.number('UWBC', 'Urine white cells', '/[HPF]', 0, {
    loinc: '5821-4',
    ranges: adults({ low: '0', high: '5', low_valid: '0', high_valid: '1000' }),
  }),
  strip.number('URBC', 'Urine red cells', '/[HPF]', 0, {
    loinc: '13945-1',
    ranges: adults({ low: '0', high: '3', low_valid: '0', high_valid: '1000' }),
  }),
  strip.coded('UPT', 'Pregnancy test, urine', choices(['Negative', 'Positive'], ['Invalid']), {
    loinc: '2106-3',
    item: 'UPT',
    for_sex: 'female',
    turnaround: 30,
  }),
]

const faeces: readonly StarterPanel[] = [
  stool.coded(
    'STOOLOP',
    'Stool ova and parasites',
    choices(
      ['No ova or parasites seen'],
      [
        'Ascaris lumbricoides ova',
        'Hookworm ova',
        'Trichuris trichiura ova',
        'Schistosoma mansoni ova',
        'Taenia ova',
        'Hymenolepis nana ova',
        'Enterobius vermicularis ova',
        'Strongyloides stercoralis larvae',
        'Entamoeba histolytica trophozoites',
        'Entamoeba histolytica cysts',
        'Giardia lamblia trophozoites',
        'Giardia lamblia cysts',
        'Several: see the comment',
      ],
    ),
    { item: 'STOOL' },
  ),
  stool.coded('FOBT', 'Faecal occult blood', presence, { loinc: '2335-8' }),
  stool.coded('HPAG', 'Helicobacter pylori antigen, stool', presence, { loinc: '17780-8' }),
]

const species = ['P. falciparum', 'P. vivax', 'P. ovale', 'P. malariae', 'P. knowlesi', 'Mixed species'].map((name) => `${name} seen`)
/** Of what is counted for a calculation nothing is normal or not. */
const ofCount = 'Counted for the density'
const malaria: readonly StarterPanel[] = [
  rapid.coded(
    'MRDT',
    'Malaria rapid test',
    [...choices(['Negative'], ['P. falciparum', 'Pan (not P. falciparum)', 'Mixed'], 'critical'), ...choices([], ['Invalid'])],
    { loinc: '70569-9', item: 'MRDT' },
  ),
  blood.coded('MPS', 'Malaria parasites, film', choices(['No parasites seen'], species, 'critical'), { loinc: '51587-4', item: 'MPS' }),
  blood.coded(
    'MPSTAGE',
    'Malaria parasites, stages',
    choices(['Not seen'], ['Trophozoites', 'Schizonts', 'Gametocytes', 'Several stages']),
    {
      loinc: '41451-6',
    },
  ),
  blood.number('MPCOUNT', 'Malaria parasites counted', null, 0, { ranges: [{ low_valid: '0', high_valid: '100000', text: ofCount }] }),
  blood.number('MPWBC', 'White cells counted beside parasites', null, 0, {
    ranges: [{ low_valid: '1', high_valid: '10000', text: ofCount }],
  }),
  blood.calculated('MPDENS', 'Malaria parasite density', 'malaria_density(MPCOUNT, MPWBC)', {
    unit: '/uL',
    decimals: 0,
    ranges: [{ low_valid: '0', text: 'No parasites' }],
  }),
]

// Told with counselling, whatever was found.
const inPerson = { is_withheld: true } as const
const serology: readonly StarterPanel[] = [
  serum.coded('HIV1', 'HIV test 1', step, { specimen: 'CAP', turnaround: 30, ...inPerson }),
  serum.coded('HIV2', 'HIV test 2', step, { specimen: 'CAP', turnaround: 30, ...inPerson }),
  serum.coded('HIV3', 'HIV test 3', step, { specimen: 'CAP', turnaround: 30, ...inPerson }),
  serum.coded('HIV', 'HIV status', choices(['Negative'], ['Positive', 'Inconclusive']), {
    specimen: 'CAP',
    turnaround: 30,
    loinc: '7918-6',
    item: 'HIV',
    ...inPerson,
  }),
  serum.coded('HBSAG', 'Hepatitis B surface antigen', reactive, { loinc: '5196-1' }),
  serum.coded('HCV', 'Hepatitis C antibody', reactive, { loinc: '13955-0' }),
  serum.coded('RPR', 'Syphilis, RPR', reactive, { loinc: '20507-0' }),
  serum.coded('VDRL', 'Syphilis, VDRL', reactive, { loinc: '5292-8' }),
  serum.coded(
    'SYPHTITRE',
    'Syphilis, titre',
    choices(['Not done'], ['1:1', '1:2', '1:4', '1:8', '1:16', '1:32', '1:64', '1:128', '1:256', '1:512']),
  ),
]

const bacteria: readonly StarterPanel[] = [
  sputum.coded('AFB', 'Acid-fast bacilli, smear', choices(['Negative'], ['Scanty 1-9', '1+', '2+', '3+']), { loinc: '11545-1' }),
  sputum.coded(
    'XPERT',
    'GeneXpert MTB/RIF',
    choices(
      ['MTB not detected'],
      [
        'MTB detected, rifampicin resistance not detected',
        'MTB detected, rifampicin resistance detected',
        'MTB detected, rifampicin resistance indeterminate',
        'MTB detected, trace',
        'Invalid',
        'Error',
      ],
    ),
    { turnaround: 240 },
  ),
  culture.coded(
    'GRAM',
    'Gram stain',
    choices(
      ['No organisms seen'],
      [
        'Gram-positive cocci in clusters',
        'Gram-positive cocci in chains',
        'Gram-positive diplococci',
        'Gram-positive rods',
        'Gram-negative rods',
        'Gram-negative diplococci',
        'Yeast cells',
        'Mixed organisms',
      ],
    ),
    { loinc: '664-3', turnaround: 120 },
  ),
  culture.coded('BCULT', 'Blood culture', grown('critical'), { specimen: 'BC', loinc: '600-7', turnaround: 5 * 1440 }),
  culture.words('BCULTORG', 'Blood culture, organism and antibiogram', { specimen: 'BC', turnaround: 5 * 1440 }),
  culture.coded('CSFCULT', 'Cerebrospinal fluid culture', grown('critical'), { specimen: 'CSF' }),
  culture.words('CSFCULTORG', 'Cerebrospinal fluid culture, organism and antibiogram', { specimen: 'CSF' }),
  culture.coded('UCULT', 'Urine culture', grown('abnormal'), { specimen: 'URN', loinc: '630-4' }),
  culture.words('UCULTORG', 'Urine culture, organism and antibiogram', { specimen: 'URN' }),
  culture.coded('SWABCULT', 'Swab culture', grown('abnormal')),
  culture.words('SWABCULTORG', 'Swab culture, organism and antibiogram'),
]

export const microbiologyPanels: readonly StarterPanel[] = [...urine, ...faeces, ...malaria, ...serology, ...bacteria]
