import { expect, test } from 'vitest'
import { emptyDirections, type Directions, type FrequencyCode, type RouteCode, type UnitCode } from '#features/directions/rules.ts'
import { checkSafety, SAFETY_VERSION } from './public.ts'
import type { SafetyInput } from './rules.ts'

/** `2 tablet TDS`, `1 vial STAT IV`, `5 ml QDS max 20`. */
const directionsOf = (text: string): Directions => {
  const [amount, unit, frequency, ...more] = text.trim().split(' ')
  const maximum = more[0] === 'max' ? Number(more[1]) : null
  return {
    ...emptyDirections,
    doses: [
      {
        amount: Number(amount),
        amount_max: null,
        unit: unit === '-' ? null : (unit as UnitCode),
        frequency: frequency as FrequencyCode,
        frequency_min: null,
        days: null,
      },
    ],
    route: maximum === null ? ((more[0] as RouteCode | undefined) ?? null) : null,
    is_prn: maximum !== null,
    max_per_day: maximum,
  }
}

interface Case {
  lines: string[]
  takes?: string[]
  allergic?: (string | { to: string; severity?: string; reaction?: string; category?: string; isIntolerance?: boolean })[]
  age?: number
  weight?: number
  pregnant?: boolean
}
const medicine = (text: string) => {
  const [name = '', directions] = text.split('|')
  return { name: name.trim(), ...(directions !== undefined && { directions: directionsOf(directions) }) }
}
const inputOf = ({ lines, takes = [], allergic = [], age = 40, weight, pregnant }: Case): SafetyInput => {
  return {
    lines: lines.map((text, index) => ({ key: String(index + 1), ...medicine(text) })),
    current: takes.map(medicine),
    allergies: allergic.map((one) => {
      const {
        to,
        severity = 'moderate',
        reaction = null,
        category = 'drug',
        isIntolerance = false,
      } = typeof one === 'string' ? { to: one } : one
      return { substance: to, severity, reaction, category, is_intolerance: isIntolerance }
    }),
    patient: { ageYears: age, weightKg: weight ?? null, isPregnant: pregnant ?? null },
  }
}
const found = (one: Case) => checkSafety(inputOf(one)).map(({ severity, key }) => `${severity} ${key}`)

