import { type Random } from './random.ts'
import type { PathKind } from './tracks.ts'

/** An item of the catalogue by its code, and how much of it. */
export interface Need {
  code: string
  quantity: number
}
/** What a reason calls for, room by room. */
export interface Treatment {
  tests: readonly Need[]
  drugs: readonly Need[]
  /** Done by a nurse, a doctor or a dentist. */
  procedures: readonly Need[]
}

const needs = (text: string): Need[] =>
  text
    .split(' ')
    .filter(Boolean)
    .map((part) => {
      const [code = '', quantity = '1'] = part.split('*')
      return { code, quantity: Number(quantity) }
    })
const treatment = (tests: string, drugs: string, procedures = ''): Treatment => ({
  tests: needs(tests),
  drugs: needs(drugs),
  procedures: needs(procedures),
})

// One row a line, to be read as a table: tests | drugs | procedures, each as code*quantity.
// oxfmt-ignore
const rows: Readonly<Record<string, Treatment>> = {
  'malaria': treatment('LAB-01 LAB-03', 'DRG-03*24 DRG-01*18'),
  'severe-malaria': treatment('LAB-02 LAB-03 LAB-04', 'DRG-45*4 DRG-29*2 SUP-02 SUP-04 DRG-01*18', 'NUR-05 NUR-07*4'),
  'cold': treatment('', 'DRG-01*12 DRG-23'),
  'influenza': treatment('', 'DRG-01*18 DRG-09*5'),
  'pneumonia': treatment('LAB-03 LAB-16 IMG-01', 'DRG-05*14 DRG-01*18', 'NUR-08'),
  'tonsillitis': treatment('', 'DRG-04*21 DRG-02*10'),
  'bronchiolitis': treatment('', 'DRG-21', 'NUR-04*2'),
  'allergic-rhinitis': treatment('', 'DRG-09*14'),
  'otitis': treatment('', 'DRG-22 DRG-21'),
  'ear-wax': treatment('', 'DRG-01*6', 'PRO-04'),
  'conjunctivitis': treatment('', 'DRG-26'),
  'gastroenteritis': treatment('LAB-09', 'DRG-19*6 DRG-20*10'),
  'dehydration': treatment('', 'DRG-19*6 DRG-29 SUP-02 SUP-04', 'NUR-05 NUR-07*2'),
  'typhoid': treatment('LAB-17 LAB-03', 'DRG-07*20 DRG-01*18'),
  'dysentery': treatment('LAB-09', 'DRG-08*15 DRG-19*6'),
  'worms': treatment('', 'DRG-16'),
  'gastritis': treatment('', 'DRG-10*28'),
  'peptic-ulcer': treatment('LAB-10', 'DRG-10*28 DRG-04*28'),
  'urinary-infection': treatment('LAB-07', 'DRG-07*10'),
  'urinary-infection-male': treatment('LAB-07 LAB-08', 'DRG-07*14'),
  'kidney-stone': treatment('LAB-07 LAB-13 IMG-03', 'DRG-11*15 DRG-46*15'),
  'urethritis': treatment('LAB-07 LAB-20', 'DRG-06*2 DRG-27', 'NUR-03'),
  'vaginitis': treatment('LAB-23', 'DRG-08*15 DRG-25'),
  'candidiasis': treatment('', 'DRG-25'),
  'antenatal': treatment('LAB-03 LAB-07 LAB-12 LAB-06 LAB-20', 'DRG-15*30', 'MCH-01'),
  'pregnancy-test': treatment('LAB-11', 'DRG-15*30'),
  'threatened-abortion': treatment('LAB-11 LAB-03 IMG-04', 'DRG-01*12'),
  'postnatal': treatment('', 'DRG-15*30', 'MCH-02'),
  'contraception': treatment('', '', 'MCH-05 SUP-01'),
  'contraception-advice': treatment('', '', 'MCH-06'),
  'cervical-screening': treatment('', '', 'MCH-08'),
  'immunisation': treatment('', '', 'MCH-04'),
  'growth-monitoring': treatment('', '', 'MCH-03'),
  'hpv-vaccine': treatment('', '', 'MCH-04'),
  'tetanus-vaccine': treatment('', '', 'NUR-03'),
  'malnutrition': treatment('', 'DRG-20*10', 'CON-05'),
  'abscess': treatment('', 'DRG-04*21 DRG-01*12 SUP-06*2', 'PRO-02 NUR-01'),
  'wound': treatment('', 'DRG-04*15 DRG-01*12 SUP-03 SUP-06*2', 'PRO-01 NUR-01'),
  'dressing': treatment('', '', 'NUR-01 SUP-03'),
  'burn': treatment('', 'DRG-01*18 SUP-06*4', 'NUR-02'),
  'sprain': treatment('', 'DRG-11*15 SUP-05'),
  'fracture': treatment('', 'DRG-11*15 DRG-28', 'IMG-02 PRO-05 NUR-03'),
  'head-injury': treatment('', 'DRG-01*12', 'NUR-02 NUR-07*4'),
  'road-accident': treatment('LAB-12 LAB-03', 'DRG-28 DRG-29*2 SUP-02 SUP-04 SUP-03*3 SUP-06*6', 'IMG-02 IMG-01 NUR-05 PRO-01 NUR-07*4'),
  'dog-bite': treatment('', '', 'NUR-01 NUR-03 SUP-01'),
  'foreign-body': treatment('', 'DRG-01*6', 'PRO-03'),
  'back-pain': treatment('', 'DRG-11*15 DRG-28'),
  'anxiety': treatment('LAB-22', 'DRG-33*30', 'CON-06'),
  'alcohol': treatment('LAB-14', 'DRG-48*30', 'CON-06'),
  'anaemia': treatment('LAB-03', 'DRG-15*60'),
  'chest-pain': treatment('LAB-24 LAB-15', 'DRG-10*14 DRG-01*12', 'PRO-07'),
  'angina': treatment('LAB-24 LAB-15', 'DRG-36*30 DRG-37*30 DRG-12*30', 'PRO-07'),
  'stroke': treatment('LAB-04 LAB-03', 'DRG-36*30 DRG-37*30 DRG-13*30', 'PRO-07 NUR-08*2'),
  'palpitations': treatment('LAB-22 LAB-03', 'DRG-38*30', 'PRO-07'),
  'new-hypertension': treatment('LAB-13 LAB-15 LAB-07', 'DRG-12*30 DRG-13*30'),
  'new-diabetes': treatment('LAB-04 LAB-05 LAB-13', 'DRG-14*60'),
  'tuberculosis': treatment('LAB-21 LAB-03', 'DRG-49*84 DRG-50*28', 'IMG-01'),
  'hiv-test': treatment('LAB-06', ''),
  'walk-in-tests': treatment('LAB-03 LAB-04 LAB-07', ''),
  'brucellosis': treatment('LAB-18', 'DRG-41*84 DRG-01*12'),
  'hepatitis-b': treatment('LAB-19 LAB-14', 'DRG-01*12'),
  'dental-caries': treatment('', 'DRG-04*15 DRG-02*10', 'DEN-01'),
  'gingivitis': treatment('', 'DRG-08*15', 'DEN-03'),
  'work-examination': treatment('LAB-03 LAB-07', '', 'CON-04 ADM-02'),
  'check-up': treatment('LAB-03 LAB-04 LAB-15 LAB-07', 'DRG-15*30'),
  'hypertension-review': treatment('LAB-13', 'DRG-12*60 DRG-13*30'),
  'diabetes-review': treatment('LAB-04 LAB-05', 'DRG-14*90 DRG-30'),
  'asthma-review': treatment('LAB-16', 'DRG-24 DRG-17*20'),
  'epilepsy-review': treatment('LAB-14', 'DRG-18*60'),
  'hiv-review': treatment('LAB-25 LAB-03', 'DRG-51*30 DRG-52*30'),
  'sickle-review': treatment('LAB-03', 'DRG-48*30 DRG-01*18'),
  'kidney-review': treatment('LAB-13 LAB-07', 'DRG-12*60'),
  'arthritis-review': treatment('LAB-16', 'DRG-11*60'),
  'bronchitis': treatment('LAB-03', 'DRG-04*15 DRG-23'),
  'sinusitis': treatment('LAB-03', 'DRG-05*14 DRG-01*12'),
  'refraction': treatment('LAB-04', 'DRG-01*6'),
  'cataract': treatment('LAB-04', 'DRG-01*6'),
  'constipation': treatment('LAB-03', 'DRG-42'),
  'appendicitis': treatment('LAB-03 LAB-07 IMG-03', 'DRG-27 DRG-29*2 SUP-02 SUP-04', 'NUR-05'),
  'haemorrhoids': treatment('LAB-03', 'DRG-43*6 DRG-42'),
  'hernia': treatment('LAB-03', 'DRG-01*12'),
  'pelvic-inflammation': treatment('LAB-07 LAB-23', 'DRG-41*28 DRG-08*28 DRG-27'),
  'dysmenorrhoea': treatment('LAB-07', 'DRG-02*15'),
  'heavy-periods': treatment('LAB-03 LAB-11', 'DRG-44*15 DRG-15*60'),
  'menopause': treatment('LAB-15', 'DRG-01*6'),
  'morning-sickness': treatment('LAB-07', 'DRG-47*15'),
  'mastitis': treatment('LAB-03', 'DRG-40*28 DRG-01*18'),
  'infant-colic': treatment('LAB-07', 'DRG-21'),
  'neonatal-jaundice': treatment('LAB-14 LAB-12 LAB-03', 'DRG-21'),
  'feeding-problem': treatment('LAB-03', 'DRG-20*10'),
  'nappy-rash': treatment('', 'DRG-25'),
  'teething': treatment('LAB-03', 'DRG-21'),
  'febrile-convulsion': treatment('LAB-01 LAB-03 LAB-04', 'DRG-21'),
  'chickenpox': treatment('LAB-03', 'DRG-09*5 DRG-01*12'),
  'scabies': treatment('', 'DRG-53 DRG-09*7'),
  'ringworm': treatment('', 'DRG-54*14 DRG-25'),
  'athletes-foot': treatment('', 'DRG-25'),
  'eczema': treatment('LAB-03', 'DRG-55 DRG-09*14'),
  'impetigo': treatment('LAB-03', 'DRG-40*20'),
  'cellulitis': treatment('LAB-03 LAB-04', 'DRG-40*28 DRG-01*18'),
  'urticaria': treatment('LAB-03', 'DRG-09*14 DRG-17*20'),
  'acne': treatment('LAB-03', 'DRG-41*28'),
  'herpes-zoster': treatment('LAB-06', 'DRG-56*35 DRG-01*18'),
  'insect-bite': treatment('', 'DRG-09*5 DRG-55'),
  'snake-bite': treatment('LAB-03 LAB-13', 'DRG-29*2 SUP-02 SUP-04 DRG-01*12', 'NUR-05 NUR-07*4'),
  'neck-pain': treatment('LAB-03', 'DRG-02*15'),
  'shoulder-pain': treatment('LAB-03', 'DRG-11*15'),
  'knee-pain': treatment('LAB-16', 'DRG-11*15'),
  'myalgia': treatment('LAB-03', 'DRG-02*10'),
  'tension-headache': treatment('LAB-01 LAB-03', 'DRG-02*10'),
  'migraine': treatment('LAB-03', 'DRG-02*15 DRG-47*15'),
  'vertigo': treatment('LAB-03 LAB-04', 'DRG-01*12'),
  'insomnia': treatment('LAB-22', 'DRG-57*14'),
  'fatigue': treatment('LAB-03 LAB-04 LAB-22', 'DRG-15*30'),
  'anaemia-child': treatment('LAB-03 LAB-09', 'DRG-62 DRG-16'),
  'mumps': treatment('', 'DRG-01*12'),
  'measles': treatment('LAB-03', 'DRG-01*12 DRG-26'),
  'stomatitis': treatment('LAB-06', 'DRG-01*12'),
  'epistaxis': treatment('LAB-03', 'DRG-44*15'),
  'school-examination': treatment('LAB-03', 'DRG-16'),
  'results': treatment('LAB-03', 'DRG-01*12'),
  'heart-failure-review': treatment('LAB-13 LAB-03', 'DRG-31*30 DRG-13*30'),
  'thyroid-review': treatment('LAB-22', 'DRG-32*30'),
  'depression-review': treatment('LAB-22', 'DRG-33*30', 'CON-06'),
  'copd-review': treatment('LAB-03', 'DRG-24 DRG-17*20'),
  'gout-review': treatment('LAB-13', 'DRG-34*30 DRG-17*20'),
  'prostate-review': treatment('LAB-07 LAB-13', 'DRG-35*30'),
}

