import type { StarterItem } from './starter.ts'

const drugs = (unit: string, names: readonly string[]): StarterItem[] =>
  names.map((name) => ({ name, category: 'drug', unit, department: 'Pharmacy' }))

/** Medicines of the WHO's list of essential ones that a first contact clinic dispenses, beyond those that every clinic is offered. */
export const starterDrugs: readonly StarterItem[] = [
  ...drugs('tablet', [
    'Albendazole 400 mg',
    'Amitriptyline 25 mg',
    'Amlodipine 5 mg',
    'Aspirin 75 mg',
    'Atenolol 50 mg',
    'Atorvastatin 20 mg',
    'Azithromycin 500 mg',
    'Cefuroxime 500 mg',
    'Cetirizine 10 mg',
    'Chlorphenamine 4 mg',
    'Ciprofloxacin 500 mg',
    'Diclofenac 50 mg',
    'Enalapril 5 mg',
    'Ferrous sulfate 200 mg',
    'Folic acid 5 mg',
    'Furosemide 40 mg',
    'Glibenclamide 5 mg',
    'Hydrochlorothiazide 25 mg',
    'Losartan 50 mg',
    'Metformin 500 mg',
    'Metoclopramide 10 mg',
    'Metronidazole 400 mg',
    'Prednisolone 5 mg',
    'Salbutamol 4 mg',
  ]),
  ...drugs('capsule', ['Doxycycline 100 mg', 'Fluconazole 150 mg', 'Omeprazole 20 mg']),
  ...drugs('bottle', ['Amoxicillin 125 mg/5 ml suspension', 'Paracetamol 120 mg/5 ml syrup']),
  ...drugs('vial', ['Artesunate 60 mg injection', 'Ceftriaxone 1 g injection', 'Benzathine benzylpenicillin 2.4 MU injection']),
  ...drugs('ampoule', ['Gentamicin 80 mg/2 ml injection', 'Oxytocin 10 IU/ml injection']),
  ...drugs('tube', ['Clotrimazole 1% cream', 'Hydrocortisone 1% cream', 'Tetracycline 1% eye ointment']),
]