test.each<[Case, string[]]>([
  // Allergies
  [{ lines: ['Amoxicillin 500 mg'], allergic: ['Amoxicillin'] }, ['stop allergy:same-substance:amoxicillin']],
  [{ lines: ['Amoxicillin 500 mg'], allergic: ['Penicillin'] }, ['stop allergy:group:penicillins:amoxicillin']],
  [
    { lines: ['Amoxicillin 500 mg'], allergic: [{ to: 'Amoxicillin', isIntolerance: true }] },
    ['stop allergy:not-tolerated:amoxicillin'],
  ],
  [
    { lines: ['Amoxicillin 500 mg'], allergic: [{ to: 'Penicillin', isIntolerance: true }] },
    ['stop allergy:not-tolerated-group:penicillins:amoxicillin'],
  ],
  [{ lines: ['Ceftriaxone 1 g'], allergic: [{ to: 'Penicillin', isIntolerance: true }] }, []],
  [{ lines: ['Augmentin 625 mg'], allergic: ['PENICILLINS'] }, ['stop allergy:group:penicillins:amoxicillin']],
  [{ lines: ['X-Pen inj'], allergic: ['ampicillin'] }, ['stop allergy:group:penicillins:benzylpenicillin']],
  [{ lines: ['Amoxicillin suspension'], allergic: ['pencillin allergy'] }, ['stop allergy:group:penicillins:amoxicillin']],
  [{ lines: ['Ceftriaxone 1 g'], allergic: ['Penicillin'] }, ['note allergy:related:penicillin-cephalosporin:ceftriaxone']],
  [{ lines: ['Ceftriaxone 1 g'], allergic: [{ to: 'Penicillin', severity: 'life threatening' }] }, ['stop allergy:related:penicillin-cephalosporin:ceftriaxone']],
  [{ lines: ['Cefalexin 500 mg'], allergic: [{ to: 'Penicillin', reaction: 'Anaphylaxis' }] }, ['stop allergy:related:penicillin-cephalosporin:cefalexin']],
  [{ lines: ['Amoxicillin 250 mg'], allergic: ['Ceftriaxone'] }, ['note allergy:related:penicillin-cephalosporin:amoxicillin']],
  [{ lines: ['Cefixime 400 mg'], allergic: ['Ceftriaxone'] }, ['stop allergy:group:cephalosporins:cefixime']],
  [{ lines: ['Meropenem 1 g'], allergic: ['Penicillin'] }, ['note allergy:related:penicillin-carbapenem:meropenem']],
  [{ lines: ['Septrin 480 mg'], allergic: ['sulfa drugs'] }, ['stop allergy:group:sulfonamides:sulfamethoxazole']],
  [{ lines: ['Fansidar'], allergic: ['Sulfonamides'] }, ['stop allergy:group:sulfonamides:sulfadoxine']],
  [{ lines: ['Sulfadoxine/pyrimethamine'], allergic: ['Septrin'] }, ['stop allergy:group:sulfonamides:sulfadoxine']],
  [{ lines: ['Furosemide 40 mg'], allergic: ['sulpha'] }, []],
  [{ lines: ['Dapsone 100 mg'], allergic: ['sulfa'] }, ['note allergy:related:sulfonamide-dapsone:dapsone']],
  [{ lines: ['Ibuprofen 400 mg'], allergic: ['asprin'] }, ['stop allergy:group:nonSelectiveNsaids:ibuprofen']],
  [{ lines: ['Diclofenac 50 mg'], allergic: ['NSAIDs'] }, ['stop allergy:group:nonSelectiveNsaids:diclofenac']],
  [{ lines: ['Celecoxib 200 mg'], allergic: ['Ibuprofen'] }, ['note allergy:related:nsaid-coxib:celecoxib']],
  [{ lines: ['Paracetamol 500 mg'], allergic: ['Diclofenac'] }, []],
  [{ lines: ['Morphine 10 mg'], allergic: ['Codeine'] }, ['stop allergy:group:opiates:morphine']],
  [{ lines: ['Tramadol 50 mg'], allergic: ['Codeine'] }, ['note allergy:related:opiate-opioid:tramadol']],
  [{ lines: ['Azithromycin 500 mg'], allergic: ['Erythromycins'] }, ['stop allergy:group:macrolides:azithromycin']],
  [{ lines: ['Ciprofloxacin 500 mg'], allergic: ['fluoroquinolone'] }, ['stop allergy:group:quinolones:ciprofloxacin']],
  [{ lines: ['Lisinopril 10 mg'], allergic: ['ACE inhibitors'] }, ['stop allergy:group:aceInhibitors:lisinopril']],
  [{ lines: ['Phenytoin 100 mg'], allergic: ['Carbamazepine'] }, ['stop allergy:group:aromaticAnticonvulsants:phenytoin']],
  [{ lines: ['Bupivacaine 0.5%'], allergic: ['Lignocaine'] }, ['stop allergy:group:amideAnaesthetics:bupivacaine']],
  [{ lines: ['Enoxaparin 40 mg'], allergic: ['Heparins'] }, ['stop allergy:group:heparins:enoxaparin']],
  [{ lines: ['Chloramphenicol eye drops'], allergic: ['chloramphenicol'] }, ['stop allergy:same-substance:chloramphenicol']],
  [{ lines: ['Amoxicillin 500 mg'], allergic: ['Penicillin and sulfa'] }, ['stop allergy:group:penicillins:amoxicillin']],
  [{ lines: ['Amoxicillin 500 mg'], allergic: [{ to: 'Penicillin', category: 'food' }] }, ['stop allergy:group:penicillins:amoxicillin']],
  [{ lines: ['Amoxicillin 500 mg'], allergic: [{ to: 'Peanuts', category: 'food' }, { to: 'Dust', category: 'environment' }], }, []],
  [{ lines: ['Amoxicillin 500 mg'], allergic: ['NKDA', 'None', 'no known drug allergies'] }, []],
  [{ lines: ['Amoxicillin 500 mg'], allergic: ['unknown pill'] }, ['note unchecked:unknown-allergy:unknown pill']],
  [{ lines: [], allergic: ['unknown pill'] }, []],
  [{ lines: ['Penicillin 250'], allergic: ['Penicillin'] }, ['stop allergy:same-name:penicillin 250', 'note unchecked:unknown-name:penicillin 250']],
  [{ lines: ['Penicillin tabs'], allergic: ['Amoxil'] }, ['stop allergy:group:penicillins:penicillin tabs', 'note unchecked:unknown-name:penicillin tabs']],
  [
    { lines: ['Zyxomab 5 mg'], allergic: ['zyxomab'] },
    ['stop allergy:same-name:zyxomab 5 mg', 'note unchecked:unknown-allergy:zyxomab', 'note unchecked:unknown-name:zyxomab 5 mg'],
  ],
  [{ lines: ['Zyxomab 5 mg'], allergic: ['dust'] }, ['note unchecked:unknown-name:zyxomab 5 mg']],
  [{ lines: ['Amoxicillin 500 mg'], allergic: ['Penicillin (rash)'] }, ['stop allergy:group:penicillins:amoxicillin']],
  [{ lines: ['Ceftriaxone 1 g'], allergic: ['penicillin - anaphylaxis'] }, ['stop allergy:related:penicillin-cephalosporin:ceftriaxone']],
  [{ lines: ['Amoxicillin 500 mg'], allergic: ['Eggs', 'latex'] }, []],
  [{ lines: ['Septrin 960'], allergic: ['sulpher'] }, ['stop allergy:group:sulfonamides:sulfamethoxazole']],
  [{ lines: ['Septrin 960'], allergic: ['SP'] }, ['stop allergy:group:sulfonamides:sulfamethoxazole']],
  [{ lines: ['Furosemide 40 mg', 'Glibenclamide 5 mg', 'Hydrochlorothiazide 25 mg'], allergic: ['sulphur'] }, []],
  [{ lines: ['Losartan 50 mg'], allergic: [{ to: 'Enalapril', reaction: 'swelling of the face' }] }, ['stop allergy:related:ace-arb-swelling:losartan']],
  [{ lines: ['Losartan 50 mg'], allergic: [{ to: 'Enalapril', reaction: 'cough' }] }, []],
  // Interactions
  [{ lines: ['Miconazole oral gel'], takes: ['Warfarin 5 mg'] }, ['stop interaction:warfarin-level:miconazole+warfarin']],
  [{ lines: ['Miconazole cream'], takes: ['Warfarin 5 mg'] }, []],
  [{ lines: ['Amitriptyline 25 mg'], takes: ['Fluoxetine 20 mg'] }, ['note interaction:ssri-tricyclic:amitriptyline+fluoxetine']],
  [{ lines: ['Warfarin 5 mg'], takes: ['Ibuprofen 400 mg'] }, ['stop interaction:anticoagulant-nsaid:ibuprofen+warfarin']],
  [{ lines: ['Methotrexate 10 mg', 'Co-trimoxazole 960 mg'] }, ['stop interaction:methotrexate-antifolate:methotrexate+sulfamethoxazole+trimethoprim']],
  [{ lines: ['Sildenafil 50 mg'], takes: ['Isosorbide dinitrate 10 mg'] }, ['stop interaction:nitrate-pde5:isosorbide dinitrate+sildenafil']],
  [{ lines: ['Clarithromycin 500 mg'], takes: ['Simvastatin 20 mg'] }, ['stop interaction:statin-cyp3a4:clarithromycin+simvastatin']],
  [{ lines: ['Colchicine 0.5 mg'], takes: ['Clarithromycin 500 mg'] }, ['stop interaction:colchicine-inhibitor:clarithromycin+colchicine']],
  [{ lines: ['Azathioprine 50 mg'], takes: ['Allopurinol 300 mg'] }, ['stop interaction:xanthine-oxidase-thiopurine:allopurinol+azathioprine']],
  [{ lines: ['Coartem 20/120 mg'], takes: ['RHZE'] }, ['stop interaction:artemether-inducer:artemether+lumefantrine+rifampicin']],
  [{ lines: ['Omeprazole 20 mg'], takes: ['ATV/r'] }, ['stop interaction:atazanavir-ppi:atazanavir+omeprazole']],
  [{ lines: ['Verapamil 80 mg'], takes: ['Atenolol 50 mg'] }, ['stop interaction:verapamil-beta-blocker:atenolol+verapamil']],
  [{ lines: ['Diazepam 5 mg', 'Codeine 30 mg'] }, ['stop interaction:opioid-benzodiazepine:codeine+diazepam']],
  [{ lines: ['Ondansetron 8 mg', 'Azithromycin 500 mg'] }, ['stop interaction:qt-qt:azithromycin+ondansetron']],
  [{ lines: ['TLD'], takes: ['Rifampicin 300 mg'] }, ['note interaction:dolutegravir-inducer:dolutegravir+rifampicin']],
  [{ lines: ['Ciprofloxacin 500 mg', 'Ferrous sulphate 200 mg'] }, ['note interaction:quinolone-minerals:ciprofloxacin+ferrous sulfate']],
  [{ lines: ['Enalapril 5 mg'], takes: ['Diclofenac 50 mg'] }, ['note interaction:nsaid-kidney:diclofenac+enalapril']],
  [{ lines: ['Diclofenac gel'], takes: ['Warfarin 5 mg'] }, []],
  [{ lines: ['Ketoconazole shampoo'], takes: ['Simvastatin 20 mg'] }, []],
  [{ lines: ['Amoxicillin 500 mg', 'Paracetamol 500 mg', 'Omeprazole 20 mg'] }, []],
  [{ lines: ['Amlodipine 5 mg', 'Losartan 50 mg', 'Metformin 500 mg'] }, []],
  [{ lines: ['Paracetamol 500 mg'], takes: ['Warfarin 5 mg', 'Ibuprofen 400 mg'] }, []],
  [{ lines: ['Co-trimoxazole 480 mg'] }, []],
  [{ lines: ['Losartan 50 mg', 'Hydrochlorothiazide 25 mg'], takes: ['Aspirin 75 mg'] }, []],
  [{ lines: ['Ibuprofen 400 mg'], takes: ['Aspirin 75 mg'] }, ['note interaction:aspirin-nsaid:acetylsalicylic acid+ibuprofen']],
  // Duplicates
  [{ lines: ['Panadol 500 mg'], takes: ['Paracetamol 500 mg'] }, ['stop duplicate:same-substance:paracetamol']],
  [{ lines: ['Betapyn'], takes: ['Paracetamol 500 mg'] }, ['stop duplicate:same-substance:paracetamol']],
  [{ lines: ['Ibuprofen 400 mg', 'Diclofenac 50 mg'] }, ['stop duplicate:group:nsaids:diclofenac+ibuprofen']],
  [{ lines: ['Aspirin 75 mg'], takes: ['Clopidogrel 75 mg'] }, []],
  [{ lines: ['Omeprazole 20 mg'], takes: ['Esomeprazole 40 mg'] }, ['stop duplicate:group:ppis:esomeprazole+omeprazole']],
  [{ lines: ['Cefuroxime 500 mg', 'Cefaclor 250 mg'] }, ['note duplicate:atc:J01DC:cefaclor+cefuroxime']],
  [{ lines: ['Diclofenac injection 75 mg IM', 'Diclofenac 50 mg tabs'] }, ['note duplicate:same-substance:diclofenac']],
  [
    { lines: ['Diclofenac injection 75 mg | 1 ampoule STAT', 'Diclofenac 50 mg | 1 tablet BD'] },
    ['note duplicate:same-substance:diclofenac', 'note dose:daily-maximum:diclofenac:diclofenac'],
  ],
  [{ lines: ['Isoniazid 300 mg', 'Rifampicin 450 mg', 'Pyridoxine 25 mg'] }, []],
  [{ lines: ['Tenofovir 300 mg', 'Lamivudine 300 mg', 'Dolutegravir 50 mg'] }, []],
  [{ lines: ['Insulin, premixed 10 ml', 'Actrapid'] }, []],
  [{ lines: ['Clotrimazole cream 20 g', 'Clotrimazole pessary 200 mg'] }, []],
  [{ lines: ['Salbutamol inhaler', 'Beclomethasone inhaler'] }, []],
  // Doses
  [{ lines: ['Paracetamol 500 mg | 2 tablet QDS'] }, []],
  [{ lines: ['Paracetamol 500 mg | 3 tablet QDS'] }, ['stop dose:daily-maximum:paracetamol:paracetamol']],
  [{ lines: ['Paracetamol 500 mg | 2 tablet Q4H max 8'] }, []],
  [{ lines: ['Paracetamol 500 mg tabs | 3 - QDS'] }, ['stop dose:daily-maximum:paracetamol:paracetamol']],
  [{ lines: ['Paracetamol 500 mg | 1500 mg TDS'] }, ['stop dose:daily-maximum:paracetamol:paracetamol']],
  [{ lines: ['Co-codamol 500/30 mg tabs | 2 tablet QDS', 'Ibuprofen 400 mg | 1 tablet TDS'] }, []],
  [
    { lines: ['Diclofenac injection 75 mg | 1 ampoule STAT', 'Diclofenac 50 mg | 1 tablet QDS'] },
    ['stop dose:daily-maximum:diclofenac:diclofenac', 'note duplicate:same-substance:diclofenac'],
  ],
  [{ lines: ['Paracetamol 500 mg | 10 tablet STAT', 'Panadol 500 mg | 1 tablet TDS'] }, ['stop duplicate:same-substance:paracetamol', 'stop dose:daily-maximum:paracetamol:paracetamol']],
  [{ lines: ['Diclofenac 50 mg | 1 tablet QDS'] }, ['stop dose:daily-maximum:diclofenac:diclofenac']],
  [{ lines: ['Tramadol 50 mg | 2 capsule 6X'] }, ['stop dose:daily-maximum:tramadol:tramadol']],
  [{ lines: ['Morphine 30 mg | 10 tablet BD'] }, []],
  [{ lines: ['Azithromycin 500 mg | 4 tablet STAT'] }, []],
  [{ lines: ['Azithromycin 500 mg | 4 tablet OD'] }, ['stop dose:daily-maximum:azithromycin:azithromycin']],
  [{ lines: ['Alendronic acid 70 mg | 1 tablet WKLY'] }, []],
  [{ lines: ['Alendronic acid 70 mg | 1 tablet OD'] }, ['stop dose:daily-maximum:alendronic acid:alendronic acid']],
  [{ lines: ['Methotrexate 2.5 mg | 4 tablet WKLY'] }, []],
  [{ lines: ['Methotrexate 2.5 mg | 4 tablet OD'] }, ['stop dose:weekly-only:methotrexate']],
  [{ lines: ['Methotrexate 2.5 mg | 4 tablet MDU'] }, ['stop dose:weekly-only:methotrexate']],
  [{ lines: ['Paracetamol 500 mg | 2 tablet PRN'] }, []],
  [{ lines: ['Coartem 20/120 | 4 tablet BD'] }, ['note unchecked:no-strength:artemether']],
  [{ lines: ['Digoxin 0.25 mg | 1 tablet TDS'] }, ['stop dose:daily-maximum:digoxin:digoxin']],
  [{ lines: ['Levothyroxine 100 mcg | 4 tablet OD'] }, ['stop dose:daily-maximum:levothyroxine:levothyroxine']],
  [{ lines: ['Paracetamol syrup 120mg/5ml | 5 ml QDS'], age: 2, weight: 10 }, []],
  [{ lines: ['Paracetamol syrup 120mg/5ml | 10 ml QDS'], age: 2, weight: 10 }, ['stop dose:daily-maximum:paracetamol:paracetamol']],
  [{ lines: ['Paracetamol syrup 120mg/5ml | 10 ml QDS'], age: 2 }, ['note unchecked:no-weight:paracetamol']],
  [{ lines: ['Paracetamol syrup 60 ml | 5 ml TDS'], age: 2, weight: 10 }, ['note unchecked:no-strength:paracetamol']],
  [{ lines: ['Amoxicillin 250 mg DT | 1 tablet BD'], age: 0, weight: 4 }, []],
  [{ lines: ['Diclofenac injection 75mg/3ml amp | 1 ampoule TDS'] }, ['stop dose:daily-maximum:diclofenac:diclofenac']],
  [{ lines: ['Ketorolac 10 mg tabs | 1 tablet 5X'] }, ['stop dose:daily-maximum:ketorolac:ketorolac']],
  // Pregnancy, age, names
  [{ lines: ['Warfarin 5 mg'], pregnant: true }, ['stop pregnancy:vitamin-k-antagonists:warfarin']],
  [{ lines: ['Enalapril 5 mg', 'Doxycycline 100 mg'], pregnant: true }, ['stop pregnancy:ace-arb:enalapril', 'stop pregnancy:tetracyclines:doxycycline']],
  [{ lines: ['Ibuprofen 400 mg'], pregnant: true }, ['note pregnancy:nsaids:ibuprofen']],
  [{ lines: ['TEO 1%'], pregnant: true }, []],
  [{ lines: ['Tretinoin cream'], pregnant: true }, ['note pregnancy:retinoids-on-skin:tretinoin']],
  [{ lines: ['Methyldopa 250 mg', 'Ferrous sulphate and folic acid'], pregnant: true }, []],
  [{ lines: ['Aspirin 300 mg'], age: 8, weight: 25 }, ['stop age:aspirin:acetylsalicylic acid']],
  [{ lines: ['Co-codamol 500/8 mg'], age: 10, weight: 30 }, ['stop age:codeine:codeine']],
  [{ lines: ['Zyxomab 5 mg'], takes: ['Somepill'] }, ['note unchecked:unknown-name:somepill', 'note unchecked:unknown-name:zyxomab 5 mg']],
  [{ lines: ['Cough syrup 100 ml'] }, ['note unchecked:unnamed-contents:cough syrup 100 ml']],
])('%j', (one, expected) => {
  expect(found(one)).toEqual(expected)
}) // prettier-ignore

