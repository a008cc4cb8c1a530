import { nameRows } from './rows.ts'

/** Diseases that hospitals and papers write and an outpatient list leaves out, and words that say that somebody has one: name; ICD-10; other names. */
export const general = nameRows(`
type 2 diabetes; E11.9; diabetic, diabetics, type II diabetes, adult-onset diabetes, non-insulin-dependent diabetes mellitus, type 2 DM, DM type 2, DMII, DM II, T2D
type 1 diabetes; E10.9; type I diabetes, type 1 DM, insulin-dependent diabetes mellitus, juvenile-onset diabetes mellitus, T1D
diabetes mellitus; E14.9; diabetes
high blood pressure; I10; hypertensive, hypertensives, arterial hypertension, systemic hypertension, raised blood pressure, elevated blood pressure
asthma; J45.9; asthmatic, bronchial asthma, acute asthma, asthma exacerbation
epilepsy; G40.9; epileptic, epileptics
anaemia; D64.9; anaemic, anemie
malaria; B54; complicated malaria, simple malaria, severe malaria, malaria parasites, Plasmodium falciparum infection, malarial
HIV disease; B24; PLWHIV, HIV positive, HIV-infected, AIDS, acquired immunodeficiency syndrome, acquired immune deficiency syndrome, HIV/AIDS, RVI, retroviral infection, human immunodeficiency virus infection
tuberculosis; A16.9; TB, TB disease, extrapulmonary TB, EPTB, kifua kikuu, Koch's disease; extrapulmonary tuberculosis, MDR-TB, MDR TB, XDR-TB, miliary tuberculosis
urinary tract infection; N39.0; UTI, UTIs, urinary infection, urine infection, recurrent UTI, infection urinaire
pyelonephritis; N12;; urosepsis
sexually transmitted disease; A64; STDs, STIs
peptic ulcer disease; K27.9; peptic ulcers, peptic ulceration, PUD, ulcers, H. pylori infection, Helicobacter pylori infection, H pylori infection
hepatitis B; B18.1; hepatitis B infection, hepatitis B virus infection
hepatitis C; B18.2; hepatitis C infection
pre-eclampsia; O14.9; preeclamptic toxaemia; HELLP syndrome
chronic kidney disease; N18.9; CKD, chronic renal failure, CRF, end-stage renal disease, ESRD, end-stage kidney disease, kidney failure, renal failure, kidney disease
acute kidney injury; N17.9; AKI, acute renal failure, acute kidney failure
nephrotic syndrome; N04.9;
benign prostatic hyperplasia; N40; BPH, benign prostatic hypertrophy, enlarged prostate, prostatism
coronary artery disease; I25.1; coronary heart disease, CAD, IHD, atherosclerotic heart disease, coronary disease; atherosclerosis, arteriosclerosis
myocardial infarction; I21.9; ACS, myocardial infarct; acute coronary syndrome, NSTEMI, STEMI, variant angina, unstable angina, myocardial ischaemia
heart disease; I51.9; cardiac disease, cardiovascular disease, CVD; valvular heart disease
congestive heart failure; I50.0; congestive cardiac failure, CCF, CHF, right heart failure, left ventricular failure
atrial fibrillation; I48.9; A-fib, afib; atrial flutter
arrhythmia; I49.9; dysrhythmia, cardiac arrhythmia; torsade de pointes, torsades de pointes, QT prolongation
ventricular tachycardia; I47.2; SVT; supraventricular tachycardia
ventricular fibrillation; I49.0;
heart block; I44.3; atrioventricular block, AV block, bundle branch block; left bundle branch block, right bundle branch block, LBBB, RBBB
cardiac arrest; I46.9; cardiorespiratory arrest; asystole
mitral regurgitation; I34.0;; mitral stenosis, aortic stenosis, aortic regurgitation, tricuspid regurgitation, mitral valve prolapse
pericarditis; I31.9;; pericardial effusion, cardiac tamponade, tamponade
aortic aneurysm; I71.9;; abdominal aortic aneurysm, aortic dissection
pulmonary hypertension; I27.2;; cor pulmonale
venous thromboembolism; I82.9; VTE, venous thrombosis, DVT, deep venous thrombosis; thromboembolism
pulmonary oedema; J81;; ARDS, acute respiratory distress syndrome
pulmonary fibrosis; J84.1;; interstitial lung disease, interstitial pneumonitis
respiratory failure; J96.9;; respiratory arrest, respiratory depression
atelectasis; J98.1; lung collapse; bronchiectasis, haemothorax, empyema
upper respiratory tract infection; J06.9; upper respiratory infection, URTI, URTIs, respiratory tract infection, RTI
lower respiratory tract infection; J22; LRTI, LRTIs
obstructive sleep apnoea; G47.3; sleep apnoea, OSA
subarachnoid haemorrhage; I60.9;; subdural haematoma, subdural haemorrhage, intracranial haemorrhage, cerebral haemorrhage, intracerebral haemorrhage
stroke; I64; CVA, strokes; cerebrovascular disease
haematoma; T14.0;; bruising, bruise, ecchymosis, petechiae
Alzheimer disease; G30.9; Alzheimer's disease, Alzheimer dementia, Alzheimer's
Parkinson disease; G20; Parkinson's disease, Parkinsonian
multiple sclerosis; G35;
myasthenia gravis; G70.0;
Guillain-Barre syndrome; G61.0; GBS
seizures; R56.8; tonic-clonic seizure, tonic-clonic seizures, grand mal, seizure, absence seizures
hepatic encephalopathy; K72.9;; encephalopathy, liver failure, hepatic failure, acute liver failure
liver disease; K76.9; chronic liver disease, cirrhosis of the liver; fatty liver, hepatic steatosis, liver cirrhosis, steatosis
portal hypertension; K76.6;; oesophageal varices
gallstones; K80.2; cholelithiasis, gall stones
kidney stones; N20.0; nephrolithiasis, renal calculi, renal stones; renal colic
Crohn disease; K50.9; Crohn's disease; inflammatory bowel disease, IBD
ulcerative colitis; K51.9;
coeliac disease; K90.0; coeliac sprue, celiac sprue
gastrointestinal bleeding; K92.2; GI bleed, GI bleeding, upper GI bleed, gastrointestinal haemorrhage
rheumatoid arthritis; M06.9;
systemic lupus erythematosus; M32.9; SLE, lupus; discoid lupus erythematosus
ankylosing spondylitis; M45;
osteoarthritis; M19.9; OA, degenerative joint disease, DJD
gout; M10.9; gouty arthritis
antiphospholipid syndrome; D68.6;
sarcoidosis; D86.9;
polyarteritis nodosa; M30.0;; Wegener's granulomatosis, Kawasaki disease, giant cell arteritis, temporal arteritis
scleroderma; M34.9; systemic sclerosis; Raynaud phenomenon, Raynaud's phenomenon, Sjogren syndrome
sickle cell disease; D57.1; HbSS, sickle cell anaemia, SCD; sickle cell trait
haemolytic uraemic syndrome; D59.3; HUS; thrombotic microangiopathy, thrombotic thrombocytopenic purpura
idiopathic thrombocytopenic purpura; D69.3; ITP, immune thrombocytopenia
disseminated intravascular coagulation; D65; DIC
septic shock; A41.9; septicaemic shock; bacteraemia, septicaemia
cardiogenic shock; R57.0;; hypovolaemic shock, haemorrhagic shock, circulatory collapse
acute lymphoblastic leukaemia; C91.0;
acute myeloid leukaemia; C92.0; AML
chronic myeloid leukaemia; C92.1; CML; chronic lymphocytic leukaemia, CLL
multiple myeloma; C90.0;
Hodgkin disease; C81.9; Hodgkin's disease, Hodgkin lymphoma, Hodgkins lymphoma
cancer; C80; cancers, malignancy, malignancies, carcinoma, tumour, tumours, neoplasm, neoplasms
small cell lung cancer; C34.9;; non-small cell lung cancer, NSCLC, SCLC
glioblastoma; C71.9;; brain tumour
thyroid disease; E07.9;; thyroiditis, Hashimoto's thyroiditis, Graves' disease
Cushing syndrome; E24.9; Cushing's syndrome, Cushing's disease
Addison disease; E27.1; Addison's disease; adrenal insufficiency
acromegaly; E22.0;; gigantism
metabolic syndrome; E88.8;; insulin resistance, impaired glucose tolerance
lactic acidosis; E87.2;; metabolic acidosis, ketoacidosis, acidosis, alkalosis
polycystic ovary syndrome; E28.2; PCOS, polycystic ovarian syndrome, polycystic ovarian disease
mental illness; F99; psychiatric disorder, psychiatric illness, psychiatric disorders, mental disorder
depression; F32.9; depressed, major depressive disorder, MDD, major depression
mania; F30.9; manic, bipolar, manic episode
obsessive-compulsive disorder; F42.9; OCD
schizophrenia; F20.9; schizophrenic
drug abuse; F19.1; cocaine abuse, substance misuse, intravenous drug abuse, drug dependence, drug addiction
extrapyramidal symptoms; G25.9; parkinsonism, EPS; tardive dyskinesia, akathisia
neuroleptic malignant syndrome; G21.0;; serotonin syndrome
carpal tunnel syndrome; G56.0;; sciatica, radiculopathy
cellulitis; L03.9; abscess, jipu; abscesses, furuncle, impetigo
Stevens-Johnson syndrome; L51.1; toxic epidermal necrolysis
eczema; L30.9; atopic eczema; dermatitis
psoriasis; L40.9; psoriatic arthropathy; psoriatic arthritis
urticaria; L50.9;; hives, angioedema, anaphylaxis
acne; L70.9; acne vulgaris
keloid; L91.0;; vitiligo, melasma
fungal infection; B49; ringworm, fungal infections, mycosis; tinea
infectious disease; B99; infectious diseases, bacterial infections; viral illness, bacterial infection, viral infection
worm infestation; B83.9; helminthiasis, helminth infections, intestinal worms
hernia; K46.9; hernias; inguinal hernia, umbilical hernia
haemorrhoids; I84.9; piles, haemorrhoid, bawasiri
stillbirth; P95; fetal death, intrauterine fetal death, IUFD
preterm labour; O60; preterm birth, premature birth
birth defects; Q89.9; birth defect, congenital abnormality, congenital anomalies
cataracts; H26.9; cataract, lens opacity
retinopathy; H35.0;; diabetic retinopathy, macular degeneration, retinal detachment, retinal vein occlusion
fractures; T14.2; fracture, bone fracture
toxicity; T50.9;; hepatotoxicity, nephrotoxicity, neurotoxicity, cardiotoxicity, ototoxicity, hepatotoxic, nephrotoxic, neurotoxic, cardiotoxic
foetal alcohol syndrome; Q86.0;
hypotension; I95.9; hypotensive, postural hypotension; orthostatic hypotension
shock; R57.9;
common cold; J00; cold, bad cold, head cold, cold and flu, flu and cold
COVID-19; U07.1; covid, covid 19, SARS-CoV-2 infection, coronavirus disease
obesity; E66.9; obese, morbid obesity; overweight
malnutrition; E46; malnourished, undernourished, stunted; underweight, stunting
ebola; A98.4; Ebola virus disease; Marburg, Lassa fever, Rift Valley fever, mpox, monkeypox
Epstein-Barr virus infection; B27.0; CMV retinitis, CMV disease; cytomegalovirus infection
meningococcal meningitis; A39.0; meningococcal infection, meningococcal disease, meningococcaemia
pneumocystis pneumonia; B59; PCP pneumonia, PJP, Pneumocystis jirovecii pneumonia
immune reconstitution inflammatory syndrome; D89.3;
noma; A69.0;; Buruli ulcer, yaws, plague, anthrax
snakebite; T63.0; snake bites
nodding syndrome; G40.4;; konzo
hypothyroidism; E03.9; hypothyroid
hyperthyroidism; E05.9; hyperthyroid, thyrotoxic
osteoporosis; M81.9; osteoporotic
high cholesterol; E78.0; raised cholesterol, elevated cholesterol, increased cholesterol
diverticular disease; K57.9; diverticulosis, diverticulitis
Barrett oesophagus; K22.7; Barrett's oesophagus
antiphospholipid antibody syndrome; D68.6; catastrophic antiphospholipid syndrome
foreign body; T14.8;
cancer of breast; C50.9; ca breast, ca of the breast, cancer of the breast, carcinoma of breast, breast cancer, breast carcinoma
cancer of cervix; C53.9; ca cervix, ca of the cervix, cancer of the cervix, carcinoma of cervix, cervix cancer, cervix carcinoma
cancer of prostate; C61; ca prostate, ca of the prostate, cancer of the prostate, carcinoma of prostate, prostate cancer, prostate carcinoma
cancer of oesophagus; C15.9; ca oesophagus, ca of the oesophagus, cancer of the oesophagus, carcinoma of oesophagus, oesophagus cancer, oesophagus carcinoma
cancer of stomach; C16.9; ca stomach, ca of the stomach, cancer of the stomach, carcinoma of stomach, stomach cancer, stomach carcinoma
cancer of colon; C18.9; ca colon, ca of the colon, cancer of the colon, carcinoma of colon, colon cancer, colon carcinoma
cancer of rectum; C20; ca rectum, ca of the rectum, cancer of the rectum, carcinoma of rectum, rectum cancer, rectum carcinoma
cancer of ovary; C56; ca ovary, ca of the ovary, cancer of the ovary, carcinoma of ovary, ovary cancer, ovary carcinoma
cancer of lung; C34.9; ca lung, ca of the lung, cancer of the lung, carcinoma of lung, lung cancer, lung carcinoma
bladder cancer; C67.9; ca bladder, ca of the bladder, cancer of the bladder, carcinoma of bladder, bladder cancer, bladder carcinoma
pancreatic cancer; C25.9; ca pancreas, ca of the pancreas, cancer of the pancreas, carcinoma of pancreas, pancreas cancer, pancreas carcinoma
liver cell cancer; C22.0; ca liver, ca of the liver, cancer of the liver, carcinoma of liver, liver cancer, liver carcinoma
cancer of endometrium; C54.1; ca endometrium, ca of the endometrium, cancer of the endometrium, carcinoma of endometrium, endometrium cancer, endometrium carcinoma
bacterial vaginosis; N76.0; BV
ringworm; B35.4;
boils; L02.9; boil
intestinal worms; B82.9; worms
diabetic foot; E11.5; diabetic foot ulcer, diabetic foot infection
`)
