import type { ChronicCondition } from './health.ts'
import type { PathKind } from './tracks.ts'

export type Reason = {
  readonly key: string
  /** How often it is met, relative to the others; 0 for those that only come by schedule. */
  readonly weight: number
  /** Weight 0 to 9 by age: under 1, 1-4, 5-14, 15-24, 25-44, 45-64, 65 and older. */
  readonly ages: string
  readonly path: PathKind
  readonly code: string
  readonly name: string
  /** What the desk types; `{2-5}` stands for a whole number from 2 to 5. */
  readonly texts: readonly string[]
  readonly sex?: 'female' | 'male'
  /** Weight 0 to 9 by month, January first. */
  readonly months?: string
  /** Only for patients with this condition, who come again every one to three months. */
  readonly condition?: ChronicCondition
  /** Share of visits that are urgent, a quarter of them emergencies. */
  readonly urgent?: number
  /** Completed years, both included. */
  readonly minAge?: number
  readonly maxAge?: number
}

type Extras = Pick<Reason, 'sex' | 'months' | 'condition' | 'urgent' | 'minAge' | 'maxAge'>
const reason = (
  key: string,
  weight: number,
  ages: string,
  path: PathKind,
  code: string,
  name: string,
  texts: string,
  extras: Extras = {},
): Reason => ({
  key,
  weight,
  ages,
  path,
  code,
  name,
  texts: texts.split(' | '),
  ...extras,
})

// After the long rains (March to May) and the short rains (October to December).
const malaria = '533489633468'
const coldSeason = '443345897544'
const rains = '444798655578'
const dust = '896533446654'
const woman = { sex: 'female' } as const
const man = { sex: 'male' } as const