const inputFor = (lines: string[], patient: object) => {
  const input = inputOf({ lines })
  return checkSafety({ ...input, patient: { ...input.patient, ...patient } })
}

test('a pregnancy that is not known is a note for what would stop, where it is asked for, and names nothing instead', () => {
  const lines = ['Enalapril 5 mg', 'Ibuprofen 400 mg', 'TEO 1%']
  const asked = inputFor(lines, { isPregnant: null, isPregnancyAsked: true }).filter(({ kind }) => kind === 'pregnancy')
  expect(asked).toMatchObject([
    {
      key: 'pregnancy:ace-arb-unknown:enalapril',
      severity: 'note',
      title: expect.stringMatching(/^Pregnancy status unknown: .*nalapril.* must not be taken in pregnancy\.$/),
      alternatives: null,
    },
  ])
  const noted = (patient: object) => inputFor(lines, patient).filter(({ kind }) => kind === 'pregnancy').length
  expect(noted({ isPregnant: null })).toBe(0)
  expect(noted({ isPregnant: false, isPregnancyAsked: true })).toBe(0)
  expect(inputFor(lines, { isPregnant: true, isPregnancyAsked: true }).map(({ key }) => key)).toContain('pregnancy:ace-arb:enalapril')
})

test('a warning says what, with what, why and by which rule', () => {
  expect(checkSafety(inputOf({ lines: ['Amoxicillin 500 mg'], allergic: [{ to: 'Penicillin', reaction: 'Rash' }] }))).toEqual([
    {
      key: 'allergy:group:penicillins:amoxicillin',
      kind: 'allergy',
      severity: 'stop',
      line: '1',
      otherLine: null,
      with: 'Penicillin',
      title: 'Allergic to Penicillin: Amoxicillin 500 mg is one of the penicillins.',
      titleKey: 'groupAllergy',
      values: { allergy: 'Penicillin', drug: 'Amoxicillin 500 mg', group: 'penicillins' },
      detail: 'Recorded reaction: Rash',
      alternatives: null,
      source: 'BNF-style class; WHO ATC 2025',
      rule: 'group:penicillins',
      version: SAFETY_VERSION,
    },
  ])
})

