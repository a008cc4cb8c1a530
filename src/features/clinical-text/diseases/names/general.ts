import { nameRows } from './rows.ts'

/** Diseases that hospitals and papers write and an outpatient list leaves out, and words that say that somebody has one: name; ICD-10; other names. */
export const general = nameRows(`
type 2 diabetes; E11.9; type 2 diabetes mellitus, type II diabetes, type II diabetes mellitus, adult-onset diabetes, non-insulin-dependent diabetes mellitus, type 2 DM, DM type 2, DMII, DM II, T2D
type 1 diabetes; E10.9; type 1 diabetes mellitus, type I diabetes, type I diabetes mellitus, type 1 DM, insulin-dependent diabetes mellitus, juvenile-onset diabetes mellitus, T1D
diabetes mellitus; E14.9; diabetes, diabetic, diabetics, DM
high blood pressure; I10; hypertensive, hypertensives, arterial hypertension, systemic hypertension, raised blood pressure, elevated blood pressure
asthma; J45.9; asthmatic, bronchial asthma, acute asthma, asthma exacerbation
epilepsy; G40.9; epileptic, epileptics
anaemia; D64.9; anaemic, anemie
malaria; B54; simple malaria, malaria parasites, Plasmodium falciparum infection, malarial
HIV disease; B24; PLWHIV, HIV positive, HIV-infected, AIDS, acquired immunodeficiency syndrome, acquired immune deficiency syndrome, HIV/AIDS, RVI, retroviral infection, human immunodeficiency virus infection
tuberculosis; A16.9; TB, TB disease, extrapulmonary TB, EPTB, kifua kikuu, tuberculose, Koch's disease; extrapulmonary tuberculosis, MDR-TB, MDR TB, XDR-TB, miliary tuberculosis [A19.9]
urinary tract infection; N39.0; UTI, UTIs, urinary infection, urine infection, recurrent UTI, infection urinaire
pyelonephritis; N12;; urosepsis
sexually transmitted disease; A64; STDs, STIs
peptic ulcer disease; K27.9; peptic ulcers, peptic ulceration, PUD, ulcers, H. pylori infection, Helicobacter pylori infection, H pylori infection
hepatitis B; B18.1; hepatitis B infection, hepatitis B virus infection
hepatitis C; B18.2; hepatitis C infection
pre-eclampsia; O14.9; preeclamptic toxaemia; HELLP syndrome [O14.2]
chronic kidney disease; N18.9; CKD, chronic renal failure, CRF
end-stage renal disease; N18.5; ESRD, end-stage kidney disease
renal failure; N19; kidney failure
acute kidney injury; N17.9; AKI, acute renal failure, acute kidney failure
nephrotic syndrome; N04.9;
benign prostatic hyperplasia; N40; BPH, benign prostatic hypertrophy, enlarged prostate, prostatism
coronary artery disease; I25.1; coronary heart disease, CAD, IHD, atherosclerotic heart disease, coronary disease; atherosclerosis [I70.9], arteriosclerosis
myocardial infarction; I21.9; ACS, myocardial infarct; acute coronary syndrome [I24.9], NSTEMI [I21.4], STEMI [I21.3], variant angina, unstable angina [I20.0], myocardial ischaemia
heart disease; I51.9; cardiac disease, cardiovascular disease, CVD; valvular heart disease
congestive heart failure; I50.0; congestive cardiac failure, CCF, CHF, right heart failure, left ventricular failure
atrial fibrillation; I48.9; A-fib, afib; atrial flutter [I48.9]
arrhythmia; I49.9; dysrhythmia, cardiac arrhythmia; torsade de pointes [I47.2], torsades de pointes [I47.2], QT prolongation
ventricular tachycardia; I47.2; SVT; supraventricular tachycardia [I47.1]
ventricular fibrillation; I49.0;
heart block; I44.3; atrioventricular block, AV block, bundle branch block; left bundle branch block [I44.7], right bundle branch block [I45.1], LBBB [I44.7], RBBB [I45.1]
cardiac arrest; I46.9; cardiorespiratory arrest; asystole
mitral regurgitation; I34.0;; mitral stenosis [I05.0], aortic stenosis [I35.0], aortic regurgitation [I35.1], tricuspid regurgitation, mitral valve prolapse [I34.1]
pericarditis; I31.9;; pericardial effusion [I31.3], cardiac tamponade, tamponade
aortic aneurysm; I71.9;; abdominal aortic aneurysm [I71.4], aortic dissection [I71.0]
pulmonary hypertension; I27.2;; cor pulmonale [I27.9]
venous thromboembolism; I82.9; VTE, venous thrombosis, DVT, deep venous thrombosis; thromboembolism
pulmonary oedema; J81;; ARDS [J80], acute respiratory distress syndrome [J80]
pulmonary fibrosis; J84.1;; interstitial lung disease [J84.9], interstitial pneumonitis
respiratory failure; J96.9;; respiratory arrest [R09.2], respiratory depression
atelectasis; J98.1; lung collapse; bronchiectasis [J47], haemothorax [J94.2], empyema [J86.9]
upper respiratory tract infection; J06.9; upper respiratory infection, URTI, URTIs, respiratory tract infection, RTI
lower respiratory tract infection; J22; LRTI, LRTIs
obstructive sleep apnoea; G47.3; sleep apnoea, OSA
subarachnoid haemorrhage; I60.9;; subdural haematoma, subdural haemorrhage [I62.0], intracranial haemorrhage, cerebral haemorrhage [I61.9], intracerebral haemorrhage [I61.9]
stroke; I64; CVA, strokes; cerebrovascular disease [I67.9]
haematoma; T14.0;; bruising, bruise, ecchymosis, petechiae
Alzheimer disease; G30.9; Alzheimer's disease, Alzheimer dementia, Alzheimer's
Parkinson disease; G20; Parkinson's disease, Parkinsonian
multiple sclerosis; G35;
myasthenia gravis; G70.0;
Guillain-Barre syndrome; G61.0; GBS
seizures; R56.8; tonic-clonic seizure, tonic-clonic seizures, grand mal, seizure, absence seizures
hepatic encephalopathy; K72.9;; encephalopathy [G93.4], liver failure [K72.9], hepatic failure [K72.9], acute liver failure [K72.0]
liver disease; K76.9; chronic liver disease; fatty liver [K76.0], hepatic steatosis [K76.0], liver cirrhosis [K74.6], cirrhosis of the liver [K74.6], cirrhosis [K74.6], steatosis
portal hypertension; K76.6;; oesophageal varices [I85.9]
gallstones; K80.2; cholelithiasis, gall stones
kidney stones; N20.0; nephrolithiasis, renal calculi, renal stones; renal colic [N23]
Crohn disease; K50.9; Crohn's disease; inflammatory bowel disease, IBD
ulcerative colitis; K51.9;
coeliac disease; K90.0; coeliac sprue, celiac sprue
gastrointestinal bleeding; K92.2; GI bleed, GI bleeding, upper GI bleed, gastrointestinal haemorrhage
rheumatoid arthritis; M06.9;
systemic lupus erythematosus; M32.9; SLE, lupus; discoid lupus erythematosus [L93.0]
ankylosing spondylitis; M45;
osteoarthritis; M19.9; OA, degenerative joint disease, DJD
gout; M10.9; gouty arthritis
antiphospholipid syndrome; D68.6;
sarcoidosis; D86.9;
polyarteritis nodosa; M30.0;; Wegener's granulomatosis [M31.3], Kawasaki disease [M30.3], giant cell arteritis [M31.6], temporal arteritis [M31.6]
scleroderma; M34.9; systemic sclerosis; Raynaud phenomenon [I73.0], Raynaud's phenomenon [I73.0], Sjogren syndrome [M35.0]
sickle cell disease; D57.1; HbSS, sickle cell anaemia, SCD; sickle cell trait [D57.3]
haemolytic uraemic syndrome; D59.3; HUS; thrombotic microangiopathy [M31.1], thrombotic thrombocytopenic purpura [M31.1]
idiopathic thrombocytopenic purpura; D69.3; ITP, immune thrombocytopenia
disseminated intravascular coagulation; D65; DIC
septic shock; A41.9; septicaemic shock; bacteraemia, septicaemia [A41.9]
cardiogenic shock; R57.0;; hypovolaemic shock [R57.1], haemorrhagic shock, circulatory collapse
acute lymphoblastic leukaemia; C91.0;
acute myeloid leukaemia; C92.0; AML
chronic myeloid leukaemia; C92.1; CML; chronic lymphocytic leukaemia [C91.1], CLL [C91.1]
multiple myeloma; C90.0;
Hodgkin disease; C81.9; Hodgkin's disease, Hodgkin lymphoma, Hodgkins lymphoma
cancer; C80.9; cancers, malignancy, malignancies, carcinoma, tumour, tumours, neoplasm, neoplasms
small cell lung cancer; C34.9;; non-small cell lung cancer [C34.9], NSCLC [C34.9], SCLC [C34.9]
glioblastoma; C71.9;; brain tumour
thyroid disease; E07.9;; thyroiditis [E06.9], Hashimoto's thyroiditis [E06.3], Graves' disease [E05.0]
Cushing syndrome; E24.9; Cushing's syndrome, Cushing's disease
Addison disease; E27.1; Addison's disease; adrenal insufficiency [E27.4]
acromegaly; E22.0;; gigantism [E22.0]
metabolic syndrome; E88.8;; insulin resistance, impaired glucose tolerance [R73.0]
lactic acidosis; E87.2;; metabolic acidosis [E87.2], ketoacidosis, acidosis, alkalosis
polycystic ovary syndrome; E28.2; PCOS, polycystic ovarian syndrome, polycystic ovarian disease
mental illness; F99; psychiatric disorder, psychiatric illness, psychiatric disorders, mental disorder
depression; F32.9; depressed, major depressive disorder, MDD, major depression
mania; F30.9; manic, bipolar, manic episode
obsessive-compulsive disorder; F42.9; OCD
schizophrenia; F20.9; schizophrenic
drug abuse; F19.1; cocaine abuse, substance misuse, intravenous drug abuse, drug dependence, drug addiction
extrapyramidal symptoms; G25.9; parkinsonism, EPS; tardive dyskinesia, akathisia
neuroleptic malignant syndrome; G21.0;; serotonin syndrome
carpal tunnel syndrome; G56.0;; sciatica [M54.3], radiculopathy [M54.1]
cellulitis; L03.9; abscess, jipu; abscesses, furuncle, impetigo [L01.0]
Stevens-Johnson syndrome; L51.1; toxic epidermal necrolysis
eczema; L30.9; atopic eczema; dermatitis [L30.9]
psoriasis; L40.9; psoriatic arthropathy; psoriatic arthritis [L40.5]
urticaria; L50.9;; hives [L50.9], angioedema [T78.3], anaphylaxis [T78.2]
acne; L70.9; acne vulgaris
keloid; L91.0;; vitiligo [L80], melasma [L81.1]
fungal infection; B49; fungal infections, mycosis; tinea
infectious disease; B99; infectious diseases, bacterial infections; viral illness [B34.9], bacterial infection [A49.9], viral infection [B34.9]
worm infestation; B83.9; helminthiasis, helminth infections, intestinal worms
hernia; K46.9; hernias; inguinal hernia [K40.9], umbilical hernia [K42.9]
haemorrhoids; I84.9; piles, haemorrhoid, bawasiri
stillbirth; P95; fetal death, intrauterine fetal death, IUFD
preterm labour; O60; preterm birth, premature birth
birth defects; Q89.9; birth defect, congenital abnormality, congenital anomalies
cataracts; H26.9; cataract, lens opacity
retinopathy; H35.0;; diabetic retinopathy, macular degeneration [H35.3], retinal detachment [H33.2], retinal vein occlusion [H34.8]
fractures; T14.2; fracture, bone fracture
toxicity; ;; hepatotoxicity, nephrotoxicity, neurotoxicity, cardiotoxicity, ototoxicity, hepatotoxic, nephrotoxic, neurotoxic, cardiotoxic
foetal alcohol syndrome; Q86.0;
hypotension; I95.9; hypotensive, postural hypotension; orthostatic hypotension [I95.1]
shock; R57.9;
common cold; J00; cold, bad cold, head cold, cold and flu, flu and cold
COVID-19; U07.1; covid, covid 19, SARS-CoV-2 infection, coronavirus disease
obesity; E66.9; obese, morbid obesity; overweight
malnutrition; E46; malnourished, undernourished, stunted; underweight, stunting [E45]
ebola; A98.4; Ebola virus disease; Marburg [A98.3], Lassa fever [A96.2], Rift Valley fever [A92.4], mpox [B04], monkeypox [B04]
Epstein-Barr virus infection; B27.0; CMV retinitis, CMV disease; cytomegalovirus infection [B25.9]
meningococcal meningitis; A39.0; meningococcal infection, meningococcal disease, meningococcaemia
pneumocystis pneumonia; B59; PCP pneumonia, PJP, Pneumocystis jirovecii pneumonia
immune reconstitution inflammatory syndrome; D89.3;
noma; A69.0;; Buruli ulcer [A31.1], yaws [A66.9], plague [A20.9], anthrax [A22.9]
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
gastroenteritis; A09; stomach flu
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