// One row a line, to be read as a table.
// oxfmt-ignore
export const reasons: readonly Reason[] = [
  reason('malaria', 62, '5876432', 'laboratory', 'B54', 'Unspecified malaria', 'Fever and chills, {1-4} days | Fever, headache and joint pains | Fever, {2-5} days, vomiting', { months: malaria, urgent: 0.06 }),
  reason('severe-malaria', 3, '6853323', 'laboratory', 'B50.9', 'Plasmodium falciparum malaria, unspecified', 'High fever, drowsy | Fever with fits', { months: malaria, urgent: 0.8 }),
  reason('cold', 70, '9975433', 'drugs', 'J06.9', 'Acute upper respiratory infection, unspecified', 'Fever and cough, {2-5} days | Running nose and cough | Cough and cold, {2-6} days', { months: coldSeason }),
  reason('influenza', 22, '5667665', 'drugs', 'J11.1', 'Influenza with other respiratory manifestations, virus not identified', 'Flu, body aches | Fever, cough and body pains, {1-3} days', { months: coldSeason }),
  reason('pneumonia', 16, '9831126', 'laboratory', 'J18.9', 'Pneumonia, unspecified', 'Cough and fast breathing | Difficulty breathing, {1-4} days | Fever and cough, breathing hard', { months: coldSeason, urgent: 0.3 }),
  reason('tonsillitis', 20, '2796521', 'drugs', 'J03.9', 'Acute tonsillitis, unspecified', 'Sore throat, {2-4} days | Sore throat and fever | Pain on swallowing', { months: coldSeason }),
  reason('bronchitis', 12, '4432356', 'drugs', 'J20.9', 'Acute bronchitis, unspecified', 'Cough with sputum, {5-12} days | Chesty cough', { months: coldSeason }),
  reason('bronchiolitis', 7, '9300000', 'drugs', 'J21.9', 'Acute bronchiolitis, unspecified', 'Baby wheezing and not feeding well | Baby coughing, {2-4} days', { months: coldSeason, urgent: 0.25 }),
  reason('sinusitis', 9, '0125543', 'drugs', 'J01.9', 'Acute sinusitis, unspecified', 'Facial pain and blocked nose | Headache and blocked nose, {5-10} days', { months: coldSeason }),
  reason('allergic-rhinitis', 12, '0366532', 'drugs', 'J30.4', 'Allergic rhinitis, unspecified', 'Sneezing and itchy nose | Allergy, running nose', { months: dust }),
  reason('otitis', 15, '8952111', 'drugs', 'H66.9', 'Otitis media, unspecified', 'Ear pain, {1-3} days | Discharge from the ear | Pulling the ear, fever'),
  reason('ear-wax', 4, '0123456', 'treatment', 'H61.2', 'Impacted cerumen', 'Blocked ear | Not hearing well on one side'),
  reason('conjunctivitis', 13, '6876443', 'drugs', 'H10.9', 'Conjunctivitis, unspecified', 'Red eyes, {1-3} days | Itching eyes with discharge', { months: dust }),
  reason('refraction', 4, '0034466', 'talk', 'H52.4', 'Presbyopia', 'Cannot read small print | Poor eyesight', { minAge: 40 }),
  reason('cataract', 2, '0000039', 'talk', 'H26.9', 'Cataract, unspecified', 'Cloudy vision | Poor vision, getting worse'),
  reason('gastroenteritis', 38, '9954333', 'drugs', 'A09.9', 'Gastroenteritis and colitis of unspecified origin', 'Diarrhoea, {1-4} days | Diarrhoea and vomiting | Vomiting since last night', { months: rains, urgent: 0.08 }),
  reason('dehydration', 4, '9510003', 'drugs', 'E86', 'Volume depletion', 'Diarrhoea, weak, not drinking', { months: rains, urgent: 0.7 }),
  reason('typhoid', 14, '0365532', 'laboratory', 'A01.0', 'Typhoid fever', 'Fever and stomach pain, {5-10} days | Fever, headache, no appetite, {4-9} days', { months: rains }),
  reason('dysentery', 6, '3743222', 'laboratory', 'A06.0', 'Acute amoebic dysentery', 'Blood in stool | Bloody diarrhoea, {1-3} days', { months: rains }),
  reason('worms', 12, '1883111', 'drugs', 'B82.0', 'Intestinal helminthiasis, unspecified', 'Worms in stool | Deworming | Stomach ache on and off'),
  reason('gastritis', 24, '0136766', 'drugs', 'K29.7', 'Gastritis, unspecified', 'Heartburn | Burning stomach pain, {1-3} weeks | Ulcers'),
  reason('peptic-ulcer', 6, '0013565', 'laboratory', 'K27.9', 'Peptic ulcer, unspecified', 'Stomach pain at night | Ulcers, pain after eating'),
  reason('constipation', 7, '4423335', 'drugs', 'K59.0', 'Constipation', 'Constipation, {3-7} days | Hard stool'),
  reason('appendicitis', 2, '0355421', 'laboratory', 'K35.8', 'Acute appendicitis, other and unspecified', 'Severe pain lower right stomach | Stomach pain and vomiting since morning', { urgent: 0.9 }),
  reason('haemorrhoids', 4, '0003564', 'drugs', 'K64.9', 'Haemorrhoids, unspecified', 'Pain and bleeding when passing stool | Piles'),
  reason('hernia', 2, '2211235', 'talk', 'K40.9', 'Unilateral or unspecified inguinal hernia, without obstruction or gangrene', 'Swelling in the groin', man),
  reason('urinary-infection', 26, '1225654', 'laboratory', 'N39.0', 'Urinary tract infection, site not specified', 'Burning when passing urine | Frequent urination, {2-5} days | Lower stomach pain and burning urine', woman),
  reason('urinary-infection-male', 5, '1112346', 'laboratory', 'N39.0', 'Urinary tract infection, site not specified', 'Burning when passing urine | Passing urine often', man),
  reason('kidney-stone', 3, '0002553', 'laboratory', 'N20.0', 'Calculus of kidney', 'Severe side pain | Flank pain with blood in urine', { urgent: 0.4 }),
  reason('urethritis', 7, '0007730', 'laboratory', 'N34.1', 'Nonspecific urethritis', 'Discharge | Private consultation', { ...man, minAge: 16 }),
  reason('vaginitis', 16, '0017731', 'laboratory', 'N76.0', 'Acute vaginitis', 'Itching and discharge | Private consultation', { ...woman, minAge: 14 }),
  reason('candidiasis', 8, '0016631', 'drugs', 'B37.3', 'Candidiasis of vulva and vagina', 'Itching, {2-6} days | Discharge with itching', { ...woman, minAge: 14 }),
  reason('pelvic-inflammation', 8, '0006820', 'laboratory', 'N73.9', 'Female pelvic inflammatory disease, unspecified', 'Lower stomach pain and discharge | Lower stomach pain, {3-9} days', { ...woman, minAge: 15 }),
  reason('dysmenorrhoea', 8, '0029500', 'drugs', 'N94.6', 'Dysmenorrhoea, unspecified', 'Painful periods | Period pains', { ...woman, minAge: 12 }),
  reason('heavy-periods', 6, '0014761', 'laboratory', 'N92.0', 'Excessive and frequent menstruation with regular cycle', 'Heavy periods | Bleeding for {8-14} days', { ...woman, minAge: 12, maxAge: 54 }),
  reason('menopause', 3, '0000180', 'talk', 'N95.1', 'Menopausal and female climacteric states', 'Hot flushes | Cannot sleep, sweating at night', { ...woman, minAge: 43 }),
  reason('antenatal', 0, '0008800', 'antenatal', 'Z34.9', 'Supervision of normal pregnancy, unspecified', 'Antenatal visit, {12-38} weeks', { ...woman, minAge: 16, maxAge: 44 }),
  reason('pregnancy-test', 7, '0009700', 'laboratory', 'Z32.1', 'Pregnancy confirmed', 'Missed period | Pregnancy test', { ...woman, minAge: 16, maxAge: 44 }),
  reason('morning-sickness', 5, '0007700', 'drugs', 'O21.0', 'Mild hyperemesis gravidarum', 'Pregnant, vomiting | Vomiting in the morning, {7-12} weeks pregnant', { ...woman, minAge: 16, maxAge: 44 }),
  reason('threatened-abortion', 2, '0006700', 'laboratory', 'O20.0', 'Threatened abortion', 'Pregnant, spotting since yesterday | Bleeding, {8-14} weeks pregnant', { ...woman, urgent: 0.8, minAge: 16, maxAge: 44 }),
  reason('postnatal', 0, '0007700', 'nurse', 'Z39.2', 'Routine postpartum follow-up', 'Postnatal visit, 6 weeks', { ...woman, minAge: 16, maxAge: 46 }),
  reason('contraception', 24, '0007820', 'nurse', 'Z30.4', 'Surveillance of contraceptive drugs', 'Family planning injection | Family planning, refill | Depo injection due', { ...woman, minAge: 16, maxAge: 49 }),
  reason('contraception-advice', 8, '0008700', 'nurse', 'Z30.0', 'General counselling and advice on contraception', 'Family planning advice | Implant insertion', { ...woman, minAge: 16, maxAge: 49 }),
  reason('cervical-screening', 7, '0000862', 'nurse', 'Z12.4', 'Special screening examination for neoplasm of cervix', 'Cervical screening | Smear test', { ...woman, minAge: 25 }),
  reason('mastitis', 3, '0004600', 'drugs', 'O91.2', 'Nonpurulent mastitis associated with childbirth', 'Breast pain, breastfeeding | Swollen breast and fever', { ...woman, minAge: 16, maxAge: 44 }),
  reason('immunisation', 26, '9000000', 'nurse', 'Z26.9', 'Need for immunization against unspecified infectious disease', 'Immunisation', { maxAge: 1 }),
  reason('growth-monitoring', 8, '9300000', 'nurse', 'Z00.1', 'Routine child health examination', 'Weighing and growth check | Well baby clinic', { maxAge: 4 }),
  reason('hpv-vaccine', 3, '0080000', 'nurse', 'Z25.8', 'Need for immunization against other specified single viral diseases', 'HPV vaccine', { ...woman, minAge: 10, maxAge: 14 }),
  reason('tetanus-vaccine', 4, '0024322', 'nurse', 'Z23.5', 'Need for immunization against tetanus alone', 'Tetanus injection'),
  reason('infant-colic', 5, '9000000', 'drugs', 'R10.4', 'Other and unspecified abdominal pain', 'Baby crying a lot | Colic'),
  reason('neonatal-jaundice', 2, '9000000', 'laboratory', 'P59.9', 'Neonatal jaundice, unspecified', 'Baby yellow eyes', { urgent: 0.6, maxAge: 0 }),
  reason('feeding-problem', 3, '9100000', 'talk', 'R63.3', 'Feeding difficulties and mismanagement', 'Baby not gaining weight | Refusing to feed'),
  reason('nappy-rash', 4, '9200000', 'drugs', 'L22', 'Diaper [napkin] dermatitis', 'Nappy rash | Rash on the bottom', { maxAge: 2 }),
  reason('teething', 3, '9200000', 'talk', 'K00.7', 'Teething syndrome', 'Teething, restless | Drooling and fever', { maxAge: 2 }),
  reason('febrile-convulsion', 3, '5800000', 'laboratory', 'R56.0', 'Febrile convulsions', 'Convulsion at home, fever', { urgent: 0.95, maxAge: 5 }),
  reason('malnutrition', 3, '5800000', 'talk', 'E44.0', 'Moderate protein-energy malnutrition', 'Loss of weight, not eating | Nutrition clinic', { maxAge: 4 }),
  reason('chickenpox', 4, '2773100', 'drugs', 'B01.9', 'Varicella without complication', 'Rash with blisters | Itching rash and fever', { months: dust }),
  reason('scabies', 7, '4774222', 'drugs', 'B86', 'Scabies', 'Itching at night, whole family | Itching rash, {1-3} weeks'),
  reason('ringworm', 9, '1783211', 'drugs', 'B35.0', 'Tinea barbae and tinea capitis', 'Ringworm | Patches on the scalp'),
  reason('athletes-foot', 5, '0025643', 'drugs', 'B35.3', 'Tinea pedis', 'Itching between the toes | Fungus on the feet'),
  reason('eczema', 9, '6853222', 'drugs', 'L20.9', 'Atopic dermatitis, unspecified', 'Eczema flare | Dry itching skin', { months: dust }),
  reason('impetigo', 6, '5852111', 'drugs', 'L01.0', 'Impetigo', 'Sores around the mouth | Sores on the skin'),
  reason('abscess', 10, '2345543', 'treatment', 'L02.9', 'Cutaneous abscess, furuncle and carbuncle, unspecified', 'Boil | Painful swelling, {3-6} days | Abscess under the arm'),
  reason('cellulitis', 6, '1223455', 'laboratory', 'L03.1', 'Cellulitis of other parts of limb', 'Swollen red leg | Swelling and pain of the foot', { urgent: 0.2 }),
  reason('urticaria', 7, '2455433', 'drugs', 'L50.9', 'Urticaria, unspecified', 'Sudden itching rash | Allergic reaction, skin', { urgent: 0.15 }),
  reason('acne', 5, '0029300', 'drugs', 'L70.0', 'Acne vulgaris', 'Pimples | Acne', { minAge: 11 }),
  reason('herpes-zoster', 3, '0001356', 'drugs', 'B02.9', 'Zoster without complication', 'Painful blisters on one side | Shingles'),
  reason('wound', 18, '1475543', 'treatment', 'T14.1', 'Open wound of unspecified body region', 'Cut on the hand | Cut, needs stitches | Wound on the leg', { urgent: 0.3 }),
  reason('dressing', 20, '0234556', 'nurse', 'Z48.0', 'Attention to surgical dressings and sutures', 'Dressing | Change of dressing | Removal of stitches'),
  reason('burn', 6, '3832222', 'treatment', 'T30.0', 'Burn of unspecified body region, unspecified degree', 'Burn with hot water | Burn from the stove', { urgent: 0.5 }),
  reason('sprain', 13, '0067542', 'drugs', 'S93.4', 'Sprain and strain of ankle', 'Twisted ankle | Ankle swollen after football'),
  reason('fracture', 5, '0243335', 'treatment', 'T14.2', 'Fracture of unspecified body region', 'Fell, arm painful and swollen | Fall, cannot move the wrist', { urgent: 0.5 }),
  reason('head-injury', 3, '2543222', 'treatment', 'S09.9', 'Unspecified injury of head', 'Fell and hit the head | Head injury', { urgent: 0.7 }),
  reason('road-accident', 4, '0136642', 'treatment', 'T07', 'Unspecified multiple injuries', 'Motorbike accident | Road accident, bruises', { urgent: 0.7 }),
  reason('dog-bite', 4, '0464322', 'nurse', 'T14.1', 'Open wound of unspecified body region', 'Dog bite | Dog bite, second injection', { urgent: 0.4 }),
  reason('insect-bite', 4, '3543322', 'drugs', 'T63.4', 'Toxic effect of contact with venomous animals: venom of other arthropods', 'Insect sting, swelling | Swelling after a bite', { months: rains }),
  reason('snake-bite', 0.6, '0243321', 'laboratory', 'T63.0', 'Toxic effect of contact with venomous animals: snake venom', 'Snake bite', { urgent: 1, months: rains }),
  reason('foreign-body', 3, '2820000', 'treatment', 'T17.1', 'Foreign body in nostril', 'Bead in the nose | Bean in the nose', { urgent: 0.3 }),
  reason('back-pain', 26, '0004776', 'drugs', 'M54.5', 'Low back pain', 'Back pain, {1-6} weeks | Lower back pain | Back pain after lifting'),
  reason('neck-pain', 6, '0003665', 'drugs', 'M54.2', 'Cervicalgia', 'Neck pain | Stiff neck since morning'),
  reason('shoulder-pain', 5, '0001366', 'drugs', 'M75.1', 'Rotator cuff syndrome', 'Shoulder pain | Cannot lift the arm'),
  reason('knee-pain', 12, '0012479', 'drugs', 'M25.5', 'Pain in joint', 'Knee pain | Painful knees when walking'),
  reason('myalgia', 9, '0014555', 'drugs', 'M79.1', 'Myalgia', 'Body aches | Muscle pain'),
  reason('tension-headache', 20, '0026653', 'drugs', 'G44.2', 'Tension-type headache', 'Headache, {2-7} days | Headache on and off'),
  reason('migraine', 7, '0026620', 'drugs', 'G43.9', 'Migraine, unspecified', 'Severe headache, one side | Migraine'),
  reason('vertigo', 5, '0001357', 'talk', 'R42', 'Dizziness and giddiness', 'Dizziness | Head spinning since yesterday'),
  reason('insomnia', 5, '0002465', 'talk', 'G47.0', 'Disorders of initiating and maintaining sleep', 'Cannot sleep | Poor sleep, {2-6} weeks'),
  reason('anxiety', 8, '0016632', 'talk', 'F41.9', 'Anxiety disorder, unspecified', 'Palpitations and worry | Anxiety | Panic attack'),
  reason('alcohol', 2, '0002530', 'talk', 'F10.2', 'Dependence syndrome due to use of alcohol', 'Help to stop drinking', { minAge: 20 }),
  reason('fatigue', 8, '0013554', 'laboratory', 'R53', 'Malaise and fatigue', 'Tired all the time | Weakness, {2-5} weeks'),
  reason('anaemia', 10, '3424532', 'laboratory', 'D50.9', 'Iron deficiency anaemia, unspecified', 'Dizzy and pale | Weak, short of breath on stairs', { ...woman, minAge: 12 }),
  reason('anaemia-child', 4, '5821000', 'laboratory', 'D50.9', 'Iron deficiency anaemia, unspecified', 'Pale, poor appetite | Eating soil, tired', { maxAge: 12 }),
  reason('chest-pain', 7, '0002466', 'laboratory', 'R07.4', 'Chest pain, unspecified', 'Chest pain | Chest pain since last night', { urgent: 0.5 }),
  reason('angina', 2, '0000269', 'laboratory', 'I20.9', 'Angina pectoris, unspecified', 'Chest tightness when walking', { urgent: 0.5 }),
  reason('stroke', 1, '0000148', 'laboratory', 'I64', 'Stroke, not specified as haemorrhage or infarction', 'Sudden weakness of one side | Face drooping since morning', { urgent: 1, minAge: 35 }),
  reason('palpitations', 4, '0003554', 'laboratory', 'R00.2', 'Palpitations', 'Heart beating fast | Palpitations'),
  reason('new-hypertension', 9, '0000466', 'laboratory', 'I10', 'Essential (primary) hypertension', 'Headache, pressure high at the chemist | Blood pressure check, high', { minAge: 30 }),
  reason('new-diabetes', 5, '0001466', 'laboratory', 'E11.9', 'Type 2 diabetes mellitus without complications', 'Thirst and frequent urination | Weight loss, always thirsty', { minAge: 20 }),
  reason('tuberculosis', 5, '1114654', 'laboratory', 'A16.2', 'Tuberculosis of lung, without mention of bacteriological or histological confirmation', 'Cough for {3-8} weeks, night sweats | Cough, loss of weight'),
  reason('hiv-test', 10, '0007742', 'laboratory-only', 'Z11.4', 'Special screening examination for human immunodeficiency virus', 'HIV test | Voluntary test', { minAge: 16 }),
  reason('walk-in-tests', 14, '0013566', 'laboratory-only', 'Z01.7', 'Laboratory examination', 'Laboratory tests, letter from another clinic | Blood sugar test | Full blood count'),
  reason('brucellosis', 3, '0123431', 'laboratory', 'A23.9', 'Brucellosis, unspecified', 'Fever on and off, joint pains | Joint pains and sweating, {2-5} weeks'),
  reason('hepatitis-b', 3, '0003531', 'laboratory', 'B18.1', 'Chronic viral hepatitis B without delta-agent', 'Hepatitis B check | Yellow eyes'),
  reason('mumps', 1.5, '0581000', 'drugs', 'B26.9', 'Mumps without complication', 'Swollen cheeks'),
  reason('measles', 1, '5830000', 'laboratory', 'B05.9', 'Measles without complication', 'Fever, rash and red eyes', { months: dust, urgent: 0.3 }),
  reason('dental-caries', 14, '0267543', 'treatment', 'K02.9', 'Dental caries, unspecified', 'Toothache | Tooth pain, {2-5} days | Hole in the tooth'),
  reason('gingivitis', 5, '0134443', 'drugs', 'K05.1', 'Chronic gingivitis', 'Bleeding gums | Swollen gums'),
  reason('stomatitis', 4, '4631111', 'drugs', 'K12.1', 'Other forms of stomatitis', 'Mouth sores | Wounds in the mouth, not eating'),
  reason('epistaxis', 4, '0543223', 'treatment', 'R04.0', 'Epistaxis', 'Nose bleeding', { months: dust, urgent: 0.25 }),
  reason('work-examination', 10, '0007720', 'talk', 'Z10.0', 'Occupational health examination', 'Medical for work | Food handler certificate', { minAge: 18, maxAge: 64 }),
  reason('school-examination', 4, '0081000', 'talk', 'Z02.0', 'Examination for admission to educational institution', 'School medical form', { months: '953295239541', maxAge: 18 }),
  reason('check-up', 12, '0112566', 'laboratory', 'Z00.0', 'General medical examination', 'General check-up | Yearly check-up'),
  reason('results', 8, '0113555', 'talk', 'Z71.2', 'Person consulting for explanation of investigation findings', 'Collect results | Explain results'),
  reason('hypertension-review', 0, '0001468', 'review', 'I10', 'Essential (primary) hypertension', 'Blood pressure review | Blood pressure medicines, refill', { condition: 'hypertension' }),
  reason('diabetes-review', 0, '0011567', 'review', 'E11.9', 'Type 2 diabetes mellitus without complications', 'Diabetes review | Sugar check and medicines', { condition: 'diabetes' }),
  reason('asthma-review', 0, '0565433', 'review', 'J45.9', 'Asthma, unspecified', 'Asthma review | Wheezing since last night | Inhaler refill', { condition: 'asthma', months: coldSeason, urgent: 0.2 }),
  reason('epilepsy-review', 0, '2454333', 'review', 'G40.9', 'Epilepsy, unspecified', 'Epilepsy medicines | Seizure last week, review', { condition: 'epilepsy', urgent: 0.05 }),
  reason('hiv-review', 0, '2225664', 'review', 'B24', 'Unspecified human immunodeficiency virus [HIV] disease', 'Comprehensive care clinic | Refill, comprehensive care', { condition: 'hiv' }),
  reason('sickle-review', 0, '3654100', 'review', 'D57.1', 'Sickle-cell anaemia without crisis', 'Sickle cell clinic | Bone pains, sickle cell', { condition: 'sickle cell disease', urgent: 0.2 }),
  reason('heart-failure-review', 0, '0000259', 'review', 'I50.9', 'Heart failure, unspecified', 'Heart clinic review | Swollen legs, short of breath', { condition: 'heart failure', urgent: 0.12 }),
  reason('kidney-review', 0, '0011369', 'review', 'N18.9', 'Chronic kidney disease, unspecified', 'Kidney review, blood tests', { condition: 'chronic kidney disease' }),
  reason('arthritis-review', 0, '0000259', 'review', 'M19.9', 'Arthrosis, unspecified', 'Joint pains review | Knee pain, medicines', { condition: 'osteoarthritis' }),
  reason('thyroid-review', 0, '0012466', 'review', 'E03.9', 'Hypothyroidism, unspecified', 'Thyroid review | Thyroid medicines', { condition: 'hypothyroidism' }),
  reason('depression-review', 0, '0015543', 'review', 'F32.9', 'Depressive episode, unspecified', 'Low mood, review | Counselling and medicines', { condition: 'depression' }),
  reason('copd-review', 0, '0000358', 'review', 'J44.9', 'Chronic obstructive pulmonary disease, unspecified', 'Lung clinic review | Short of breath, cough', { condition: 'copd', months: coldSeason, urgent: 0.12 }),
  reason('gout-review', 0, '0000366', 'review', 'M10.9', 'Gout, unspecified', 'Painful big toe | Gout review', { condition: 'gout' }),
  reason('prostate-review', 0, '0000159', 'review', 'N40', 'Hyperplasia of prostate', 'Prostate review | Passing urine at night', { condition: 'prostate enlargement' }),
]