const alternativesOf = (one: Case) => checkSafety(inputOf(one)).flatMap(({ alternatives }) => (alternatives === null ? [] : [alternatives]))

test.each<[Case, string[]]>([
  [{ lines: ['Doxycycline 100 mg'], pregnant: true }, ['azithromycin', 'amoxicillin']],
  [{ lines: ['Doxycycline 100 mg'], pregnant: true, allergic: ['Penicillin'] }, ['azithromycin']],
  [{ lines: ['Doxycycline 100 mg'], pregnant: true, allergic: ['Ceftriaxone'] }, ['azithromycin']],
  [{ lines: ['Doxycycline 100 mg'], pregnant: true, allergic: ['Penicillin', 'Erythromycin'] }, []],
  [{ lines: ['Doxycycline 100 mg'], pregnant: true, allergic: ['unknown pill'] }, []],
  [{ lines: ['Doxycycline 100 mg'], pregnant: true, takes: ['Chloroquine 250 mg'] }, ['amoxicillin']],
  [{ lines: ['Doxycycline 100 mg', 'Amoxicillin 500 mg'], pregnant: true }, ['azithromycin']],
  [{ lines: ['Enalapril 5 mg'], pregnant: true, takes: ['Verapamil 80 mg'] }, ['methyldopa', 'nifedipine']],
  [{ lines: ['Warfarin 5 mg'], pregnant: true, allergic: ['Enoxaparin'] }, []],
  [{ lines: ['Aspirin 300 mg'], age: 9, allergic: ['Paracetamol'] }, []],
  [{ lines: ['Warfarin 5 mg'], takes: ['Ibuprofen 400 mg'] }, ['paracetamol']],
  [{ lines: ['Warfarin 5 mg'], takes: ['Ibuprofen 400 mg', 'Panadol 500 mg'] }, []],
  [{ lines: ['Colchicine 0.5 mg'], takes: ['Clarithromycin 500 mg'], allergic: ['prednisolone'] }, []],
])('what may be taken instead is held against the record: %j', (one, expected) => {
  expect(alternativesOf(one)[0]).toEqual(expected)
}) // prettier-ignore

