import { nameRows } from './rows.ts'

/** What patients and clinicians write as complaints and signs: name; ICD-10; other names. All count as symptoms. */
export const complaints = nameRows(`
abdominal pain; R10.4; abdominal pains, abdo pain, abd pain, stomach pain, stomach pains, belly ache, tummy ache, abdominal cramps, stomach cramps, abdominal discomfort, tumbo kuuma, tumbo linauma
abdominal distension; R14; abdominal distention, distended abdomen, abdominal swelling, bloated abdomen
abdominal tenderness; R10.4; epigastric tenderness; rebound tenderness, guarding
abdominal mass; R19.0;
ankle swelling; R60.0; ankle oedema, pedal oedema, pitting oedema, leg oedema, peripheral oedema, bilateral leg swelling; facial puffiness, periorbital oedema
anxiousness; R45.0; nervousness, irritable; agitation [R45.1], agitated, restlessness [R45.1], irritability [R45.4]
back pain; M54.9; backache, back ache, lower back pain, low back pain, lumbago, maumivu ya mgongo, mal de dos
bleeding; R58; haemorrhage, spotting
blood in stool; K92.1; rectal bleeding, bleeding per rectum, PR bleeding, melaena, haematochezia, bloody stool
blurred vision; H53.8; blurring of vision, blurry vision, poor vision, visual disturbance; double vision [H53.2], diplopia [H53.2], loss of vision, visual loss
body aches; R52.9; body ache, generalised body aches, general body pain, generalised body pain, joint pains and body aches, body pains, bodyaches, GBM, mwili kuuma, courbatures
bone pain; M89.8;
bradycardia; R00.1;
breast lump; N63;
paraesthesia; R20.2; paraesthesias, burning feet, numbness of hands, numb hands; tingling [R20.2], numbness, pins and needles, numbness of feet
chest pain; R07.4; chest pains, chest tightness, chest pressure, tightness of chest, chest discomfort, pleuritic chest pain
chills; R68.8; rigors, rigor, shivering, chills and rigors, frissons
cold intolerance; R68.8;; heat intolerance
common cold symptoms; J00; blocked nose, stuffy nose, rhinorrhoea, runny nose, running nose, nez qui coule; nasal congestion, nasal discharge
confusion; R41.0; confused, disoriented, disorientation, altered mental status, altered consciousness, altered sensorium
constipation; K59.0; constipated
convulsions; R56.8; convulsion, fits, seizures, convulsing
cough; R05; coughing, productive cough, dry cough, coughs, chronic cough, cough with sputum, tussis, kukohoa
crackles; R09.8; crepitations, creps, crepts, lower chest indrawing; rales, rhonchi, stridor [R06.1], grunting, chest indrawing, nasal flaring
cyanosis; R23.0; cyanosed, central cyanosis, peripheral cyanosis
dehydrated; E86;; sunken eyes, dry mucous membranes, reduced skin turgor
diarrhoea; R19.8; loose stools, loose stool, loose motions, watery diarrhoea, bloody diarrhoea, watery stools, diarrhee, kuhara, kuharisha, kuendesha
difficulty in breathing; R06.0; difficulty breathing, DIB, breathing difficulty, breathing difficulties, laboured breathing, dyspnoea, dyspnea on exertion, exertional dyspnoea, SOB, PND, respiratory distress, shortness of breath; orthopnoea [R06.0], paroxysmal nocturnal dyspnoea [R06.0]
difficulty swallowing; R13; difficulty in swallowing, dysphagia, painful swallowing; odynophagia [R13]
diaphoresis; R61.9; sweating, excessive sweating, sweats, hyperhidrosis; night sweats [R61.9]
dizziness; R42; dizzy, lightheadedness, light-headedness, lightheaded, giddy, vertigo
drowsiness; R40.0; drowsy, somnolence, sleepiness, lethargic, unresponsive; lethargy, stupor [R40.1], unconsciousness, loss of consciousness
dry mouth; R68.2; xerostomia
dysmenorrhoea; N94.6; painful periods, painful menses, period pains
dyspareunia; N94.1; pain during intercourse, painful intercourse
dysuria; R30.0; pain on urination, pain on micturition, painful micturition, painful urination, burning micturition, burning sensation on urination, burning on urination
ear pain; H92.0; earache, ear ache, otalgia, otorrhoea; ear discharge [H92.1], itchy ears
epigastric pain; R10.1; epigastric pains, upper abdominal pain, epigastric discomfort; heartburn [R12], belching
epistaxis; R04.0; nose bleeding, nosebleeds, nose bleed
eye discharge; H57.8; red eyes, eye redness, tearing of eyes; eye pain [H57.1], red eye, itchy eyes, watery eyes, eye swelling, photophobia [H53.1]
fainting; R55; fainted, syncope, faintness, syncopal episode
fatigue; R53; general malaise, malaise, tiredness, easy fatigability, easy fatiguability, general body weakness, generalised body weakness, body weakness, GBW, generalised weakness, weakness, fatigability, exhaustion, kuchoka, mchovu; asthenia [R53]
fever; R50.9; febrile, feverish, pyrexia, hotness of body, hotness of the body, HOB, high temperature, low-grade fever, high fever, high-grade fever, hot to touch, joto la mwili, fievre
flank pain; R10.4; loin pain, renal angle tenderness
frequency of micturition; R35; frequency of urination, urinary frequency, increased frequency of urination, frequent micturition, polyuria, urgency; nocturia [R35], urinary urgency
haematemesis; K92.0; vomiting blood
haematuria; R31; blood in urine, bloody urine
haemoptysis; R04.2; coughing blood, coughing up blood, blood-stained sputum
hair loss; L65.9; alopecia
hallucinations; R44.3; hearing voices; visual hallucinations [R44.1], auditory hallucinations [R44.0]
halitosis; R19.6; bad breath
headache; R51; headaches, head ache, frontal headache, throbbing headache, H/A, kichwa kinauma, kuumwa kichwa, cephalee
hepatomegaly; R16.0; enlarged liver, enlarged spleen; splenomegaly [R16.1], hepatosplenomegaly [R16.2]
hiccups; R06.6; hiccough, hiccup
hoarseness; R49.0; hoarse voice, hoarseness of voice, loss of voice; dysphonia [R49.0], aphonia [R49.1]
hypothermia; T68;
hypoxia; R09.0; hypoxaemia, desaturation
incontinence; R32; urinary incontinence, bed-wetting, bedwetting, dribbling of urine; enuresis, faecal incontinence [R15]
insomnia; G47.0; sleeplessness, lack of sleep, difficulty sleeping, sleep disturbance
itching; L29.9; itchiness, pruritus, itchy skin, itchy rash, itching of skin, kuwashwa, muwasho; vaginal itching [L29.2], genital itching
jaundice; R17; yellowness of eyes, yellow eyes, yellowing of eyes, icterus, jaundiced, scleral icterus, tinge of jaundice
joint pain; M25.5; joint pains, arthralgia, swollen joint, swollen joints, swollen knee, maumivu ya viungo; joint swelling [M25.4], joint stiffness [M25.6], morning stiffness [M25.6]
knee pain; M25.5;; hip pain [M25.5], shoulder pain [M25.5], ankle pain [M25.5], elbow pain [M25.5], wrist pain [M25.5]
leg pain; M79.6; limb pain, cramps; arm pain [M79.6], foot pain [M79.6], heel pain [M79.6], calf pain [M79.6], leg cramps [R25.2], muscle cramps [R25.2], hand pain [M79.6]
poor feeding; R63.3; reduced feeding, refusal to feed, refusing to feed, unable to feed
loss of consciousness; ; LOC
loss of appetite; R63.0; poor appetite, reduced appetite, decreased appetite, lack of appetite, anorexia, kukosa hamu ya kula
lower abdominal pain; R10.3; lower abdominal pains, LAPs, pelvic pain, suprapubic pain, RIF pain, right iliac fossa pain, LIF pain, hypogastric pain
lymphadenopathy; R59.1; swollen lymph nodes, cervical lymphadenopathy, enlarged lymph nodes, lymph node enlargement, lymphadenopathies
memory loss; R41.3; forgetfulness, amnesia
mouth sores; K13.7; oral sores, mouth ulcers, oral ulcers, sore mouth, sores in the mouth
murmur; R01.1; heart murmur, systolic murmur, diastolic murmur
muscle pain; M79.1; myalgia, myalgias, muscle pains, muscle aches
muscle weakness; M62.8; weakness of limbs, limb weakness, left-sided weakness, right-sided weakness; muscle wasting [M62.5], hemiparesis [G81.9]
nausea; R11; nauseated, nauseous, kichefuchefu, nausees
neck pain; M54.2; stiffness of neck; neck stiffness, stiff neck, nuchal rigidity
pain; R52.9; pains, painful, aches, ache, discomfort, maumivu, douleurs
pallor; R23.1; pale, conjunctival pallor, severe pallor, some pallor
palpitations; R00.2; palpitation, heart palpitations, awareness of heartbeat, mapigo ya moyo
paralysis; G83.9; paralysed, paresis
pelvic mass; R19.0;
rash; R21; rashes, skin rash, skin rashes, skin eruption; maculopapular rash [R21], vesicular rash [R21], pustules, papules, blisters, pimples
retro-orbital pain; H57.1;
scrotal swelling; N50.8; testicular swelling; testicular pain, scrotal pain
sexual dysfunction; F52.9; reduced libido, loss of libido, low libido, low sexual desire; erectile dysfunction, impotence
sore throat; J02.9; throat pain, painful throat, itchy throat, sore throats, koo linauma, koo kuuma, mal de gorge
spasm; R25.2; muscle spasm, muscle spasms, spasms
suicidal ideation; R45.8; suicidal thoughts, suicidal
swelling; R22.9; swellings, swollen, lump, lumps, kuvimba
swollen face; R22.0; swollen foot, swollen leg; facial swelling [R22.0], neck swelling [R22.1], swollen gums, swollen feet [R60.0], swollen legs [R60.0]
tachycardia; R00.0; rapid heart rate, fast heart rate
tachypnoea; R06.8; fast breathing, rapid breathing, apneic spells; apnoea
thirst; R63.1; excessive thirst, increased thirst, polydipsia
tinnitus; H93.1; ringing in ears, ringing ears
toothache; K08.8; tooth ache, toothaches, painful tooth, jino linauma; gum pain, bleeding gums
tremor; R25.1; tremors, body shaking, shaking of hands, trembling, hand tremor
urethral discharge; R36; penile discharge
urinary retention; R33; retention of urine, inability to pass urine, poor stream, dribbling; hesitancy, straining
vaginal bleeding; N93.9; PV bleeding, per vaginal bleeding, heavy menses, heavy periods; intermenstrual bleeding
vaginal discharge; N89.8; PV discharge, per vaginal discharge, foul smelling discharge, foul-smelling vaginal discharge, curd-like discharge, utoko
vomiting; R11; vomited, vomits, vomiting everything, vomitting, emesis, projectile vomiting, N/V, kutapika
weight gain; R63.5;
weight loss; R63.4; loss of weight, unintentional weight loss; cachexia [R64], emaciation
wheeze; R06.2; wheezing, wheezes, wheezy, expiratory wheeze
decreased fetal movements; O36.8; reduced fetal movements, reduced foetal movements
hypersomnia; G47.1;; snoring [R06.5]
unsteady gait; R26.8; difficulty walking, inability to walk, unable to walk, staggering gait; limping [R26.8]
crying excessively; R68.1; excessive crying, inconsolable crying
diplopia; H53.2;
facial weakness; R29.8; facial droop, slurring of speech; facial asymmetry, slurred speech [R47.8], aphasia [R47.0], dysarthria [R47.1]
hyperactivity; R46.3; aggressive behaviour, hyperactive; aggression
proteinuria; R80;; albuminuria, glycosuria [R81], ketonuria, pyuria
mood swings; R45.8; sadness, crying spells; low mood, loss of interest, hopelessness
flatulence; R14; bloating, bloatedness, gassy, ballonnements
`)