// oxfmt-ignore
const usual: Readonly<Record<PathKind, readonly Treatment[]>> = {
  'laboratory': [treatment('LAB-03 LAB-07', 'DRG-01*18')],
  'drugs': [treatment('LAB-03', 'DRG-01*18')],
  'talk': [treatment('LAB-03', 'DRG-01*12')],
  'treatment': [treatment('', 'DRG-01*12', 'NUR-01'), treatment('', 'DRG-01*12', 'NUR-03 SUP-01')],
  'review': [treatment('LAB-03 LAB-13', 'DRG-01*12')],
  'antenatal': [treatment('LAB-03', 'DRG-15*30', 'MCH-01')],
  'nurse': [treatment('', '', 'NUR-01'), treatment('', '', 'NUR-03 SUP-01')],
  'laboratory-only': [treatment('LAB-03', '')],
}

/** What a visit for this reason is likely to need. */
export const treatmentOf = (rng: Random, reason: { key: string; path: PathKind }): Treatment =>
  rows[reason.key] ?? rng.pick(usual[reason.path])

/** Sixty lines: somebody who was brought in after an accident and stayed for hours. */
export const longStay: readonly Need[] = Array.from({ length: 10 }, (_, round) => [
  ...needs('DRG-29 SUP-06 SUP-03 NUR-07'),
  ...needs('LAB-03 LAB-04 LAB-12 LAB-13 LAB-14 LAB-16 IMG-01 IMG-02 IMG-03 PRO-01').slice(round, round + 1),
  ...needs('DRG-28 SUP-02 SUP-04 NUR-03 NUR-05 SUP-01 PRO-06 DRG-27 NUR-02 PRO-05').slice(round, round + 1),
]).flat()