const details = (allergic: string[]) =>
  checkSafety(inputOf({ lines: ['Phenytoin 100 mg'], pregnant: true, allergic })).map(({ detail }) => detail)

test('what is given besides is named only to those who may have it', () => {
  expect(details([])).toEqual([expect.stringContaining('folic acid')])
  expect(details(['folic acid']).join()).not.toContain('folic acid')
})

const doses = (amount: number) =>
  checkSafety(inputOf({ lines: [`Paracetamol 120 mg/5 ml | ${amount} mg TDS`], age: 4, weight: 10 })).filter(({ kind }) => kind === 'dose')

test('a maximum for a child is that of the rule; what is rounded up a little beyond it passes', () => {
  expect(doses(260)).toEqual([])
  expect(doses(300)).toMatchObject([{ values: { amount: '900', most: '750' } }])
})

test.each<[string, string, string[]]>([
  ['Amlodipine 5 mg tablet', '2.5 mg OD', ['note division-unknown']],
  ['Amlodipine 5 mg tablet', '0.5 tablet OD', ['note division-unknown']],
  ['Amlodipine 5 mg tablet', '5 mg OD', []],
  ['Amoxicillin 500 mg capsule', '250 mg TDS', ['stop not-divided']],
  ['Amoxicillin 500 mg capsule', '0.5 capsule TDS', ['stop not-divided']],
  ['Nifedipine 20 mg MR tablet', '10 mg BD', ['stop not-divided']],
  ['Diclofenac 50 mg enteric coated tablet', '0.5 tablet BD', ['stop not-divided']],
  ['Amoxicillin 125 mg/5 ml syrup', '62.5 mg TDS', []],
])('%s taken as %s: %j', (name, directions, expected) => {
  const warnings = checkSafety(inputOf({ lines: [`${name} | ${directions}`] }))
  expect(warnings.filter(({ rule }) => /divi/.test(rule)).map(({ severity, rule }) => `${severity} ${rule}`)).toEqual(expected)
})

