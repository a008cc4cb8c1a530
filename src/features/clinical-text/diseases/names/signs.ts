import { nameRows } from './rows.ts'

/** Symptoms and signs: name; ICD-10; other names. */
export const signs = nameRows(`
sinus tachycardia; R00.0;
tachycardia; R00.0;
sinus bradycardia; R00.1;
palpitations; R00.2; heart racing, pounding heart
heart murmur; R01.1;
raised blood pressure reading; R03.0; high BP reading without diagnosis
elevated blood pressure; R03.0;
nosebleed; R04.0; epistaxis, kutokwa damu puani, saignement de nez, nasal haemorrhage, haemorrhage nasal
coughing blood; R04.2; haemoptysis, bloody cough
cough; R05; kikohozi, toux, dry cough, non-productive cough
shortness of breath; R06.0; SOB, dyspnoea, difficulty breathing, dyspnée, short of breath, breathlessness, trouble breathing
dyspnea on exertion; R06.0;
acute dyspnea; R06.0;
acute respiratory distress; R06.0;
wheezing; R06.2; wheeze
precordial pain; R07.2;
chest pain; R07.4; maumivu ya kifua, douleur thoracique, cardiac chest pain
oxygen desaturation; R09.0;
pleurisy; R09.1;
severe abdominal pain; R10.0;
upper abdominal pain; R10.1; epigastric pain, pain over the stomach
lower abdominal pain; R10.3; pelvic pain, pain in pelvis
periumbilical abdominal tenderness; R10.3;
abdominal pain; R10.4; stomach ache, stomachache, belly pain, tummy pain, colic, maumivu ya tumbo, douleur abdominale, mal de ventre
generalised abdominal pain; R10.4;
vomiting; R11; throwing up, kutapika, vomissements
persistent vomiting; R11;
regurgitation; R11;
difficulty swallowing; R13; dysphagia
esophageal dysphagia; R13;
oropharyngeal dysphagia; R13;
oral phase dysphagia; R13;
bloating; R14; flatulence
encopresis; R15;
incontinence of feces; R15; fecal incontinence, stool incontinence
persistent hepatosplenomegaly; R16.2; unexplained persistant hepatomegaly and splenomegaly, chronic HSM
jaundice; R17; yellow eyes, manjano, jaunisse
icteric febrile syndrome; R17.0; febrile jaundice
ascites; R18; fluid in the belly, swollen abdomen
pelvic mass; R19.0;
abdominal or pelvic swelling; R19.0; intra-abdominal and pelvic swelling
abdominal pulsatile mass; R19.0;
parotid swelling; R19.8;
dysaesthesia; R20.8;
psychroalgia; R20.8;
rash; R21; skin rash, vipele, éruption cutanée
papular pruritic eruption; R21; papular itchy skin eruptions
minor rash; R21;
petechiae; R23.3;
walking disability; R26.2; difficulty walking
facial weakness; R29.8;
painful urination; R30.0; dysuria, burning urination, pain on urination
blood in urine; R31; haematuria, kukojoa damu
enuresis; R32; bed wetting
incontinent of urine; R32;
cannot pass urine; R33; urinary retention, retention of urine
oliguria and anuria; R34;
anuria; R34;
passing much urine; R35; polyuria, frequent urination
increased frequency of urination; R35;
urethrorrhoea; R36;
drowsy; R40.0; somnolence, drowsiness
coma; R40.2;
loss of consciousness; R40.2;
confusion; R41.0; disorientation, disorientated
memory impairment; R41.3;
disorganized thinking; R41.8; disorganized thoughts
difficulty reasoning; R41.8; trouble reasoning
intrusive thoughts; R41.8;
inattention; R41.8;
decreased consciousness; R41.8;
alteration of consciousness; R41.8; altered consciousness, altered state of consciousness
impaired cognition; R41.8; cognitive impairment
dizziness; R42; giddiness, vertigo, kizunguzungu, vertiges
loss of sense of smell; R43.0; anosmia
loss of taste; R43.8; ageusia
hallucinations; R44.3;
constantly crying; R45.8; prolonged crying
dysphoric mood; R45.8;
suicidal thoughts; R45.8; suicidal ideation, thoughts of committing suicide
impulsiveness; R45.8;
suicidal behavior; R45.8;
excessive crying; R45.8;
avoidant behavior; R46.8; avoidance behavior
aggressive behavior; R46.8;
abnormal behavior; R46.8;
aphasia; R47.0;
dysarthria; R47.1;
incoherent speech; R47.8;
dysphonia; R49.0; speaking difficulty
loss of voice; R49.1; aphonia
fever; R50.9; fever of unknown cause, pyrexia, PUO, hot body, chills, rigors, homa, fièvre
fever of unknown origin; R50.9;
headache; R51; head pain, maumivu ya kichwa, kichwa kuuma, céphalée, mal de tête
chronic intractable pain; R52.1;
chronic nociceptive pain; R52.2;
maumivu; R52.9; douleur
vague bodily discomfort; R52.9;
aching pain; R52.9;
tiredness; R53; fatigue, weakness, malaise, uchovu
malaise and fatigue; R53;
asthenia; R53;
chronic fatigue; R53;
lethargy; R53;
senility; R54;
fainting; R55; syncope, kuzimia
fainting spells; R55;
febrile convulsions; R56.0; febrile seizure, fever fits, degedege, convulsions fébriles
convulsions; R56.8; seizure, mtukutiko
cardiogenic shock; R57.0;
hypovolaemic shock; R57.1;
circulatory collapse; R57.9;
bleeding; R58; hemorrhage
cervical lymphadenopathy; R59.0; neck lymphadenopathy
supraclavicular lymphadenopathy; R59.0;
localized enlarged lymph nodes; R59.0;
axillary lymphadenopathy; R59.0;
swollen lymph nodes; R59.9; lymphadenopathy, swollen glands
generalised oedema; R60.1;
swelling of the body; R60.9; oedema, swollen legs, leg swelling, kuvimba, oedème, swollen feet, feet swelling, swollen ankles
peripheral edema; R60.9;
excessive sweating; R61.9; diaphoresis, hyperhidrosis
night sweats; R61.9;
failure to thrive; R62.8; poor growth, FTT
failure to gain weight; R62.8;
poor appetite; R63.0; loss of appetite, anorexia, no appetite
excessive thirst; R63.1; polydipsia
binge eating disorder; R63.2;
polyphagia; R63.2;
weight loss; R63.4; losing weight, kupungua uzito
excessive weight loss; R63.4;
recent weight loss; R63.4; recent wt. loss
crying baby; R68.1; excessive crying of infant, infant colic
multi-organ failure; R68.8;
raised blood sugar; R73.9; hyperglycaemia, elevated blood glucose
HIV infected; R75; HIV POS
protein in urine; R80; proteinuria
uric acid crystalluria; R82.9;
dark urine; R82.9;
sudden infant death syndrome; R95.9;
cause unknown sudden death; R96.0;
unattended death; R98;
`)