test('what somebody has said of an item goes before its name', () => {
  const { patient } = inputOf({ lines: [] })
  const line = { key: '1', name: 'House mixture 5', substances: ['Acetaminophen'], strengths: [{ amount: 1, unit: 'g' as const }] }
  const warnings = checkSafety({ lines: [{ ...line, directions: directionsOf('1 tablet 5X') }], current: [], allergies: [], patient })
  expect(warnings.map(({ title }) => title)).toEqual(['paracetamol: 5000 mg a day, maximum 4000 mg.'])
  const unknown = checkSafety({ lines: [{ ...line, substances: ['Acetaminophen', 'zyx'] }], current: [], allergies: [], patient })
  expect(unknown.map(({ rule }) => rule)).toEqual(['unknown-name'])
})

test('methotrexate whose directions were not read is told to be weekly', () => {
  const base = inputOf({ lines: ['Methotrexate 2.5 mg'] })
  const severities = (directions: Directions | null) =>
    checkSafety({ ...base, lines: base.lines.map((line) => ({ ...line, directions })) }).map(({ severity, rule }) => `${severity} ${rule}`)
  expect(severities(null)).toEqual(['note weekly-only'])
  expect(severities(directionsOf('4 tablet WKLY'))).toEqual([])
})

test('a repeat of a course that ends is no duplicate, and its dose does not add up', () => {
  const base = inputOf({ lines: ['Ibuprofen 400 mg | 2 tablet TDS'] })
  const again = { name: 'Ibuprofen 400 mg', directions: directionsOf('1 tablet TDS') }
  const rules = (isEnding: boolean) => checkSafety({ ...base, current: [{ ...again, isEnding }] }).map(({ rule }) => rule)
  expect(rules(true)).toEqual([])
  expect(rules(false)).toEqual(['same-substance', 'daily-maximum:ibuprofen'])
})

const names = `Warfarin 5 mg,Ibuprofen 400 mg,Panadol 500 mg,Septrin 480 mg,Methotrexate 10 mg,Coartem 20/120 mg,RHZE,TLD,Omeprazole 20 mg,
Clarithromycin 500 mg,Simvastatin 20 mg,Diclofenac gel,Zyxomab,Cough syrup,Haloperidol 5 mg,Ondansetron 4 mg,Amoxicillin 500 mg,Enalapril 5 mg,
Diazepam 5 mg,Tramadol 50 mg,Aspirin 75 mg,Betapyn`.split(/,\s*/)
const allergens = ['Penicillin', 'sulfa', 'aspirin', 'unknown pill', 'Peanuts', 'Codeine']

test('the order of lines, medicines and allergies changes nothing; names and sides may change places', () => {
  let seed = 20261121
  const next = (below: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((seed / 2_147_483_648) * below)
  }
  const some = <T>(from: readonly T[], most: number) => Array.from({ length: next(most + 1) }, () => from[next(from.length)]!)
  let seen = 0
  for (let round = 0; round < 300; round += 1) {
    const lines = [...new Set(some(names, 5))].map((name) => ({ key: name, name, directions: directionsOf(`${next(6) + 1} tablet TDS`) }))
    const input = {
      ...inputOf({ lines: [], takes: some(names, 4), allergic: some(allergens, 3), age: next(60), pregnant: next(2) === 1 }),
      lines,
    }
    const warnings = checkSafety(input)
    seen += warnings.length
    expect(
      checkSafety({
        ...input,
        lines: lines.toReversed(),
        current: input.current.toReversed(),
        allergies: input.allergies.toReversed(),
      }),
    ).toEqual(warnings)
    expect(new Set(warnings.map(({ key }) => key)).size).toBe(warnings.length)
    expect(warnings.filter(({ title, detail }) => /\{|undefined|null/.test(title + detail))).toEqual([])
    const [one, other] = names.toSorted(() => next(3) - 1)
    if (one !== undefined && other !== undefined) {
      const keys = (a: string, b: string) =>
        checkSafety(inputOf({ lines: [a], takes: [b] })).flatMap(({ kind, key }) =>
          ['interaction', 'duplicate'].includes(kind) ? [key] : [],
        )
      expect(keys(one, other)).toEqual(keys(other, one))
    }
  }
  expect(seen).toBeGreaterThan(500)
})
